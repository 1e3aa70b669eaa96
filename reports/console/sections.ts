import type picocolors from 'picocolors';
import { sanitize, sanitizeUpTo } from '../sanitize.ts';
import {
  type Card,
  headingOf,
  type Item,
  type Part,
  renderText,
  type Section,
  type Text,
  type Tone,
} from '../sections.ts';
import { signs } from '../tally.ts';
import { wrap } from './layout.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** The layout of a report. */
export interface ConsolePage {
  readonly width: number;
  readonly colours: Colours;
  /** Folded parts are printed too. */
  readonly details: boolean;
  /** The number of items printed for a section; all if left out. */
  readonly mostItems?: number;
}

/** The length of the printed body excerpt; the record has more. */
const excerptCharacters = 300;
const statementCharacters = 120;

/** The colour of a tone on a terminal. */
export function paintOf(tone: Tone, { colours }: ConsolePage): (text: string) => string {
  return { bad: colours.red, good: colours.green, open: colours.yellow }[tone];
}

/** A section, after an empty line; empty if the section is. */
export function sectionLines(page: ConsolePage, section: Section): readonly string[] {
  const { tone, items, cards = [] } = section;
  if (items.length + cards.length === 0) return [];
  const { colours, mostItems = items.length } = page;
  const heading = headingOf(section);
  const more = items.length - mostItems;
  return [
    '',
    colours.bold(tone === undefined ? heading : paintOf(tone, page)(heading)),
    ...items.slice(0, mostItems).flatMap((item) => itemLines(page, item)),
    ...(more > 0 ? [colours.dim(`  and ${more} more, which --format json lists`)] : []),
    ...cards.flatMap((card) => ['', ...cardLines(page, card)]),
  ];
}

function itemLines({ width, colours }: ConsolePage, { label, sentence, details }: Item): readonly string[] {
  const about = label === undefined ? '' : `${label}: `;
  return [
    ...wrap(`${about}${plain(sentence)}`, width, '  - ', '    '),
    ...details.flatMap((detail) => wrap(plain(detail), width, '    ', '      ')).map(colours.dim),
  ];
}

function cardLines(page: ConsolePage, { label, title, parts }: Card): readonly string[] {
  const { colours } = page;
  const about = label === undefined ? '' : `${label}: `;
  return [
    `${colours.red(signs.fail)} ${colours.bold(`${about}${plain(title)}`)}`,
    ...parts.flatMap((part) => partLines(page, part, '    ')),
  ];
}

function partLines(page: ConsolePage, part: Part, indent: string): readonly string[] {
  const { width, colours, details } = page;
  switch (part.kind) {
    case 'text':
      return part.isMinor
        ? wrap(plain(part.text), width, indent).map(colours.dim)
        : wrap(plain(part.text), width, `${indent.slice(2)}- `, indent);
    case 'evidence': {
      const { excerpt = '', curl } = part.exchange;
      const body =
        excerpt === '' ? [] : [`${colours.dim('Body:')} ${sanitizeUpTo(excerpt, excerptCharacters)}`];
      return [...body, `${colours.dim('Repeat:')} ${sanitize(curl)}`].map((line) => `${indent}${line}`);
    }
    case 'requirements': {
      // Their ids; their statements only among the details.
      const stated = part.requirements.map(({ id, statement = '' }) =>
        details ? `${id}: ${sanitizeUpTo(statement, statementCharacters)}` : sanitize(id),
      );
      const lines = details || stated.length === 0 ? stated : [`Requirements: ${stated.join(', ')}`];
      return lines.flatMap((line) => wrap(line, width, indent)).map(colours.dim);
    }
    case 'fold':
      return details
        ? part.parts.flatMap((one) => partLines(page, one, `${indent}  `))
        : [colours.dim(`${indent}${part.summary} (--details shows them)`)];
    // The last lines of the report give the advice.
    case 'advice':
      return [];
  }
}

function plain(text: Text): string {
  return renderText(text, sanitize).join('');
}
