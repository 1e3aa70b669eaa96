import type { RunRecord } from '../engine/record/run-record.ts';
import {
  type CheckFindings,
  failuresOf,
  faultsOf,
  isOnlyCause,
  knownFailuresOf,
  placesOf,
  reasonsOf,
} from './findings.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { type Beside, notesOf } from './notes.ts';
import { legend, marksOf, tableOf, tallyOf, topics } from './tally.ts';
import { closingLine, coveragePercent, duration, pluralize, requestSummary, stateSentence } from './words.ts';

/** Tells a run as Markdown, for a pull request or a ticket. Nothing of an installation acts as Markdown or markup in it. */
export function renderMarkdown(record: RunRecord, beside: Beside = {}): string {
  const blocks = isOnlyCause(record)
    ? [...heading(record)]
    : [
        ...heading(record),
        table(record),
        ...findings('Broken requirements', failuresOf(record)),
        ...findings('Faults of the suite itself', faultsOf(record)),
        ...knownFailures(record),
        ...notesOf(beside).flatMap(({ title, sentences }) => [
          `## ${title}`,
          sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n'),
        ]),
        ...reasons(record, 'untestable', 'Untestable: something else stood in the way'),
        ...reasons(record, 'skip', 'Skipped: not asked for by the configuration'),
        ...observations(record),
        `**${closingLine(tallyOf(record.verdicts))}**`,
      ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(record: RunRecord): readonly string[] {
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
    `${markdownCode(installation.baseUrl)}: **${markdownText(stateSentence(record))}**`,
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
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${legend}`;
}

function findings(title: string, groups: readonly CheckFindings[]): readonly string[] {
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, group) => sum + group.findings.length, 0);
  return [`## ${title} (${count})`, ...groups.flatMap(checkBlocks)];
}

function checkBlocks({ check, title, requirements, findings: own }: CheckFindings): readonly string[] {
  const demand = title === undefined ? '' : ` an endpoint ${markdownText(title)}`;
  const told = requirements.map(({ id, statement }) =>
    statement === undefined ? markdownText(id) : `${id} (${markdownText(statement)})`,
  );
  return [
    `### ${markdownCode(check)}${demand}`,
    `Requirements: ${told.join(' · ')}`,
    own
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
  return [`## Known failures (${known.length})`, lines.join('\n')];
}

function reasons(record: RunRecord, outcome: 'untestable' | 'skip', title: string): readonly string[] {
  const found = reasonsOf(record, outcome);
  if (found.length === 0) return [];
  const count = found.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  const lines = found.map(
    ({ message, verdicts }) =>
      `- ${verdicts.length} × ${markdownText(message)}\n  - ${markdownText(placesOf(verdicts))}`,
  );
  return [`## ${title} (${count})`, lines.join('\n')];
}

function observations(record: RunRecord): readonly string[] {
  if (record.observations.length === 0) return [];
  const rows = record.observations.map((one) =>
    [one.gap, one.endpoint, one.answer].map(markdownText).join(' | '),
  );
  const lines = ['| Gap | Endpoint | Answer |', '| --- | --- | --- |', ...rows.map((row) => `| ${row} |`)];
  return [
    '## Observations',
    'What this installation answers where the document leaves it open. None of it is a failure.',
    lines.join('\n'),
  ];
}
