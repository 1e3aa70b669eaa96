import { topics } from '../../contract/checks/check.ts';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { ReportName } from '../formats.ts';
import { type Deviations, headline } from '../notes.ts';
import { factLines, runSections } from '../run-sections.ts';
import { isExplainedByCause, legend, tableOf, tallyOf } from '../tally.ts';
import { closingLine } from '../words.ts';
import { markdownCode, markdownText, sectionBlocks } from './sections.ts';

/**
 * A run as Markdown, for a pull request or a ticket. No text from an installation acts as Markdown or markup.
 * @param siblings the reports in the same folder
 */
export function renderMarkdown(
  record: RunRecord,
  deviations: Deviations = {},
  siblings: readonly ReportName[] = [],
): string {
  const blocks = isExplainedByCause(record)
    ? heading(record, deviations)
    : [
        ...heading(record, deviations),
        table(record),
        legend.join('   '),
        ...runSections(record, deviations, siblings).flatMap((section) => sectionBlocks(section, '##')),
        `**${closingLine(tallyOf(record.verdicts), countedFindings(record).length)}**`,
      ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(record: RunRecord, deviations: Deviations): readonly string[] {
  const { installation, cause } = record;
  return [
    `# Contract check: ${markdownText(installation.name)}`,
    `${markdownCode(installation.baseUrl)}: **${markdownText(headline(record, deviations))}**`,
    ...(cause === undefined ? [] : [markdownText(cause)]),
    ...factLines(record).map(markdownText),
  ];
}

function table(record: RunRecord): string {
  const rows = tableOf(record).map(({ endpoint, cells }) => [
    markdownText(endpoint),
    ...cells.map(({ marks }) => marks.map(({ text }) => text).join(' ')),
  ]);
  const lines = [['Endpoint', ...topics], ['---', ...topics.map(() => '---')], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
