import { html } from 'hono/html';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { type CheckFindings, type Finding, placesOf, reasonsOf } from './findings.ts';
import type { Note } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { marksOf, type Tally, tableOf, topics } from './tally.ts';
import { pluralize } from './words.ts';

/** A piece of markup in which every inserted value was escaped. */
export type Markup = ReturnType<typeof html>;

/** A sign for the eye and a word for a screen reader. */
const kindWords: Readonly<Record<keyof Tally, string>> = {
  pass: 'holds',
  fail: 'broken',
  known: 'known failure',
  untestable: 'untestable',
  skip: 'skipped',
  error: 'fault of the suite',
};

export function tableSection(record: RunRecord): Markup {
  return html`<section><h2 id="table">Endpoints</h2>
<div class="scroll" role="region" aria-labelledby="table" tabindex="0"><table>
<thead><tr><th scope="col">Endpoint</th>${topics.map((topic) => html`<th scope="col">${topic}</th>`)}</tr></thead>
<tbody>${tableOf(record).map(
    ({ endpoint, cells }) =>
      html`<tr><th scope="row"><code>${sanitize(endpoint)}</code></th>${cells.map(cell)}</tr>
`,
  )}</tbody></table></div>
<p class="small">✓ holds, ✗ broken, ~ known failure, ? untestable, – skipped, ! fault of the suite. A topic without a sign is not judged at that endpoint.</p></section>`;
}

function cell(tally: Tally): Markup {
  const marks = marksOf(tally).map(
    ({ kind, text }) =>
      html`<span class="${kind}"><span aria-hidden="true">${text}</span><span class="hidden">${tally[kind]} ${kindWords[kind]}</span></span> `,
  );
  return html`<td>${marks}</td>`;
}

export function findingsSection(id: string, title: string, groups: readonly CheckFindings[]): Markup {
  if (groups.length === 0) return html``;
  const count = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  return html`<section><h2 id="${id}">${title} (${count})</h2>
${groups.map(checkArticle)}</section>`;
}

function checkArticle({ check, title, requirements, findings }: CheckFindings): Markup {
  const told = requirements.map(
    ({ id, statement = '' }) => html`<li><b>${sanitize(id)}</b> ${sanitize(statement)}</li>`,
  );
  return html`<article><h3><code>${sanitize(check)}</code>${title === undefined ? '' : ` an endpoint ${title}`}</h3>
<ul class="small">${told}</ul>
${findings.map(findingBlock)}</article>
`;
}

function findingBlock({ verdict, exchange }: Finding): Markup {
  const excerpt = exchange?.excerpt;
  return html`<div class="finding"><p>${sanitize(verdict.message)}</p>
${excerpt === undefined ? '' : html`<p class="label">Body</p><pre>${sanitize(excerpt)}</pre>`}
${exchange === undefined ? '' : html`<p class="label">Repeat</p><pre>${sanitize(exchange.curl)}</pre>`}</div>
`;
}

export function knownSection(known: readonly RecordedVerdict[]): Markup {
  if (known.length === 0) return html``;
  const items = known.map(
    ({ check, endpoint, known: reason = '' }) =>
      html`<li><code>${sanitize(check)}</code> at <code>${sanitize(endpoint)}</code>: ${sanitize(reason)}</li>`,
  );
  return html`<section><h2 id="known">Known failures (${known.length})</h2><ul>${items}</ul></section>`;
}

export function notesSections(notes: readonly Note[]): Markup {
  return html`${notes.map(
    ({ title, sentences }) =>
      html`<section><h2>${title} (${sentences.length})</h2><ul>${sentences.map((sentence) => html`<li>${sanitize(sentence)}</li>`)}</ul></section>`,
  )}`;
}

export function reasonsSection(record: RunRecord, outcome: 'untestable' | 'skip', title: string): Markup {
  const reasons = reasonsOf(record, outcome);
  if (reasons.length === 0) return html``;
  const count = reasons.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  const items = reasons.map(
    ({ message, verdicts }) =>
      html`<li>${verdicts.length} × ${sanitize(message)}<p class="small">${sanitize(placesOf(verdicts))}</p></li>`,
  );
  return html`<section><h2 id="${outcome}">${title} (${count})</h2><ul>${items}</ul></section>`;
}

export function observationsSection({ observations }: RunRecord): Markup {
  if (observations.length === 0) return html``;
  const rows = observations.map(
    ({ gap, endpoint, answer }) =>
      html`<tr><td>${sanitize(gap)}</td><td><code>${sanitize(endpoint)}</code></td><td>${sanitize(answer)}</td></tr>
`,
  );
  return html`<section><h2 id="observations">Observations</h2>
<p>What this installation answers where the document leaves it open. None of it is a failure.</p>
<details><summary>${pluralize(observations.length, 'observation')}</summary>
<div class="scroll" role="region" aria-labelledby="observations" tabindex="0"><table>
<thead><tr><th scope="col">Gap</th><th scope="col">Endpoint</th><th scope="col">Answer</th></tr></thead>
<tbody>${rows}</tbody></table></div></details></section>`;
}
