import { html } from 'hono/html';
import type { Reader } from '../contract/reasons.ts';
import { groupBy } from '../engine/group-by.ts';
import { answerHeaders } from './answer-headers.ts';
import {
  countVerdicts,
  type FailedCheck,
  type FailedVerdict,
  mostIssues,
  type ShownFinding,
  type StatedRequirement,
} from './failures.ts';
import { formattedBody, isWhole } from './formatted-body.ts';
import { withCode } from './html-page.ts';
import type { Markup } from './markup.ts';
import { momentText } from './moments.ts';
import type { RequirementUrl } from './requirement-links.ts';
import { sanitize } from './sanitize.ts';
import { duration, pluralize, sectionTitles } from './words.ts';

/** Each finding with its evidence: that of the first failure, and of the others on demand. */
export function findingsSection(findings: readonly ShownFinding[], requirementUrl: RequirementUrl): Markup {
  if (findings.length === 0) return html``;
  return html`<section><h2 id="findings">${sectionTitles.findings} (${findings.length})</h2>
${findings.map((finding, index) => findingArticle(finding, index, requirementUrl))}</section>`;
}

function findingArticle(finding: ShownFinding, index: number, requirementUrl: RequirementUrl): Markup {
  const {
    gravity,
    headline,
    sentence,
    check,
    otherChecks,
    advice,
    requirements,
    someEndpoints,
    issues,
    failures,
  } = finding;
  const [first] = failures;
  const checks = check === undefined ? [] : [check, ...otherChecks];
  return html`<article class="card" aria-labelledby="finding-${index + 1}"><h3 id="finding-${index + 1}"><span class="pill">${gravity}</span> ${sanitize(headline)}</h3>
<p>${sanitize(sentence)}</p>
${codes('Endpoints', someEndpoints)}${issueList(issues)}${first === undefined ? '' : evidence(first)}${advice === undefined ? '' : adviceList(advice)}
${codes('Checks', checks)}${requirementList(requirements, requirementUrl)}
${failures.length < 2 ? '' : html`<details><summary>${pluralize(failures.length, 'failure')}</summary>${failures.map(failureBlock)}</details>`}</article>
`;
}

function issueList(issues: readonly string[]): Markup | '' {
  if (issues.length === 0) return '';
  const list = (some: readonly string[]): Markup =>
    html`<ul class="plain small">${some.map((line) => html`<li>${sanitize(line)}</li>`)}</ul>`;
  const rest = issues.slice(mostIssues);
  return html`${list(issues.slice(0, mostIssues))}${rest.length === 0 ? '' : html`<details><summary>${pluralize(rest.length, 'more kind')} of errors</summary>${list(rest)}</details>`}
`;
}

const readers: Readonly<Record<Reader, string>> = {
  administrator: 'Administrator',
  operator: 'Operator',
  developer: 'Developer of the service',
};

/** What each reader can do; what is the same for several is said once. */
function adviceList(advice: Readonly<Record<Reader, string>>): Markup {
  const byText = groupBy(Object.keys(readers) as readonly Reader[], (reader) => advice[reader]);
  const items = [...byText].map(
    ([text, own]) =>
      html`<li><b>${own.map((reader) => readers[reader]).join(', ')}:</b> ${withCode(text)}</li>`,
  );
  return html`<p class="label">What to do</p><ul class="plain small">${items}</ul>`;
}

function codes(name: string, items: readonly string[]): Markup | '' {
  if (items.length === 0) return '';
  const list = items.map((item, index) => html`${index === 0 ? '' : ', '}<code>${sanitize(item)}</code>`);
  return html`<p class="small">${name}: ${list}</p>
`;
}

/** Checks that broke. */
export function failedChecksSection(
  id: string,
  title: string,
  checks: readonly FailedCheck[],
  requirementUrl: RequirementUrl,
): Markup {
  if (checks.length === 0) return html``;
  return html`<section><h2 id="${id}">${title} (${countVerdicts(checks)})</h2>
${checks.map((check) => checkArticle(check, requirementUrl))}</section>`;
}

function checkArticle(
  { check, title, requirements, verdicts }: FailedCheck,
  requirementUrl: RequirementUrl,
): Markup {
  return html`<article class="card"><h3><code>${sanitize(check)}</code>${title === undefined ? '' : ` an endpoint ${title}`}</h3>
${requirementList(requirements, requirementUrl)}
${verdicts.map(failureBlock)}</article>
`;
}

function requirementList(
  requirements: readonly StatedRequirement[],
  requirementUrl: RequirementUrl,
): Markup | '' {
  if (requirements.length === 0) return '';
  const stated = requirements.map(({ id, statement = '' }) => {
    const url = requirementUrl(id);
    const name = url === undefined ? sanitize(id) : html`<a href="${url}">${id}</a>`;
    return html`<li><b>${name}</b> ${withCode(statement)}</li>`;
  });
  return html`<ul class="plain small">${stated}</ul>`;
}

function failureBlock(failed: FailedVerdict): Markup {
  return html`<div class="failure"><p>${sanitize(failed.verdict.message)}</p>
${evidence(failed)}</div>
`;
}

function evidence({ exchange }: FailedVerdict): Markup | '' {
  if (exchange === undefined) return '';
  const { excerpt, headers, curl, status, startedAt, phasesMs } = exchange;
  const answer = status === undefined ? 'no answer' : `status ${status}`;
  const when = `${momentText(startedAt)}, ${answer} after ${duration(phasesMs.total)}`;
  return html`<p class="label">Asked ${sanitize(when)}</p>
${excerpt === undefined ? '' : html`<p class="label">${isWhole(excerpt) ? 'Body' : 'Beginning of the body'}</p><pre>${formattedBody(excerpt)}</pre>`}${answerHeaders(headers)}
<p class="label">Repeat</p><pre>${sanitize(curl)}</pre>`;
}
