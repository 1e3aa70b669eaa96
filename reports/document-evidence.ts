import { html } from 'hono/html';
import type { ShownHeaders } from '../engine/evidence/shown-headers.ts';
import { answerHeaders } from './answer-headers.ts';
import { formattedBody } from './formatted-body.ts';
import type { Markup } from './markup.ts';
import { sanitize } from './sanitize.ts';

/** An exchange that verdicts refer to. Its texts may hold what an installation said. */
export interface ShownExchange {
  readonly id: string;
  /** "GET /api/v3/users without a key". */
  readonly title: string;
  /** When it was asked, and what came back. */
  readonly facts: string;
  /** The beginning of the body, where a verdict failed by it. */
  readonly excerpt?: string | undefined;
  /** Headers of the answer, where they are kept. */
  readonly headers?: ShownHeaders | undefined;
  readonly curl: string;
}

/** The id of the element that shows an exchange. */
export function evidenceId(exchange: string): string {
  return `evidence-${exchange.replaceAll(/[^\w-]/g, '-')}`;
}

/** The exchanges, each with a line that repeats it. */
export function evidenceSection(exchanges: readonly ShownExchange[]): Markup | '' {
  if (exchanges.length === 0) return '';
  return html`<section class="doc-evidence" aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>
<p class="doc-summary">The requests that verdicts refer to, each with a line that repeats it.</p>
${exchanges.map(exchangeMarkup)}</section>
`;
}

/** Folded, unless it shows a failure. A link to the inner part opens it. */
function exchangeMarkup({ id, title, facts, excerpt = '', headers, curl }: ShownExchange): Markup {
  return html`<details class="doc-exchange"${excerpt === '' ? '' : html` open`}><summary>${sanitize(title)}</summary><div id="${evidenceId(id)}">
<p class="doc-note">${sanitize(facts)}</p>
${excerpt === '' ? '' : html`<pre tabindex="0">${formattedBody(excerpt)}</pre>`}${answerHeaders(headers)}<pre tabindex="0">${sanitize(curl)}</pre></div></details>
`;
}
