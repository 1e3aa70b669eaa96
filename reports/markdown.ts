import { topics } from '../contract/check.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import {
  countVerdicts,
  type FailedCheck,
  failuresOf,
  faultsOf,
  isExplainedByCause,
  knownFailuresOf,
} from './failures.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { placesOf, reasonsOf } from './reasons.ts';
import { legend, marksOf, tableOf, tallyOf } from './tally.ts';
import {
  closingLine,
  coveragePercent,
  duration,
  observationsIntroduction,
  pluralize,
  requestSummary,
  sectionTitles,
} from './words.ts';

/** A run as Markdown, for a pull request or a ticket. Nothing that an installation says acts as Markdown or markup. */
export function renderMarkdown(record: RunRecord, deviations: Deviations = {}): string {
  const blocks = isExplainedByCause(record)
    ? [...heading(record, deviations)]
    : [
        ...heading(record, deviations),
        table(record),
        ...failedChecks(sectionTitles.broken, failuresOf(record)),
        ...failedChecks(sectionTitles.faults, faultsOf(record)),
        ...knownFailures(record),
        ...noteSections(deviations).flatMap(({ title, sentences }) => [
          `## ${title}`,
          sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n'),
        ]),
        ...reasons(record, 'untestable'),
        ...reasons(record, 'skip'),
        ...observations(record),
        `**${closingLine(tallyOf(record.verdicts))}**`,
      ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(record: RunRecord, deviations: Deviations): readonly string[] {
  const { installation, coverage, verdicts, durationMs, tier, suiteVersion, startedAt, tls, cause } = record;
  const numbers = [
    `coverage ${coveragePercent(coverage)}`,
    pluralize(verdicts.length, 'verdict'),
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
  ];
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

function failedChecks(title: string, checks: readonly FailedCheck[]): readonly string[] {
  if (checks.length === 0) return [];
  return [`## ${title} (${countVerdicts(checks)})`, ...checks.flatMap(checkBlocks)];
}

function checkBlocks({ check, title, requirements, verdicts }: FailedCheck): readonly string[] {
  const demand = title === undefined ? '' : ` an endpoint ${markdownText(title)}`;
  const stated = requirements.map(({ id, statement }) =>
    statement === undefined ? markdownText(id) : `${id} (${markdownText(statement)})`,
  );
  return [
    `### ${markdownCode(check)}${demand}`,
    `Requirements: ${stated.join(' · ')}`,
    verdicts
      .map(({ verdict, exchange }) => {
        const excerpt = exchange?.excerpt;
        return [
          `- ${markdownText(verdict.message)}`,
          ...(excerpt === undefined ? [] : [`  - Body: ${markdownCode(excerpt)}`]),
          ...(exchange === undefined ? [] : [`  - Repeat: ${markdownCode(exchange.curl)}`]),
        ].join('\n');
      })
      .join('\n'),
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

function observations(record: RunRecord): readonly string[] {
  if (record.observations.length === 0) return [];
  const rows = record.observations.map((one) =>
    [one.gap, one.endpoint, one.answer].map(markdownText).join(' | '),
  );
  const lines = ['| Gap | Endpoint | Answer |', '| --- | --- | --- |', ...rows.map((row) => `| ${row} |`)];
  return [`## ${sectionTitles.observations}`, observationsIntroduction, lines.join('\n')];
}
