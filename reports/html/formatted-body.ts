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

/** Breaks lines after brackets and commas that are in no string. */
function indented(text: string): string {
  let result = '';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  for (const character of text) {
    if (isInString) {
      result += character;
      isInString = isEscaped || character !== '"';
      isEscaped = !isEscaped && character === '\\';
      continue;
    }
    if (character === ' ') continue;
    if (character === ']' || character === '}') {
      depth = Math.max(0, depth - 1);
      result += /[[{]$/.test(result.trimEnd()) ? '' : lineBreak(depth);
      result = /[[{]\s*$/.test(result) ? result.trimEnd() + character : result + character;
      continue;
    }
    result += character;
    isInString = character === '"';
    if (character === '[' || character === '{') depth += 1;
    if (/[[{,]/.test(character)) result += lineBreak(depth);
    if (character === ':') result += ' ';
  }
  return result;
}

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, 12))}`;
}
