import { kindOf } from '../contract/judging/describe.ts';
import { plainError } from './errors.ts';

/** A status, several, or a class of them. */
export type ExpectedStatus = number | readonly number[] | '2xx' | '3xx' | '4xx' | '5xx';

const classes: readonly string[] = ['2xx', '3xx', '4xx', '5xx'] satisfies readonly ExpectedStatus[];

/** Shorter than any part of a key that must not be shown. */
const shownLength = 7;

/**
 * Whether a status is what a test expects. Tests may run without a type checker: a value that names no status is
 * refused, since it would be green or red forever.
 * @throws Error with a sentence
 */
export function isExpectedStatus(status: number, expected: unknown): boolean {
  const wanted: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  if (wanted.length === 0) throw refused('an empty list');
  const wrong = wanted.findIndex((one) => !namesStatus(one));
  if (wrong >= 0) throw refused(shown(wanted[wrong]));
  return wanted.some((one) =>
    classes.includes(String(one)) ? isOfClass(status, one) : status === Number(one),
  );
}

export function statusWords(expected: ExpectedStatus): string {
  return typeof expected === 'object' ? `status ${expected.join(' or ')}` : `status ${expected}`;
}

function namesStatus(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 100 && value <= 599;
  return typeof value === 'string' && (classes.includes(value) || /^[1-5]\d\d$/.test(value));
}

function isOfClass(status: number, name: unknown): boolean {
  return String(status).charAt(0) === String(name).charAt(0);
}

function refused(got: string): Error {
  return plainError(
    `toHaveStatus takes a status such as 404, a list of them, or a class such as '4xx'; it got ${got}.`,
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > shownLength ? `${value.slice(0, shownLength)}…` : value);
  return typeof value === 'number' ? String(value) : kindOf(value);
}
