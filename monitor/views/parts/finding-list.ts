import { html } from 'hono/html';
import { gravityLabel } from '../../../contract/gravity.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { texts } from '../texts.ts';
import type { FailureView, FindingView } from '../view-model.ts';
import { evidenceOf, type FindingContext, failureItem, requirementLinks, since } from './failure-list.ts';
import { moment } from './times.ts';

const words = texts.findings;

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
  { id, gravity, headline, sentence, checks, endpoints, failures, lastGood }: FindingView,
  context: FindingContext,
): Markup {
  const [first] = failures;
  const requirements = [...new Set(failures.flatMap((failure) => failure.requirements))];
  const places = endpoints.map((endpoint, index) => html`${index === 0 ? '' : ', '}<code>${endpoint}</code>`);
  const judgedBy = checks.map((check, index) => html`${index === 0 ? '' : ', '}<code>${check}</code>`);
  const all =
    failures.length < 2
      ? ''
      : html`<details id="finding-${id}"><summary>${words.failures(failures.length)}</summary><ul class="evidence">${failures.map((failure) => failureItem(failure, context))}</ul></details>`;
  return html`<li class="fail"><h3 class="sentence">${words.headline(gravityLabel(gravity), sanitize(headline))}</h3><p>${sanitize(sentence)}</p><p class="small soft">${places} · ${words.checks(judgedBy)}${requirements.length === 0 ? '' : html` · ${requirementLinks(requirements, context.documentUrl)}`}${since(longest(failures), context.now)}${lastGood === undefined ? '' : html` · ${words.lastGood(html`<a href="${lastGood.url}">${moment(lastGood.at)}</a>`)}`}</p>${first?.evidence === undefined ? '' : evidenceOf(first.evidence, id)}${all}</li>`;
}

/** The failure that has lasted longest. */
function longest(failures: readonly FailureView[]): Pick<FailureView, 'since' | 'runs'> {
  const [first = {}] = failures
    .filter((one) => one.since !== undefined)
    .toSorted((one, other) => (one.since ?? '').localeCompare(other.since ?? ''));
  return first;
}
