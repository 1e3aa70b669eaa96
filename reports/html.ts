import { html } from 'hono/html';
import { stateOf } from '../contract/state.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { type Advice, adviceFor, toneOf, verdictOf } from './advice.ts';
import {
  faultsOf,
  isExplainedByCause,
  knownFailuresOf,
  type ShownFinding,
  shownFindings,
} from './failures.ts';
import { failedChecksSection, findingsSection } from './html-findings.ts';
import { tableSection } from './html-matrix.ts';
import { factList, renderPage } from './html-page.ts';
import { knownSection, notes, observationsSection, reasonsSection } from './html-sections.ts';
import type { Markup } from './markup.ts';
import { momentText } from './moments.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { type ReportName, reportFiles } from './report-files.ts';
import { requirementUrls } from './requirement-links.ts';
import { sanitize } from './sanitize.ts';
import { tallyOf } from './tally.ts';
import {
  choicePhrases,
  closingLine,
  coveragePhrase,
  duration,
  requestSummary,
  resentPhrase,
  sectionTitles,
} from './words.ts';

/**
 * A run as one page of HTML that needs no other file: light and dark, to read, print or send.
 * @param beside the reports in the same folder
 */
export function renderHtml(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const findings = shownFindings(record);
  const content = html`${heading(record, findings, deviations, beside)}
${isExplainedByCause(record) ? '' : sections(record, findings, deviations, beside)}`;
  return renderPage(`Contract of ${record.installation.name}`, content);
}

function heading(
  record: RunRecord,
  findings: readonly ShownFinding[],
  deviations: Deviations,
  beside: readonly ReportName[],
): Markup {
  const { installation, cause, state } = record;
  const advice = adviceFor(record, findings, deviations);
  const tone = toneOf(record, advice);
  const isSaid = isExplainedByCause(record);
  return html`<header>
<h1>Contract of ${sanitize(installation.name)}</h1>
<p class="address"><code>${sanitize(installation.baseUrl)}</code></p>
<p class="verdict ${tone}">${verdictOf(record, advice)}</p>
<p class="state">${isSaid ? stateOf(state).meaning : sanitize(headline(record, deviations))}</p>
${cause === undefined || isSaid ? '' : html`<p>${sanitize(cause)}</p>`}
${adviceList(advice)}
${isSaid ? '' : contents(record, findings, beside)}
</header>
${facts(record)}`;
}

/** More things to do at once help nobody: the sections have all. */
const mostAdvice = 8;

function adviceList(advice: readonly Advice[]): Markup {
  if (advice.length === 0) return html`<p class="calm">Nothing has to be done.</p>`;
  const items = advice.slice(0, mostAdvice).map(({ label, sentence, what, target, isProblem }) => {
    const name = target === undefined ? html`<b>${label}</b>` : html`<a href="#${target}">${label}</a>`;
    const found =
      what === ''
        ? html` ${sanitize(sentence)}</p>`
        : html` ${what}</p><p class="found">${sanitize(sentence)}</p>`;
    return html`<li class="${isProblem ? 'bad' : 'open'}"><p>${name}${found}</li>
`;
  });
  const more = advice.length - mostAdvice;
  return html`<section aria-labelledby="todo"><h2 id="todo">What to do</h2>
<ol class="todo">${items}</ol>${more > 0 ? html`<p class="small">and ${more} more, in the sections below</p>` : ''}</section>`;
}

/** Links to the sections that the page has. */
function contents(
  { observations, verdicts }: RunRecord,
  findings: readonly ShownFinding[],
  beside: readonly ReportName[],
): Markup {
  const has = (outcome: string): boolean => verdicts.some((verdict) => verdict.outcome === outcome);
  const links: readonly (readonly [boolean, string, string])[] = [
    [verdicts.length > 0, 'table', 'Endpoints'],
    [findings.length > 0, 'findings', 'Findings'],
    [has('untestable'), 'untestable', 'Not judged'],
    [has('skip'), 'skip', 'Skipped'],
    [observations.length > 0, 'observations', 'Observations'],
  ];
  const shown = links.filter(([isThere]) => isThere);
  return html`<nav aria-label="Sections of this report">${shown.map(([, target, name]) => html`<a href="#${target}">${name}</a> `)}${beside.includes('document') ? html`<a href="${reportFiles.document}">API document</a>` : ''}</nav>`;
}

function facts(record: RunRecord): Markup {
  const { durationMs, tier, suiteVersion, startedAt, tls } = record;
  return factList([
    ['Coverage', coveragePhrase(record.verdicts)],
    ['Verdicts', closingLine(tallyOf(record.verdicts))],
    ['Requests', requestSummary(record)],
    ...(record.choices === undefined || record.choices.length === 0
      ? []
      : ([['Chosen', choicePhrases(record).join('; ')]] as const)),
    ...(resentPhrase(record) === '' ? [] : ([['Sent again', resentPhrase(record)]] as const)),
    ['Started', momentText(startedAt)],
    ['Duration', duration(durationMs)],
    ['Tier', tier],
    ['Suite', suiteVersion],
    ...(tls === undefined ? [] : ([['Certificate until', momentText(tls.expiresAt)]] as const)),
  ]);
}

function sections(
  record: RunRecord,
  findings: readonly ShownFinding[],
  deviations: Deviations,
  beside: readonly ReportName[],
): Markup {
  const requirementUrl = requirementUrls(beside);
  return html`${tableSection(record, findings)}
${findingsSection(findings, requirementUrl)}
${failedChecksSection('faults', sectionTitles.faults, faultsOf(record), requirementUrl)}
${knownSection(knownFailuresOf(record))}
${notes(noteSections(deviations))}
${reasonsSection(record, 'untestable')}
${reasonsSection(record, 'skip')}
${observationsSection(record)}`;
}
