import { limits } from '../../contract/limits.ts';
import { sanitize } from '../sanitize.ts';

/** How JSON begins that was cut: a line of a log may begin with a bracket, too. */
const beginsAsJson = /^\s*(?:\{\s*"|\[\s*(?:["[{]|-?\d+\s*,))/;
/** Secrets that were taken out of a body that was cut make it shorter than the limit. */
const surelyWhole = 0.75 * limits.excerpt.value;

/** True if nothing of a body is left out. */
export function isWhole(excerpt: string): boolean {
  return excerpt.length < surelyWhole || isJson(excerpt);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/**
 * A body, or its beginning, as it is shown: JSON gets a line for each member, even if the body was cut; anything else
 * stays as it came.
 */
export function formattedBody(excerpt: string): string {
  const text = sanitize(excerpt);
  return isJson(excerpt) || beginsAsJson.test(text) ? indented(text) : text;
}

/** A string, which the end may have cut; an empty pair of brackets; a sign of the layout. */
const tokens = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)|[[{] *[\]}]|[[\]{},:]| +/gs;

/** Breaks lines after brackets and commas that are in no string. */
function indented(text: string): string {
  let depth = 0;
  return text.replaceAll(tokens, (token) => {
    if (token.startsWith('"')) return token;
    const sign = token.replaceAll(' ', '');
    if (sign === ']' || sign === '}') {
      depth = Math.max(0, depth - 1);
      return `${lineBreak(depth)}${sign}`;
    }
    if (sign === '[' || sign === '{') depth += 1;
    if (sign === ':') return ': ';
    return /^[[{,]$/.test(sign) ? `${sign}${lineBreak(depth)}` : sign;
  });
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, 12))}`;
}
