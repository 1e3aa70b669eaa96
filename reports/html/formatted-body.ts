import { limits } from '../../contract/limits.ts';
import { sanitize } from '../sanitize.ts';

/** How truncated JSON begins: a line of a log may also begin with a bracket. */
const beginsAsJson = /^\s*(?:\{\s*"|\[\s*(?:["[{]|-?\d+\s*,))/;
/** Redacting a truncated body makes it shorter than the limit. */
const completeBelow = 0.75 * limits.excerpt.value;

/** True if no part of a body is missing. */
export function isComplete(excerpt: string): boolean {
  return excerpt.length < completeBelow || isJson(excerpt);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/**
 * Formats a body, or its beginning, for display: JSON gets a line for each member, even if it was truncated; anything
 * else stays as it came.
 */
export function formattedBody(excerpt: string): string {
  const text = sanitize(excerpt);
  return isJson(excerpt) || beginsAsJson.test(text) ? indented(text) : text;
}

/** A string, possibly truncated; an empty pair of brackets; a layout character. */
const tokens = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)|[[{] *[\]}]|[[\]{},:]| +/gs;

/** Breaks lines after brackets and commas outside strings. */
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
