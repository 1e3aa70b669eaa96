import { kindOf } from '../contract/describe.ts';
import { UserError } from '../engine/user-error.ts';

/**
 * Refuses what is no list of names: code runs without a compiler that would, and a text is a list of its letters.
 * @param what the caller and its option, such as "contractTests: `only`"
 * @throws UserError with a sentence
 */
export function requireNames(what: string, value: unknown): void {
  if (!Array.isArray(value))
    throw new UserError(`${what} takes a list of names, such as ['users']; it got ${kindOf(value)}.`);
  for (const name of value) requireName(what, name);
}

/** @throws UserError with a sentence for what is no name */
export function requireName(what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  const got = value === '' ? 'an empty text' : kindOf(value);
  throw new UserError(`${what} takes names, such as 'users'; it got ${got}.`);
}
