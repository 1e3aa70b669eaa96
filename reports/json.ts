import { breakCommandsInJson } from './runner-commands.ts';

/** What JSON allows and `sanitize` replaces. Line breaks stay: they are the layout. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu;

/** A value as JSON text that ends with a line break. Unsafe characters are escaped, so it reads as the same value. */
export function renderJson(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value, undefined, 2))}\n`;
}

/** JSON text in which nothing is unsafe to show; it reads as the same value. */
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
