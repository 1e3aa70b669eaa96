import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { nearestName } from './did-you-mean.ts';
import type { Problem } from './problems.ts';
import { knownVariables } from './settings.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with `.env` of a folder behind it: what the environment sets wins.
 * @param problems receives names in `.env` that look like misspelt settings
 */
export function readEnvironment(environment: Variables, directory: string, problems: Problem[]): Variables {
  const file = join(directory, '.env');
  if (!existsSync(file)) return environment;
  const fromFile = parse(readFileSync(file));
  for (const name of Object.keys(fromFile)) {
    const near = knownVariables.includes(name) ? undefined : nearestName(name, knownVariables);
    if (near !== undefined && isNear(name, near)) {
      problems.push({ place: `.env: ${name}`, message: `This setting is not known. Did you mean ${near}?` });
    }
  }
  return { ...fromFile, ...environment };
}

/** Only a slip of the pen: `.env` may hold variables of other programs. */
function isNear(name: string, near: string): boolean {
  const strip = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return strip(name) === strip(near) || Math.abs(name.length - near.length) <= 1;
}
