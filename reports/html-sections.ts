import { html } from 'hono/html';
import { topics } from '../contract/check.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import {
  countVerdicts,
  type FailedCheck,
  type FailedVerdict,
  type ShownFinding,
  type StatedRequirement,
} from './failures.ts';
import type { Markup } from './markup.ts';
import type { NoteSection } from './notes.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { sanitize } from './sanitize.ts';
import { legend, marksOf, signWords, type Tally, tableOf } from './tally.ts';
import { observationsIntroduction, pluralize, sectionTitles } from './words.ts';

/** The sections of the report page. */

export function tableSection(record: RunRecord): Markup {
  return html`<section><h2 id="table">Endpoints</h2>
<div class="scroll" role="region" aria-labelledby="table" tabindex="0"><table>
<thead><tr><th scope="col">Endpoint</th>${topics.map((topic) => html`<th scope="col">${topic}</th>`)}</tr></thead>
<tbody>${tableOf(record).map(
    ({ endpoint, cells }) =>
      html`<tr><th scope="row"><code>${sanitize(endpoint)}</code></th>${cells.map(cell)}</tr>
`,
  )}</tbody></table></div>
<p class="small">${legend.join(', ')}. A topic without a sign is not judged at that endpoint.</p></section>`;
}

/** A sign for the eye, a word for a screen reader. */
function cell(tally: Tally): Markup {
  const marks = marksOf(tally).map(
    ({ kind, text }) =>
      html`<span class="${kind}"><span aria-hidden="true">${text}</span><span class="hidden">${tally[kind]} ${signWords[kind]}</span></span> `,
  );
  return html`<td>${marks}</td>`;
}

export function findingsSection(findings: readonly ShownFinding[]): Markup {
  if (findings.length === 0) return html``;
  return html`<section><h2 id="findings">${sectionTitles.findings} (${findings.length})</h2>
${findings.map(findingArticle)}</section>`;
}

function findingArticle(finding: ShownFinding): Markup {
  const { gravity, sentence, check, title, otherChecks, requirements, someEndpoints, failures } = finding;
  const about = check === undefined ? '' : html`: <code>${sanitize(check)}</code>`;
  const demand = title === undefined ? '' : html` an endpoint ${title}`;
  const [first] = failures;
  return html`<article><h3>${gravity}${about}${demand}</h3>
<p class="sentence">${sanitize(sentence)}</p>
${codes('Also', otherChecks)}${codes('Endpoints', someEndpoints)}${requirementList(requirements)}
${first === undefined ? '' : html`<div class="failure">${evidence(first)}</div>`}
${failures.length < 2 ? '' : html`<details><summary>${pluralize(failures.length, 'failure')}</summary>${failures.map(failureBlock)}</details>`}</article>
`;
}

function codes(name: string, items: readonly string[]): Markup | '' {
  if (items.length === 0) return '';
  const list = items.map((item, index) => html`${index === 0 ? '' : ', '}<code>${sanitize(item)}</code>`);
  return html`<p class="small">${name}: ${list}</p>
`;
}

export function failedChecksSection(id: string, title: string, checks: readonly FailedCheck[]): Markup {
  if (checks.length === 0) return html``;
  return html`<section><h2 id="${id}">${title} (${countVerdicts(checks)})</h2>
${checks.map(checkArticle)}</section>`;
}

function checkArticle({ check, title, requirements, verdicts }: FailedCheck): Markup {
  return html`<article><h3><code>${sanitize(check)}</code>${title === undefined ? '' : ` an endpoint ${title}`}</h3>
${requirementList(requirements)}
${verdicts.map(failureBlock)}</article>
`;
}

function requirementList(requirements: readonly StatedRequirement[]): Markup | '' {
  if (requirements.length === 0) return '';
  const stated = requirements.map(
    ({ id, statement = '' }) => html`<li><b>${sanitize(id)}</b> ${sanitize(statement)}</li>`,
  );
  return html`<ul class="small">${stated}</ul>`;
}

function failureBlock(failed: FailedVerdict): Markup {
  return html`<div class="failure"><p>${sanitize(failed.verdict.message)}</p>
${evidence(failed)}</div>
`;
}

function evidence({ exchange }: FailedVerdict): Markup | '' {
  if (exchange === undefined) return '';
  const { excerpt, curl } = exchange;
  return html`${excerpt === undefined ? '' : html`<p class="label">Body</p><pre>${sanitize(excerpt)}</pre>`}
<p class="label">Repeat</p><pre>${sanitize(curl)}</pre>`;
}

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
    ({ title, sentences }) =>
      html`<section><h2>${title} (${sentences.length})</h2><ul>${sentences.map((sentence) => html`<li>${sanitize(sentence)}</li>`)}</ul></section>`,
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

export function observationsSection({ observations }: RunRecord): Markup {
  if (observations.length === 0) return html``;
  const rows = observations.map(
    ({ gap, endpoint, answer }) =>
      html`<tr><td>${sanitize(gap)}</td><td><code>${sanitize(endpoint)}</code></td><td>${sanitize(answer)}</td></tr>
`,
  );
  return html`<section><h2 id="observations">${sectionTitles.observations}</h2>
<p>${observationsIntroduction}</p>
<details><summary>${pluralize(observations.length, 'observation')}</summary>
<div class="scroll" role="region" aria-labelledby="observations" tabindex="0"><table>
<thead><tr><th scope="col">Gap</th><th scope="col">Endpoint</th><th scope="col">Answer</th></tr></thead>
<tbody>${rows}</tbody></table></div></details></section>`;
}
