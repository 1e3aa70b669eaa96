import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from './did-you-mean.ts';
import { readEnvironment, type Variables } from './environment.ts';
import type { Installation } from './installation.ts';
import type { FileEntry } from './installations-file.ts';
import { type Draft, type Found, makeInstallation } from './make-installation.ts';
import { parseBoolean, parseRatio } from './parsers.ts';
import { BadValue, ConfigurationError, type Problem } from './problems.ts';
import { installationSettings, type Setting } from './settings.ts';

/** An installation with the block of installations.yaml that is the monitor's to read. */
export interface ConfiguredInstallation extends Installation {
  readonly monitor?: unknown;
}

/** Settings of a run, whatever the installation. */
export interface RunSettings {
  readonly reportsDirectory: string;
  readonly minimumCoverage: number;
  readonly keepEvidence: boolean;
  readonly knownFailuresFile?: string;
}

export interface Configuration {
  /** Empty when nothing is configured: then the embedded reference installation is meant. */
  readonly installations: readonly ConfiguredInstallation[];
  /** True when the installations come from a file, and so each has reports of its own. */
  readonly fromFile: boolean;
  readonly settings: RunSettings;
  /** The environment with `.env` behind it. */
  readonly variables: Variables;
  /** The file's `monitor` block for all installations, as written. */
  readonly monitor?: unknown;
  /** How the embedded installation is asked, where none is configured: everything but its address and keys. */
  readonly embedded: Installation;
}

export interface LoadOptions {
  readonly environment: Variables;
  /** Where `.env`, installations.yaml and relative file names are looked for. */
  readonly directory: string;
  /** Name of the one installation that is meant. */
  readonly only?: string;
}

const defaultFile = 'installations.yaml';

/**
 * Reads the whole configuration.
 * @throws ConfigurationError with every mistake at once
 */
export async function loadConfiguration({
  environment,
  directory,
  only,
}: LoadOptions): Promise<Configuration> {
  const problems: Problem[] = [];
  const variables = readEnvironment(environment, directory, problems);
  const draft = draftOf(variables, installationSettings);
  const shared = draftOf(
    variables,
    installationSettings.filter((setting: Setting) => setting.shared === true),
  );
  const settings = runSettingsOf(variables, problems);
  const file = fileOf(variables, directory, problems);
  const base = { settings, variables, embedded: embeddedTemplate(shared, directory, draft) };
  const finish = (found: Omit<Configuration, keyof typeof base>): Configuration => {
    if (problems.length > 0) throw new ConfigurationError(problems);
    return { ...base, ...found };
  };

  if (file !== undefined) {
    if (draft.baseUrl !== undefined) {
      problems.push({
        place: 'BASE_URL',
        message: `Installations come from ${file.shownName} already. Remove BASE_URL or the file.`,
      });
    }
    // YAML and schemas are loaded by those who use them: a check of one installation starts sooner without.
    const { readInstallationsFile } = await import('./installations-file.ts');
    const { entries, monitor } = readInstallationsFile(
      file.path,
      file.shownName,
      schemas(),
      variables,
      problems,
    );
    const installations = entries.map((entry) => fromEntry(entry, shared, directory, problems));
    checkNames(installations, entries, problems);
    const chosen = choose(installations, only, file.shownName, problems);
    return finish({ installations: chosen, fromFile: true, ...(monitor === undefined ? {} : { monitor }) });
  }
  if (only !== undefined) {
    problems.push({
      place: '--installation',
      message: `There is no ${defaultFile} to pick from. Write one, or name it by INSTALLATIONS_FILE.`,
    });
  }
  const nothingGiven = draft.baseUrl === undefined && keyFields.every((field) => draft[field] === undefined);
  if (nothingGiven) {
    for (const found of Object.values(draft)) {
      if (found?.text.trim() === '')
        problems.push({ place: found.place, message: 'It is set but empty. Give it a value, or remove it.' });
    }
    return finish({ installations: [], fromFile: false });
  }
  const installation = makeInstallation('default', 'environment', draft, directory, problems);
  return finish({ installations: [installation], fromFile: false });
}

