import { markdownText, sectionBlocks } from '../markdown/sections.ts';
import { compatibilitySection } from './keep-integration.ts';
import { type ComparedSet, type ComparisonView, setViewOf } from './view.ts';

/** Comparisons as Markdown, for a ticket or a pull request. No text from an installation acts as Markdown or markup. */
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
  const { name, verdict, sides, sections, keeping, closing, advice } = view;
  return [
    `${level} What changed at ${markdownText(name)}`,
    `**${markdownText(verdict)}**`,
    listOf(sides),
    ...[...sections, compatibilitySection(keeping)].flatMap((section) => sectionBlocks(section, `${level}#`)),
    [...closing, ...advice].map(markdownText).join(' '),
  ];
}

function listOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${markdownText(sentence)}`).join('\n');
}
