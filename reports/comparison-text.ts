import picocolors from 'picocolors';
import type { Comparison } from './comparison.ts';
import { closingSentences, type Section, sectionsOf, sideSentences } from './comparison-sections.ts';
import { markdownText } from './markdown-text.ts';
import { sanitize } from './sanitize.ts';
import { wrap } from './terminal-layout.ts';

/** A comparison for a terminal or a log. Nothing in it that came from an installation can act on a terminal. */
export function renderComparison(
  comparison: Comparison,
  options: { readonly colour: boolean; readonly width: number },
): string {
  const colours = picocolors.createColors(options.colour);
  const paints = { bad: colours.red, good: colours.green, open: colours.yellow } as const;
  const sectionLines = ({ title, tone, items, count }: Section): readonly string[] => [
    '',
    colours.bold(paints[tone](`${title} (${count})`)),
    ...items.flatMap(({ sentence, details }) => [
      ...wrap(sanitize(sentence), options.width, '  - ', '    '),
      ...details
        .flatMap((detail) => wrap(sanitize(detail), options.width, '    ', '      '))
        .map(colours.dim),
    ]),
  ];
  const lines = [
    ...sideSentences(comparison).flatMap((sentence) => wrap(sanitize(sentence), options.width)),
    ...sectionsOf(comparison).flatMap(sectionLines),
    '',
    ...closingSentences(comparison).flatMap((sentence) => wrap(sanitize(sentence), options.width)),
  ];
  return `${lines.join('\n')}\n`;
}

/** A comparison as Markdown, for a ticket or a pull request. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const { name } = comparison.after.installation;
  const blocks = [
    `# What changed at ${markdownText(name)}`,
    sideSentences(comparison)
      .map((sentence) => `- ${markdownText(sentence)}`)
      .join('\n'),
    ...sectionsOf(comparison).flatMap(({ title, items, count }) => [
      `## ${title} (${count})`,
      items
        .map(({ sentence, details }) =>
          [`- ${markdownText(sentence)}`, ...details.map((detail) => `  - ${markdownText(detail)}`)].join(
            '\n',
          ),
        )
        .join('\n'),
    ]),
    closingSentences(comparison).map(markdownText).join(' '),
  ];
  return `${blocks.join('\n\n')}\n`;
}
