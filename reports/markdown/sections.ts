import { sanitize } from '../sanitize.ts';
import {
  type Card,
  headingOf,
  type Item,
  type Part,
  renderText,
  type Section,
  type Text,
} from '../sections.ts';

/** Escapes text so that Markdown shows it literally: no emphasis, code, link, image, table cell, markup or mention. */
export function markdownText(text: string): string {
  return sanitize(text)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_[\]|~#$]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (match) => match.replace('.', '&#46;'));
}

/** Text as a code span that may contain backticks. Not for table cells. */
export function markdownCode(text: string): string {
  const clean = sanitize(text);
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = clean.startsWith('`') || clean.endsWith('`') || clean === '' ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
}

/** A section as blocks, to be separated by empty lines; empty if the section is. */
export function sectionBlocks(section: Section, level: string): readonly string[] {
  const { introduction, items, cards = [] } = section;
  if (items.length + cards.length === 0) return [];
  return [
    `${level} ${headingOf(section)}`,
    ...(introduction === undefined ? [] : [introduction]),
    ...(items.length === 0 ? [] : [items.flatMap(itemLines).join('\n')]),
    ...cards.flatMap((card) => cardBlocks(card, level)),
  ];
}

function itemLines({ label, sentence, details }: Item): readonly string[] {
  const about = label === undefined ? '' : `**${label}**: `;
  return [`- ${about}${inline(sentence)}`, ...details.map((detail) => `  - ${inline(detail)}`)];
}

function cardBlocks({ label, title, parts }: Card, level: string): readonly string[] {
  const lines = parts.filter(({ kind }) => kind !== 'fold').flatMap(partLines);
  const folds = parts.filter((part) => part.kind === 'fold');
  return [
    `${level}# ${label === undefined ? '' : `${label}: `}${inline(title)}`,
    lines.join('\n'),
    // Folded if Markdown is shown as HTML. The tags are our own: an installation's text is escaped.
    ...folds.map(
      (fold) =>
        `<details><summary>${fold.summary}</summary>\n\n${fold.parts.flatMap(partLines).join('\n')}\n\n</details>`,
    ),
  ];
}

/** Lines of a list; every part except a sentence belongs to the sentence before it. */
function partLines(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [`${part.isMinor ? '  ' : ''}- ${inline(part.text)}`];
    case 'advice':
      return part.items.flatMap(itemLines).map((line) => `  ${line}`);
    case 'evidence': {
      const { excerpt, curl } = part.exchange;
      const body = excerpt === undefined ? [] : [`  - Body: ${markdownCode(excerpt)}`];
      return [...body, `  - Repeat: ${markdownCode(curl)}`];
    }
    case 'requirements': {
      const stated = part.requirements.map(({ id, statement, url }) => {
        const name = url === undefined ? markdownText(id) : `[${id}](${url})`;
        return statement === undefined ? name : `${name} (${markdownText(statement)})`;
      });
      return stated.length === 0 ? [] : [`- Requirements: ${stated.join(' · ')}`];
    }
    case 'fold':
      return part.parts.flatMap(partLines);
  }
}

function inline(text: Text): string {
  return renderText(text, markdownText, markdownCode).join('');
}
