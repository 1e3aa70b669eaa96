import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { joined } from '../../../reports/html/page.ts';
import type { Markup } from '../../../reports/markup.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import type { FrameView } from '../shared/model.ts';
import { texts } from '../shared/texts.ts';

const runbookFile = new URL('../../../docs/runbook.md', import.meta.url);

/** The runbook as a page of the monitor: the addresses in alerts lead to its sections. */
export function renderRunbook(frame: FrameView): Markup {
  const markdown = readFileSync(runbookFile, 'utf8');
  return layout(frame, {
    title: texts.frame.runbook,
    crumbs: crumbsTo(texts.frame.runbook),
    refreshing: 'never',
    content: html`<div class="runbook">${contents(markdown)}<article class="section">${raw(runbookMarkup(markdown))}</article></div>`,
  });
}

/** The sections, folded on a phone alone: an alert leads to its own. */
function contents(markdown: string): Markup {
  const items = new Marked()
    .lexer(markdown)
    .flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [token as Tokens.Heading] : []))
    .map(({ text }) => html`<li><a href="#${idOf(text)}">${breakable(text)}</a></li>`);
  return html`<nav class="runbook-contents" aria-label="${texts.frame.contents}"><details><summary>${texts.frame.contents}</summary><ul>${items}</ul></details></nav>`;
}

function idOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Names of alerts are longer than a phone is wide: they break before a capital. */
const beforeCapital = /(?<=[a-z])(?=[A-Z])/;

function breakable(text: string): Markup {
  return joined(text.split(beforeCapital), raw('<wbr>'));
}

/** Longer code breaks where it must. */
const longestUnbroken = 24;

/** Headings have the addresses of GitHub's; links to other files of the project keep their text alone. */
function runbookMarkup(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const isPlain = tokens.every(({ type }) => type === 'text');
        const markup = isPlain ? String(breakable(text)) : this.parser.parseInline(tokens);
        return `<h${depth} id="${idOf(text)}">${markup}</h${depth}>\n`;
      },
      codespan({ text }) {
        return String(html`<code${text.length > longestUnbroken ? '' : html` class="short"`}>${text}</code>`);
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^https?:/.test(href) ? `<a href="${href}">${text}</a>` : text;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
