import { fileURLToPath } from 'node:url';
import { kindOf } from '../contract/judging/describe.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { ConfigurationError } from '../engine/configuration/problems.ts';
import { UserError } from '../engine/user-error.ts';

/**
 * Refuses a value that is not a list of names: callers may run without a type checker, and a string would be read as a
 * list of letters.
 * @param what the caller and its option, such as "contractTests: `only`"
 * @throws UserError with a sentence
 */
export function requireNames(what: string, value: unknown): void {
  if (!Array.isArray(value))
    throw new UserError(`${what} takes a list of names, such as ['users']; it got ${kindOf(value)}.`);
  for (const name of value) requireName(what, name);
}

/** @throws UserError with a sentence for a value that is not a name */
export function requireName(what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  const got = value === '' ? 'an empty text' : kindOf(value);
  throw new UserError(`${what} takes names, such as 'users'; it got ${got}.`);
}

/**
 * Refuses unknown options, and a value that is not an object: tests may run without a type checker, and nothing should
 * be ignored silently.
 * @param caller the function they were given to
 * @throws UserError with the nearest name, or with all
 */
export function refuseUnknownOptions(caller: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UserError(`${caller}: the options must be an object, not ${kindOf(options)}.`);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const help = didYouMean(name, known) || ` It takes ${known.join(', ')}.`;
    throw new UserError(`${caller}: there is no option "${name}".${help}`);
  }
}

const home = new URL('../', import.meta.url);
const places: readonly string[] = [home.href, fileURLToPath(home)];

/** Folders next to the sources of this package in its own repository. */
const foreign: readonly string[] = ['tests/', 'examples/', 'node_modules/'];

/**
 * Removes this package's stack frames from a usage error: they mean nothing to the readers, who should see their own
 * line first. Errors of other kinds are left as they are.
 */
export function withoutOwnFrames(thrown: unknown): unknown {
  if (!(thrown instanceof UserError) && !(thrown instanceof ConfigurationError)) return thrown;
  const lines = (thrown.stack ?? '').split('\n');
  thrown.stack = lines.filter((line) => !isFrame(line) || !isOwn(line)).join('\n');
  return thrown;
}

/** The lines of an error's stack that are frames of the caller's code: neither of this package nor of Node.js. */
export function callersIn({ stack = '' }: Error): readonly string[] {
  return stack.split('\n').filter((line) => isFrame(line) && !isOwn(line) && !/\bnode:/.test(line));
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}

function isOwn(line: string): boolean {
  return places.some((place) => {
    const at = line.indexOf(place);
    if (at < 0) return false;
    const inside = line.slice(at + place.length).replaceAll('\\', '/');
    return !foreign.some((folder) => inside.startsWith(folder));
  });
}
