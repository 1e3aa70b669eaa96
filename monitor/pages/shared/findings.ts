import { html } from 'hono/html';
import { severityLabel } from '../../../contract/severity.ts';
import { formattedBody, isComplete } from '../../../reports/html/formatted-body.ts';
import { joined } from '../../../reports/html/page.ts';
import { answerHeaders } from '../../../reports/html/sections.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { FailureEvidence } from '../../model.ts';
import type { InstallationView } from '../installation/model.ts';
import { installationTexts } from '../installation/texts.ts';
import type { FailureView, FindingView, ObservationView } from './model.ts';
import { dataTable, stackedRow } from './tables.ts';
import { texts } from './texts.ts';
import { age, moment, tookText } from './times.ts';

const words = texts.findings;

/** What a list of findings is read with. */
export interface FindingContext {
  readonly now: string;
  /** The annotated document that says what each requirement demands, and how it did. */
  readonly documentUrl: string;
}

/** A failure as a sentence, with the exchange that shows it and a command that repeats it. */
function failureItem(failure: FailureView, { now, documentUrl }: FindingContext): Markup {
  const { check, endpoint, requirements, message, outcome, evidence } = failure;
  const fault =
    outcome === 'error'
      ? html`<p class="small">${words.faultOf(html`<strong>${words.fault}</strong>`)}</p>`
      : '';
  return html`<li class="${outcome}"><h3 class="sentence">${sanitize(message)}</h3>${fault}<p class="small soft"><code>${endpoint}</code> · ${words.checks([html`<code>${check}</code>`])} · ${requirementLinks(requirements, documentUrl)}${since(failure, now)}</p>${evidence === undefined ? '' : evidenceOf(evidence, `${check}-${endpoint}`)}</li>`;
}

/** What was broken, each with its place in the annotated document. */
function requirementLinks(requirements: readonly string[], documentUrl: string): Markup {
  return words.requirements(
    requirements.map((id) => html`<a href="${documentUrl}#${encodeURIComponent(id)}">${id}</a>`),
  );
}

/** How long it has been failing. */
function since({ since: began, runs }: Pick<FailureView, 'since' | 'runs'>, now: string): Markup | '' {
  if (began === undefined) return '';
  return html` · ${words.brokenFor(age(began, now), runs)}`;
}

/**
 * The exchange that shows a failure.
 * @param place names it on its page, so that opened details stay open
 */
export function evidenceOf(evidence: FailureEvidence, place: string): Markup {
  const { status, failure, url, curl, excerpt, headers } = evidence;
  const address = html`<code class="url">${sanitize(url)}</code>`;
  const outcome =
    status === undefined
      ? words.noAnswer(address, tookText(evidence), sanitize(failure ?? texts.common.requestEnded))
      : words.answer(status, address, tookText(evidence));
  return html`<p class="small">${outcome}</p>${excerpt === undefined || excerpt === '' ? '' : html`<div><p class="label">${isComplete(excerpt) ? words.body : words.bodyBegins}</p><pre tabindex="0">${formattedBody(excerpt)}</pre></div>`}${answerHeaders(headers, `headers-${place.replaceAll(/[^\w.]+/g, '-')}`)}<div><p class="label">${words.repeat}</p><pre tabindex="0">${sanitize(curl)}</pre></div>`;
}

/**
 * Findings, each with the evidence of its first failure, and all of its failures on demand.
 * @param faults faults of the suite, which are in no finding
 */
export function findingList(
  findings: readonly FindingView[],
  faults: readonly FailureView[],
  context: FindingContext,
): Markup {
  return html`<ul class="evidence">${findings.map((finding) => findingItem(finding, context))}${faults.map((fault) => failureItem(fault, context))}</ul>`;
}

function findingItem(
  { id, severity, headline, sentence, checks, endpoints, failures, lastGood }: FindingView,
  context: FindingContext,
): Markup {
  const [first] = failures;
  const requirements = [...new Set(failures.flatMap((failure) => failure.requirements))];
  const places = joined(endpoints.map((endpoint) => html`<code>${endpoint}</code>`));
  const judgedBy = checks.map((check) => html`<code>${check}</code>`);
  const all =
    failures.length < 2
      ? ''
      : html`<details id="finding-${id}"><summary>${words.failures(failures.length)}</summary><ul class="evidence">${failures.map((failure) => failureItem(failure, context))}</ul></details>`;
  return html`<li class="fail"><h3 class="sentence">${words.headline(severityLabel(severity), sanitize(headline))}</h3><p>${sanitize(sentence)}</p><p class="small soft">${places} · ${words.checks(judgedBy)}${requirements.length === 0 ? '' : html` · ${requirementLinks(requirements, context.documentUrl)}`}${since(longest(failures), context.now)}${lastGood === undefined ? '' : html` · ${words.lastGood(html`<a href="${lastGood.url}">${moment(lastGood.at)}</a>`)}`}</p>${first?.evidence === undefined ? '' : evidenceOf(first.evidence, id)}${all}</li>`;
}

/** The failure that has lasted longest. */
function longest(failures: readonly FailureView[]): Pick<FailureView, 'since' | 'runs'> {
  const [first = {}] = failures
    .filter((one) => one.since !== undefined)
    .toSorted((one, other) => (one.since ?? '').localeCompare(other.since ?? ''));
  return first;
}

const observationsWords = installationTexts.observations;

/** What differs from the baseline, how long it has held, and what the operator accepted when. */
export function baseline({ drift, baselineSince, notes }: InstallationView): Markup {
  const differs =
    drift === 0 ? '' : html`<p><strong class="warn">${observationsWords.differ(drift)}</strong></p>`;
  const since =
    baselineSince === undefined ? '' : html`<p>${observationsWords.heldSince(moment(baselineSince))}</p>`;
  const list = notes.map(
    ({ at, message }) => html`<li>${observationsWords.noted(moment(at), sanitize(message))}</li>`,
  );
  return html`${differs}${since}${list.length === 0 ? '' : html`<ul aria-label="${observationsWords.accepted}">${list}</ul>`}`;
}

/** What the installation answers if the document leaves it open. */
export function observationTable(observations: readonly ObservationView[], only?: 'changed'): Markup {
  if (observations.length === 0) return html`<p>${observationsWords.none}</p>`;
  const hasDrift = observations.some((observation) => observation.baseline !== undefined);
  return dataTable({
    words: only === undefined ? observationsWords : observationsWords.onlyChanged,
    columns: [
      observationsWords.gap,
      texts.common.endpoint,
      observationsWords.answer,
      ...(hasDrift ? [observationsWords.baseline] : []),
    ],
    rows: observations.map((observation) => {
      const { gap, endpoint, answer } = observation;
      return stackedRow(html`<code>${gap}</code>`, [
        html`<code>${endpoint}</code>`,
        { content: sanitize(answer), kind: 'long' },
        ...(hasDrift ? [{ content: baselineText(observation), kind: 'long' as const }] : []),
      ]);
    }),
  });
}

function baselineText({ baseline: before, since }: ObservationView): Markup | string {
  if (before === undefined) return observationsWords.same;
  const changed = observationsWords.changed(since === undefined ? undefined : moment(since));
  return observationsWords.before(html`<strong class="warn">${changed}</strong>`, sanitize(before));
}
