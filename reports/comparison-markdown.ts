import { type ComparedSet, setViewOf } from './compared-set.ts';
import type { ComparisonView, Section } from './comparison-view.ts';
import { answerWords, type Keeping } from './keep-integration.ts';
import { markdownText } from './markdown-text.ts';
import { pluralize } from './words.ts';

/** Comparisons as Markdown, for a ticket or a pull request. Nothing that an installation says acts as Markdown or markup. */
export function renderComparisonSetMarkdown(set: ComparedSet): string {
  const { verdict, notes, views } = setViewOf(set);
  const blocks = [
    ...(verdict === undefined ? [] : ['# What changed', `**${verdict}**`]),
    ...(notes.length === 0 ? [] : [listOf(notes)]),
    ...views.flatMap((view) => viewBlocks(view, verdict === undefined ? '#' : '##')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function viewBlocks(view: ComparisonView, level: string): readonly string[] {
  const { name, verdict, sides, sections, keeping, closing } = view;
  return [
    `${level} What changed at ${markdownText(name)}`,
    `**${markdownText(verdict)}**`,
    listOf(sides),
    ...sections.flatMap((section) => sectionBlocks(section, level)),
    ...keepingBlocks(keeping, level),
    closing.map(markdownText).join(' '),
  ];
}

function listOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n');
}

function sectionBlocks({ title, items }: Section, level: string): readonly string[] {
  const lines = items.map(({ label, sentence, details }) =>
    [
      `- ${label === undefined ? '' : `**${label}**: `}${markdownText(sentence)}`,
      ...details.map((detail) => `  - ${markdownText(detail)}`),
    ].join('\n'),
  );
  return [`${level}# ${title} (${items.length})`, lines.join('\n')];
}

function keepingBlocks(keeping: readonly Keeping[], level: string): readonly string[] {
  if (keeping.length === 0) return [];
  const kept = keeping.filter(({ answer, reasons }) => answer === 'yes' && reasons.length === 0).length;
  const rows = keeping
    .filter(({ answer, reasons }) => answer !== 'yes' || reasons.length > 0)
    .map(({ endpoint, answer, reasons }) =>
      [endpoint, answerWords[answer], reasons.join('; ')].map(markdownText),
    );
  const rest =
    kept === 0
      ? []
      : [[`all ${rows.length === 0 ? '' : 'other '}(${pluralize(kept, 'endpoint')})`, answerWords.yes, '']];
  const lines = [['Endpoint', 'Answer', 'Why'], ['---', '---', '---'], ...rows, ...rest];
  return [
    `${level}# Can I keep my integration?`,
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ];
}
