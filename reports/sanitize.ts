import { withoutInvisible } from '../engine/evidence/readings.ts';

/**
 * Characters that no report may contain as received: control characters and escapes (Cc), bidirectional overrides and
 * invisible characters (Cf), halves of surrogate pairs (Cs), and the noncharacters that XML forbids.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu;
const blanks = /[\s\u2028\u2029]+/gu;

/**
 * Makes text from an installation safe to show: one line, with a replacement character for every control character,
 * escape, format character and bidirectional override. Other invisible characters are removed: redaction does not see
 * them either.
 */
export function sanitize(text: string): string {
  return withoutInvisible(text.replace(blanks, ' ').replace(unsafe, '\uFFFD')).trim();
}

/** As `sanitize`, but keeps line breaks as `\n`: for text that a person wrote. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n');
}

/** As `sanitize`, truncated to a number of characters. */
export function sanitizeUpTo(text: string, characters: number): string {
  const points = Array.from(sanitize(text));
  return points.length > characters ? `${points.slice(0, characters - 1).join('')}…` : points.join('');
}
