import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { readText, whyUnreadable } from '../files.ts';
import { nearestName } from './did-you-mean.ts';
import { ConfigurationError, type Problem } from './problems.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables of `.env` in a folder; empty if there is no such file.
 * @throws ConfigurationError if it cannot be read
 */
export function readDotEnv(directory: string): Variables {
  const file = join(directory, '.env');
  if (!existsSync(file)) return {};
  try {
    return parse(readText(file));
  } catch (thrown) {
    throw new ConfigurationError([
      { place: '.env', message: `This file cannot be read: ${whyUnreadable(thrown)}` },
    ]);
  }
}

/** The environment merged with the `.env` of a folder: the environment has precedence. */
export function readEnvironment(environment: Variables, directory: string): Variables {
  return { ...readDotEnv(directory), ...environment };
}

/** Names in `.env` that look like misspelt settings. */
export function misspeltNames(dotEnv: Variables, known: readonly string[]): readonly Problem[] {
  return Object.keys(dotEnv).flatMap((name) => {
    const near = known.includes(name) ? undefined : nearestName(name, known);
    if (near === undefined || !isNear(name, near)) return [];
    return [{ place: `.env: ${name}`, message: `This setting is not known. Did you mean ${near}?` }];
  });
}

/** Only a typing mistake: `.env` may contain variables of other programs. */
function isNear(name: string, near: string): boolean {
  const strip = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return strip(name) === strip(near) || Math.abs(name.length - near.length) <= 1;
}
