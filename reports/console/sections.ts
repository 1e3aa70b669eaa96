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

/** What a report is laid out for. */
export interface ConsolePage {
  readonly width: number;
  readonly colours: Colours;
  /** Folded parts are printed too. */
  readonly details: boolean;
  /** How many items of a section are printed; all if left out. */
  readonly mostItems?: number;
}

/** How much of a body is printed; the record has more. */
const excerptCharacters = 300;
const statementCharacters = 120;

/** What a terminal shows of a tone. */
export function paintOf(tone: Tone, { colours }: ConsolePage): (text: string) => string {
  return { bad: colours.red, good: colours.green, open: colours.yellow }[tone];
}

/** A section, after an empty line; nothing if nothing is in it. */
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
      // Their ids, and what they state among the details.
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
    // The last lines of the report say what to do.
    case 'advice':
      return [];
  }
}

function plain(text: Text): string {
  return renderText(text, sanitize).join('');
}
