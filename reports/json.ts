import { breakCommandsInJson } from './runner-commands.ts';

/** Characters that JSON allows and `sanitize` replaces. Line breaks stay: they are layout. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu;

/** A value as JSON text that ends with a line break. Unsafe characters are escaped, so the parsed value is the same. */
export function renderJson(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value, undefined, 2))}\n`;
}

/** JSON text with all unsafe characters escaped; the parsed value is the same. */
export function escapeUnsafe(json: string): string {
  return breakCommandsInJson(
    json.replace(unsafe, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
  );
}
