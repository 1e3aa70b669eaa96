import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../engine/configuration/problems.ts';
import { UserError } from '../engine/user-error.ts';

const home = new URL('../', import.meta.url);
const places: readonly string[] = [home.href, fileURLToPath(home)];

/** Beside the sources of this package in its own repository. */
const foreign: readonly string[] = ['tests/', 'examples/', 'node_modules/'];

/**
 * Takes the frames of this package out of a mistake of the caller's: where in here it was noticed means nothing to the
 * reader, who is to see the own line first. Errors of other kinds are left as they are.
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
