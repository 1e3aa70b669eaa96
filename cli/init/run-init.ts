import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { codeOf, makeFolder, whyUnwritable } from '../../engine/files.ts';
import { UsageError } from '../../engine/user-error.ts';
import { suiteVersion } from '../../engine/version.ts';
import { type CiService, findCi, textIn } from './ci-service.ts';
import {
  compiler,
  configuration,
  environment,
  ignored,
  pipelines,
  type Template,
  testFolder,
  tests,
} from './templates.ts';

/** A folder on the path is a symbolic link, which may lead anywhere. */
class LinkedFolder extends Error {}

/**
 * Creates a file below a folder, whole or not at all, with the folders in between, and through no link.
 * @returns whether it was written; an existing file is left as it is
 * @throws LinkedFolder, or the system's error
 */
function writeNew(folder: string, path: string, text: string): boolean {
  const file = resolve(folder, path);
  refuseLinks(folder, dirname(file));
  makeFolder(dirname(file));
  try {
    // The flag refuses a file created since the check, and links that lead nowhere.
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw thrown;
  }
}

/** A repository may come from others: a link in it may lead to a place where the user did not mean to write. */
function refuseLinks(folder: string, parent: string): void {
  let at = resolve(folder);
  for (const step of relative(at, parent).split(sep).filter(Boolean)) {
    at = resolve(at, step);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new LinkedFolder(`${relative(folder, at)} is a link, and may lead elsewhere`);
  }
}

export interface InitOptions {
  readonly ci?: CiService | 'none';
}

/** File names that Playwright recognises as its configuration. */
const configurationNames = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((one) => `playwright.config.${one}`);

/** The steps taken, and those left for the user. */
interface Notes {
  readonly written: string[];
  readonly kept: string[];
  readonly advice: string[];
}

/**
 * Writes a configuration, tests and a pipeline into a folder. An existing file is left as it is.
 * @returns a summary for the terminal
 * @throws UsageError if a file cannot be written; it also names those that were
 */
export function runInit(directory: string, { ci }: InitOptions = {}): string {
  const notes: Notes = { written: [], kept: [], advice: [] };
  writeConfiguration(directory, notes);
  for (const template of [compiler, ...tests, environment]) write(directory, template, notes);
  writePipelines(directory, ci, notes);
  writeIgnored(directory, notes);
  return textOf(notes, nextSteps(directory));
}

function writeConfiguration(directory: string, notes: Notes): void {
  const there = configurationNames.find((name) => existsSync(join(directory, name)));
  if (there === undefined) {
    write(directory, configuration, notes);
    return;
  }
  notes.kept.push(there);
  if (textIn(join(directory, there))?.includes('defineContractConfig(') === true) return;
  notes.advice.push(
    `${there} is your own: hand its configuration to defineContractConfig() of evidence-contract/playwright, and let a project of it find ${testFolder}/.`,
  );
}

function writePipelines(directory: string, ci: InitOptions['ci'], notes: Notes): void {
  const { services, rootAbove } = findCi(directory);
  const chosen = ci === undefined ? services : ci === 'none' ? [] : [ci];
  if (chosen.length === 0 && ci === undefined)
    notes.advice.push('No service for pipelines was found: --ci github, gitlab or jenkins writes one.');
  if (chosen.length > 0 && rootAbove !== undefined && ci === undefined) {
    notes.advice.push(
      `Services read pipelines in ${rootAbove} alone: no pipeline was written. --ci ${chosen[0]} writes one here, for you to move.`,
    );
    return;
  }
  for (const service of chosen) {
    const { otherwise, ...pipeline } = pipelines[service];
    if (otherwise === undefined || !existsSync(join(directory, pipeline.path))) {
      write(directory, pipeline, notes);
      continue;
    }
    const there = textIn(join(directory, pipeline.path));
    notes.kept.push(pipeline.path);
    if (there === pipeline.text) continue;
    write(directory, { ...pipeline, path: otherwise.path }, notes);
    if (there?.includes(otherwise.path) !== true)
      notes.advice.push(`${pipeline.path} is your own: ${otherwise.how}.`);
  }
}

function writeIgnored(directory: string, notes: Notes): void {
  const file = join(directory, ignored.path);
  if (!existsSync(file)) {
    write(directory, ignored, notes);
    return;
  }
  const lines = (textIn(file) ?? '').split('\n').map((line) => line.trim().replaceAll(/^\/|\/$/g, ''));
  const missing = ignored.text
    .split('\n')
    .filter((line) => line !== '' && !lines.includes(line.replace(/\/$/, '')));
  notes.kept.push(ignored.path);
  if (missing.length > 0) notes.advice.push(`Add to ${ignored.path}: ${missing.join(' ')}`);
}

/**
 * Writes a new file.
 * @throws UsageError if it cannot be written
 */
function write(directory: string, { path, text }: Template, { written, kept }: Notes): void {
  try {
    (writeNew(directory, path, text) ? written : kept).push(path);
  } catch (thrown) {
    throw notWritten(path, thrown, written);
  }
}

/** Reports the obstacle and the steps taken before it. */
function notWritten(path: string, thrown: unknown, written: readonly string[]): UsageError {
  const before = written.length === 0 ? 'Nothing was written.' : `Written before: ${written.join(', ')}.`;
  const why = thrown instanceof LinkedFolder ? thrown.message : whyUnwritable(thrown);
  return new UsageError(
    `${path} cannot be written: ${why}. ${before} Correct this and run init again, which writes what is missing.`,
    { cause: thrown },
  );
}

function nextSteps(directory: string): readonly string[] {
  const packages = ['@playwright/test', '@types/node', 'typescript', 'evidence-contract'];
  const missing = packages
    .filter((name) => !existsSync(join(directory, 'node_modules', name)))
    // The package is in no registry yet: by its name alone npm would fetch a package of another publisher.
    .map((name) => (name === 'evidence-contract' ? `./evidence-contract-${suiteVersion}.tgz` : name));
  return [
    ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(' ')}`]),
    ...(existsSync(join(directory, '.env'))
      ? []
      : [
          'cp .env.example .env   # then write the address and a key there; BASE_URL=embedded alone tries it out',
        ]),
    'npx playwright test',
  ];
}

function textOf({ written, kept, advice }: Notes, steps: readonly string[]): string {
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  return [
    ...part('Written:', written),
    ...part('Already there, left unchanged:', kept),
    ...part('For you to do:', advice),
    ...part('Then:', steps),
    '',
  ].join('\n');
}
