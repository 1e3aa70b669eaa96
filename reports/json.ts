/** What JSON may hold as it is, but a terminal or a reader should not get: see `harmless`. Line breaks are the layout. */
const harmful = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** A value as JSON text that ends with a line break; what could act on a terminal is escaped, so it reads as the same value. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(harmful, escapeCharacter)}\n`;
}

function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