/** The embedded installation is our own and need not be spared: full speed unless a pace is set. */
function embeddedTemplate(shared: Draft, directory: string, { baseUrl }: Draft): Installation {
  const place = 'embedded installation';
  const draft: Draft = {
    pace: { text: 'off', place },
    concurrency: { text: '8', place },
    ...(baseUrl === undefined ? shared : {}),
    baseUrl: { text: 'http://127.0.0.1', place },
    apiKey: { text: 'set-when-it-is-started', place },
  };
  return makeInstallation('reference', place, draft, directory, []);
}

const keyFields = ['apiKey', 'apiKeyFile', 'secondApiKey', 'revokedApiKey'] as const;

function draftOf(variables: Variables, settings: readonly Setting[]): Draft {
  const found = settings.flatMap(({ variable, field }) => {
    const text = variables[variable];
    return text === undefined ? [] : [[field, { text, place: variable }] as const];
  });
  return Object.fromEntries(found);
}

function fromEntry(
  { fields, placeOf }: FileEntry,
  shared: Draft,
  directory: string,
  problems: Problem[],
): ConfiguredInstallation {
  const known = new Set<string>(installationSettings.map(({ field }) => field));
  const own = Object.entries(fields)
    .filter(([field]) => known.has(field))
    .map(([field, value]): readonly [string, Found] => [
      field,
      { text: textOf(value), place: placeOf(field) },
    ]);
  const draft: Draft = { ...shared, ...Object.fromEntries(own) };
  const installation = makeInstallation(String(fields.name), placeOf(''), draft, directory, problems);
  return fields.monitor === undefined ? installation : { ...installation, monitor: fields.monitor };
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function runSettingsOf(variables: Variables, problems: Problem[]): RunSettings {
  const read = <T>(variable: string, parse: (text: string) => T): T | undefined => {
    const text = variables[variable];
    if (text === undefined) return undefined;
    try {
      if (text.trim() === '') throw new BadValue('It is set but empty. Give it a value, or remove it.');
      return parse(text);
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      problems.push({ place: variable, message: thrown.message });
      return undefined;
    }
  };
  const knownFailuresFile = read('KNOWN_FAILURES', (text) => text);
  return {
    reportsDirectory: read('REPORTS_DIR', (text) => text) ?? 'reports/out',
    minimumCoverage: read('MIN_COVERAGE', parseRatio) ?? 0,
    keepEvidence: read('KEEP_EVIDENCE', parseBoolean) ?? false,
    ...(knownFailuresFile === undefined ? {} : { knownFailuresFile }),
  };
}

function fileOf(
  variables: Variables,
  directory: string,
  problems: Problem[],
): { path: string; shownName: string } | undefined {
  const named = variables.INSTALLATIONS_FILE;
  if (named !== undefined && named.trim() === '') {
    problems.push({
      place: 'INSTALLATIONS_FILE',
      message: 'It is set but empty. Give it a value, or remove it.',
    });
    return undefined;
  }
  const shownName = named ?? defaultFile;
  const path = resolve(directory, shownName);
  return named !== undefined || existsSync(path) ? { path, shownName } : undefined;
}

function checkNames(
  installations: readonly Installation[],
  entries: readonly FileEntry[],
  problems: Problem[],
): void {
  installations.forEach(({ name }, index) => {
    // Folders of reports are named by it, and some file systems do not tell letter cases apart.
    const first = installations.findIndex((other) => other.name.toLowerCase() === name.toLowerCase());
    if (first === index) return;
    problems.push({
      place: entries[index]?.placeOf('name') ?? name,
      message: `Two installations have the name ${name}. Give each its own.`,
    });
  });
}

function choose(
  installations: readonly ConfiguredInstallation[],
  only: string | undefined,
  shownName: string,
  problems: Problem[],
): readonly ConfiguredInstallation[] {
  if (only === undefined || installations.length === 0) return installations;
  const names = installations.map(({ name }) => name);
  if (!names.includes(only)) {
    problems.push({
      place: '--installation',
      message: `${shownName} has no installation ${only}.${didYouMean(only, names)} It has ${names.join(', ')}.`,
    });
  }
  return installations.filter(({ name }) => name === only);
}

function schemas(): readonly [object, ...object[]] {
  const read = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as object;
  return [read('installations.schema.json'), read('monitor.schema.json')];
}
