import { topics } from '../contract/check.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import {
  countVerdicts,
  type FailedCheck,
  type FailedVerdict,
  faultsOf,
  isExplainedByCause,
  knownFailuresOf,
  mostIssues,
  type ShownFinding,
  type StatedRequirement,
  shownFindings,
} from './failures.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { type ObservedGap, observedGaps } from './observed.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import type { ReportName } from './report-files.ts';
import { type RequirementUrl, requirementUrls } from './requirement-links.ts';
import { legend, marksOf, tableOf, tallyOf } from './tally.ts';
import {
  choicePhrases,
  closingLine,
  coveragePhrase,
  duration,
  observationsExplained,
  pluralize,
  requestSummary,
  resentPhrase,
  sectionTitles,
} from './words.ts';

/**
 * A run as Markdown, for a pull request or a ticket. Nothing that an installation says acts as Markdown or markup.
 * @param beside the reports in the same folder
 */
export function renderMarkdown(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const urlOf = requirementUrls(beside);
  const blocks = isExplainedByCause(record)
    ? [...heading(record, deviations)]
    : [
        ...heading(record, deviations),
        table(record),
        ...findings(shownFindings(record), urlOf),
        ...failedChecks(sectionTitles.faults, faultsOf(record), urlOf),
        ...knownFailures(record),
        ...noteSections(deviations).flatMap(({ title, sentences }) => [
          `## ${title}`,
          sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n'),
        ]),
        ...reasons(record, 'untestable'),
        ...reasons(record, 'skip'),
        ...observations(record),
        `**${closingLine(tallyOf(record.verdicts), shownFindings(record).length)}**`,
      ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(record: RunRecord, deviations: Deviations): readonly string[] {
  const { installation, verdicts, durationMs, tier, suiteVersion, startedAt, tls, cause } = record;
  const numbers = [
    coveragePhrase(verdicts),
    requestSummary(record),
    duration(durationMs),
    `tier ${tier}`,
    `suite ${markdownText(suiteVersion)}`,
    `started ${markdownText(startedAt)}`,
    ...(tls === undefined ? [] : [`certificate until ${markdownText(tls.expiresAt)}`]),
  ];
  return [
    `# Contract of ${markdownText(installation.name)}`,
    `${markdownCode(installation.baseUrl)}: **${markdownText(headline(record, deviations))}**`,
    ...(cause === undefined ? [] : [markdownText(cause)]),
    numbers.join(' · '),
    ...labelled('Chosen', choicePhrases(record).join('; ')),
    ...labelled('Sent again', resentPhrase(record)),
  ];
}

function labelled(label: string, text: string): readonly string[] {
  return text === '' ? [] : [`${label}: ${markdownText(text)}`];
}

function table(record: RunRecord): string {
  const rows = tableOf(record).map(({ endpoint, cells }) => [
    markdownText(endpoint),
    ...cells.map((tally) =>
      marksOf(tally)
        .map(({ text }) => text)
        .join(' '),
    ),
  ]);
  const lines = [['Endpoint', ...topics], ['---', ...topics.map(() => '---')], ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${legend.join('   ')}`;
}

function findings(shown: readonly ShownFinding[], urlOf: RequirementUrl): readonly string[] {
  if (shown.length === 0) return [];
  return [
    `## ${sectionTitles.findings} (${shown.length})`,
    ...shown.flatMap((one) => findingBlocks(one, urlOf)),
  ];
}

function findingBlocks(finding: ShownFinding, urlOf: RequirementUrl): readonly string[] {
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
  const checks = check === undefined ? [] : [check, ...otherChecks];
  const codes = (items: readonly string[]): string => items.map(markdownCode).join(', ');
  const lines = [
    `- ${markdownText(sentence)}`,
    ...(someEndpoints.length === 0 ? [] : [`  - Endpoints: ${codes(someEndpoints)}`]),
    ...issues.slice(0, mostIssues).map((line) => `  - ${markdownText(line)}`),
    ...failures.slice(0, 1).flatMap(evidenceLines),
    ...(advice === undefined ? [] : [`  - To do: ${markdownText(advice.administrator)}`]),
    ...(checks.length === 0 ? [] : [`  - Checks: ${codes(checks)}`]),
  ];
  return [
    `### ${gravity}: ${markdownText(headline)}`,
    lines.join('\n'),
    ...(requirements.length === 0 ? [] : [requirementLine(requirements, urlOf)]),
    ...(issues.length <= mostIssues
      ? []
      : [
          folded(
            `${pluralize(issues.length - mostIssues, 'more kind')} of errors`,
            issues.slice(mostIssues).map((line) => `- ${markdownText(line)}`),
          ),
        ]),
    ...(failures.length < 2 ? [] : [allFailures(failures)]),
  ];
}

function allFailures(failures: readonly FailedVerdict[]): string {
  const lines = failures.flatMap((failed) => [
    `- ${markdownText(failed.verdict.message)}`,
    ...evidenceLines(failed),
  ]);
  return folded(pluralize(failures.length, 'failure'), lines);
}

/** Folded where Markdown is shown as HTML. The tags are our own: whatever an installation says is escaped. */
function folded(summary: string, lines: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}

function failedChecks(
  title: string,
  checks: readonly FailedCheck[],
  urlOf: RequirementUrl,
): readonly string[] {
  if (checks.length === 0) return [];
  return [`## ${title} (${countVerdicts(checks)})`, ...checks.flatMap((one) => checkBlocks(one, urlOf))];
}

function checkBlocks(failed: FailedCheck, urlOf: RequirementUrl): readonly string[] {
  const { check, requirements, verdicts } = failed;
  const lines = verdicts.flatMap((one) => [`- ${markdownText(one.verdict.message)}`, ...evidenceLines(one)]);
  return [
    `### ${markdownCode(check)}${demandOf(failed)}`,
    ...(requirements.length === 0 ? [] : [requirementLine(requirements, urlOf)]),
    lines.join('\n'),
  ];
}

function demandOf({ title }: { readonly title?: string }): string {
  return title === undefined ? '' : ` an endpoint ${markdownText(title)}`;
}

function requirementLine(requirements: readonly StatedRequirement[], urlOf: RequirementUrl): string {
  const stated = requirements.map(({ id, statement }) => {
    if (statement === undefined) return markdownText(id);
    const url = urlOf(id);
    return `${url === undefined ? id : `[${id}](${url})`} (${markdownText(statement)})`;
  });
  return `Requirements: ${stated.join(' · ')}`;
}

function evidenceLines({ exchange }: FailedVerdict): readonly string[] {
  if (exchange === undefined) return [];
  const { excerpt, curl } = exchange;
  return [
    ...(excerpt === undefined ? [] : [`  - Body: ${markdownCode(excerpt)}`]),
    `  - Repeat: ${markdownCode(curl)}`,
  ];
}

function knownFailures(record: RunRecord): readonly string[] {
  const known = knownFailuresOf(record);
  if (known.length === 0) return [];
  const lines = known.map(
    ({ check, endpoint, known: reason = '' }) =>
      `- ${markdownCode(check)} at ${markdownCode(endpoint)}: ${markdownText(reason)}`,
  );
  return [`## ${sectionTitles.known} (${known.length})`, lines.join('\n')];
}

function reasons(record: RunRecord, outcome: 'untestable' | 'skip'): readonly string[] {
  const found = reasonsOf(record, outcome);
  if (found.length === 0) return [];
  const lines = found.map(
    ({ message, verdicts }) =>
      `- ${verdicts.length} × ${markdownText(message)}\n  - ${markdownText(placesOf(verdicts))}`,
  );
  return [`## ${sectionTitles[outcome]} (${countVerdicts(found)})`, lines.join('\n')];
}

/** Each gap in words: what is open, what this installation answers, why that matters to a client. */
function observations(record: RunRecord): readonly string[] {
  const gaps = observedGaps(record);
  if (gaps.length === 0) return [];
  return [`## ${sectionTitles.observations}`, observationsExplained, gaps.map(gapLines).join('\n')];
}

function gapLines({ id, statement, matters, answers, places }: ObservedGap): string {
  const shown = answers.map(({ answer, endpoints }) => {
    const isEverywhere = endpoints.length === places && places > 1;
    const where = isEverywhere ? `all ${places} endpoints` : endpoints.map(markdownCode).join(', ');
    return `  - ${markdownCode(answer)} at ${where}`;
  });
  const why = matters === undefined ? '' : ` ${markdownText(matters)}`;
  return [`- **${markdownText(statement)}** (${markdownText(id)})${why}`, ...shown].join('\n');
}
