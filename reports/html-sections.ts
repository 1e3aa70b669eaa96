import { html } from 'hono/html';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { countVerdicts } from './failures.ts';
import { withCode } from './html-page.ts';
import type { Markup } from './markup.ts';
import type { NoteSection } from './notes.ts';
import { type ObservedGap, observedGaps } from './observed.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { sanitize } from './sanitize.ts';
import { allEndpoints, observationsExplained, sectionTitles } from './words.ts';

/** Sections of the report page beside the table and the findings. */

export function knownSection(known: readonly RecordedVerdict[]): Markup {
  if (known.length === 0) return html``;
  const items = known.map(
    ({ check, endpoint, known: reason = '' }) =>
      html`<li><code>${sanitize(check)}</code> at <code>${sanitize(endpoint)}</code>: ${sanitize(reason)}</li>`,
  );
  return html`<section><h2 id="known">${sectionTitles.known} (${known.length})</h2><ul>${items}</ul></section>`;
}

export function notes(sections: readonly NoteSection[]): Markup {
  return html`${sections.map(
    ({ title, sentences }, index) =>
      html`<section><h2 id="note-${index + 1}">${title} (${sentences.length})</h2><ul>${sentences.map((sentence) => html`<li>${sanitize(sentence)}</li>`)}</ul></section>`,
  )}`;
}

export function reasonsSection(record: RunRecord, outcome: 'untestable' | 'skip'): Markup {
  const reasons = reasonsOf(record, outcome);
  if (reasons.length === 0) return html``;
  const items = reasons.map(
    ({ message, verdicts }) =>
      html`<li>${verdicts.length} × ${sanitize(message)}<p class="small">${sanitize(placesOf(verdicts))}</p></li>`,
  );
  return html`<section><h2 id="${outcome}">${sectionTitles[outcome]} (${countVerdicts(reasons)})</h2><ul>${items}</ul></section>`;
}

/** Each gap in words: what is open, what this installation answers, why that matters to a client. */
export function observationsSection(record: RunRecord): Markup {
  const gaps = observedGaps(record);
  if (gaps.length === 0) return html``;
  return html`<section><h2 id="observations">${sectionTitles.observations}</h2>
<p class="measure">${observationsExplained}</p>
<div class="gaps">${gaps.map(gapArticle)}</div></section>`;
}

function gapArticle({ id, statement, matters, answers, places }: ObservedGap): Markup {
  const shown = answers.map(
    ({ answer, endpoints }) => html`<dt>${sanitize(answer)}</dt><dd>${placesText(endpoints, places)}</dd>`,
  );
  return html`<article class="gap"><h3>${withCode(sanitize(statement).replace(/\.$/, ''))}</h3>
<dl class="answers">${shown}</dl>
${matters === undefined ? '' : html`<p class="small">${matters}</p>`}
<p class="id"><code>${sanitize(id)}</code></p></article>
`;
}

function placesText(endpoints: readonly string[], all: number): Markup | string {
  if (endpoints.length === all && all > 1) return `the same at ${allEndpoints(all)} where it shows`;
  const list = endpoints.map(
    (endpoint, index) => html`${index === 0 ? '' : ', '}<code>${sanitize(endpoint)}</code>`,
  );
  return html`at ${list}`;
}
