/**
 * What must never reach a terminal or a file as it came: control characters and escapes (Cc), bidirectional
 * overrides and invisible characters (Cf), halves of surrogate pairs (Cs), and what XML forbids besides.
 */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu;
const blanks = /[\s\u2028\u2029]+/gu;

/**
 * Makes text from an installation harmless to show: one line, with a replacement character for every control character,
 * escape and bidirectional override. Nothing is closed up: a key that was split by such characters stays split.
 */
export function sanitize(text: string): string {
  return text.replace(blanks, ' ').replace(harmful, '\uFFFD').trim();
}

/** As `harmless`, cut to a number of characters. */
export function sanitizeUpTo(text: string, characters: number): string {
  const points = Array.from(sanitize(text));
  return points.length > characters ? `${points.slice(0, characters - 1).join('')}…` : points.join('');
}
