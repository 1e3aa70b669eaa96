import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { Marked } from 'marked';
import { texts } from '../texts.ts';
import type { FrameView } from '../view-model.ts';
import { layout } from './layout.ts';

const runbookFile = new URL('../../../docs/runbook.md', import.meta.url);

/** The runbook as a page of the monitor: the addresses in alerts lead to its sections. */
export function renderRunbook(frame: FrameView): string | Promise<string> {
  return layout(frame, {
    title: texts.frame.runbook,
    crumbs: [{ text: texts.frame.installations, url: '/' }, { text: texts.frame.runbook }],
    refreshing: 'never',
    content: html`<article class="section runbook">${raw(runbookMarkup(readFileSync(runbookFile, 'utf8')))}</article>`,
  });
}

/** Headings have the addresses of GitHub's; links to other files of the project keep their text alone. */
function runbookMarkup(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^https?:/.test(href) ? `<a href="${href}">${text}</a>` : text;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
