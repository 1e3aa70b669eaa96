import { sanitize } from './sanitize.ts';

/** Text that Markdown shows as it is: no emphasis, code, link, image, table cell, markup or mention. */
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

/** Text as a code span, whatever backticks it holds. Not for table cells. */
export function markdownCode(text: string): string {
  const clean = sanitize(text);
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = clean.startsWith('`') || clean.endsWith('`') || clean === '' ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
}
