import { maximumPath } from './types.ts';

const maximumHeadLength = 120;
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * The FHIRPath of an element, for instance `Patient.name[0].given`.
 *
 * @param steps the resource, then printable property names and positions; the first may be a path itself
 */
export function elementPath(steps: readonly (string | number)[]): string {
  let head = '';
  let next = 0;
  for (; next < steps.length; next += 1) {
    const step = textOf(steps, next);
    if (head.length + step.length > maximumHeadLength) break;
    head += step;
  }
  if (next === steps.length) return head;
  const room = maximumPath - head.length - 1;
  let tail = '';
  let last = steps.length - 1;
  for (; last >= next; last -= 1) {
    const step = textOf(steps, last);
    if (tail.length + step.length > room) break;
    tail = step + tail;
  }
  if (last < next) return head + tail;
  return `${head}…${tail}`;
}

/** The path of a value in a body, whose property names may be anything. */
export function pathInBody(steps: readonly (string | number)[]): string {
  return elementPath(steps.map((step) => (typeof step === 'string' ? printable(step, 64) : step)));
}

/** A path of bounded length. */
export function cutPath(path: string): string {
  if (path.length <= maximumPath) return path;
  return `${path.slice(0, maximumHeadLength)}…${path.slice(maximumHeadLength + 1 - maximumPath)}`;
}

/** A text from outside on one printable line of bounded length; it keeps no longer text in memory. */
export function printable(text: string, maximumLength: number): string {
  const cut = text.length > maximumLength ? `${text.slice(0, maximumLength - 3)}...` : text;
  return [...cut.replace(unprintable, '?')].join('');
}

function textOf(steps: readonly (string | number)[], index: number): string {
  const step = steps[index] as string | number;
  if (typeof step === 'number') return `[${step}]`;
  if (index > 0) return `.${step}`;
  return step.length > maximumHeadLength ? `…${step.slice(1 - maximumHeadLength)}` : step;
}
