import { html } from 'hono/html';
import { isRequestId, type ShownHeaders } from '../../engine/evidence/shown-headers.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { pluralize } from '../words.ts';

/**
 * The headers of an answer, on demand. The summary has the id of the request, if there is one.
 * @param id of the element, if the page brings itself up to date and opened ones have to stay open
 */
export function answerHeaders(headers: ShownHeaders | undefined, id?: string): Markup | '' {
  const [first] = Object.keys(headers ?? {});
  if (first === undefined) return '';
  const lines = Object.entries(headers ?? {}).map(([name, value]) => sanitize(`${name}: ${value}`));
  const requestId = isRequestId(first) ? html`, <code>${lines[0]}</code>` : '';
  return html`<details class="answer-headers"${id === undefined ? '' : html` id="${id}"`}><summary>${pluralize(lines.length, 'response header')}${requestId}</summary><pre tabindex="0">${lines.join('\n')}</pre></details>`;
}
