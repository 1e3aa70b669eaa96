import { html } from 'hono/html';
import type { ShownHeaders } from '../engine/evidence/shown-headers.ts';
import type { Markup } from './markup.ts';
import { sanitize } from './sanitize.ts';
import { pluralize } from './words.ts';

/**
 * The headers of an answer, on demand. The first one stands in the summary: it is the id of the request, where there is one.
 * @param id of the element, where a page brings itself up to date and opened ones have to stay open
 */
export function answerHeaders(headers: ShownHeaders | undefined, id?: string): Markup | '' {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => sanitize(`${name}: ${value}`));
  const [first] = lines;
  if (first === undefined) return '';
  return html`<details class="answer-headers"${id === undefined ? '' : html` id="${id}"`}><summary>${pluralize(lines.length, 'response header')}, <code>${first}</code></summary><pre tabindex="0">${lines.join('\n')}</pre></details>`;
}
