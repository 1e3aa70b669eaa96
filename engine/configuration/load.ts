import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FhirRelease } from '../../fhir/index.ts';
import { misspeltNames, readDotEnv, type Variables } from './environment.ts';
import type { Installation } from './installation.ts';
import { installationGroups, installationSettings, targetSettings } from './installation-settings.ts';
import type { FileReading, MonitorBlock } from './installations-file.ts';
import { type ConfiguredInstallation, installationsOf, makeInstallation } from './make-installation.ts';
import { ConfigurationError, type Problem } from './problems.ts';
import { defaultInstallationsFile, type RunSettings, runGroup, runSettings } from './run-settings.ts';
import { type Draft, draftOf, noteEmpty, readSettings, settingsOf, withFileVariant } from './setting.ts';

interface ConfiguredInstallations extends MonitorBlock {
  /** Empty when nothing is configured: then the embedded reference installation is meant. */
  readonly installations: readonly ConfiguredInstallation[];
  /** True when the installations come from a file, and so each has reports of its own. */
  readonly fromFile: boolean;
}

export interface Configuration extends ConfiguredInstallations {
  readonly settings: RunSettings;
  /** The environment with `.env` behind it. */
  readonly variables: Variables;
  /** True if the embedded installation was asked for by name, and is not meant by saying nothing. */
  readonly isEmbeddedChosen: boolean;
  /** The one FHIR release to judge by, if nothing but the environment can say it. */
  readonly fhirRelease?: FhirRelease;
  /** How the embedded installation is asked, if none is configured: everything but its address and keys. */
  readonly embedded: Installation;
}

export interface LoadOptions {
  readonly environment: Variables;
  /** Where `.env`, installations.yaml and relative file names are looked for. */
  readonly directory: string;
  /** Name of the one installation that is meant. */
  readonly only?: string | undefined;
  /** The source of that name, for mistakes in it: an option, or a variable. */
  readonly onlyFrom?: string;
  /** Variables that other parts of the suite read from the same `.env`: they are no misspelt names. */
  readonly otherVariables?: () => Promise<readonly string[]>;
  /** The mistakes that other parts of the suite find in their own settings, so that all mistakes are reported at once. */
  readonly otherProblems?: (loaded: LoadedForOthers) => Promise<readonly Problem[]>;
}

/** What other parts of the suite read their own settings from. */
export type LoadedForOthers = ConfiguredInstallations & Pick<Configuration, 'variables'>;

/** What the stages of loading work on. */
interface Loading extends Omit<FileReading, 'shownName'> {
  readonly directory: string;
}

/**
 * Reads the whole configuration.
 * @throws ConfigurationError with every mistake at once
 */
export async function loadConfiguration(options: LoadOptions): Promise<Configuration> {
  const { directory, only, onlyFrom = '--installation' } = options;
  const problems: Problem[] = [];
  const dotEnv = readDotEnv(directory);
  const variables = { ...dotEnv, ...options.environment };
  if (Object.keys(dotEnv).length > 0) {
    const own = settingsOf([...installationGroups, runGroup]).map(({ variable }) => variable);
    problems.push(...misspeltNames(dotEnv, [...own, ...((await options.otherVariables?.()) ?? [])]));
  }
  const settings = readSettings(runSettings, {
    draft: draftOf(settingsOf([runGroup]), variables),
    directory,
    problems,
  });
  const loading = { variables, directory, only, onlyFrom, problems };
  const file = installationsFileOf(settings, loading);
  const installations =
    file === undefined ? fromEnvironment(settings.installationName, loading) : await fromFile(file, loading);
  const isEmbedded = installations.installations.length === 0;
  const embedded = embeddedTemplate({ ...loading, problems: isEmbedded ? problems : [] });
  problems.push(...((await options.otherProblems?.({ variables, ...installations })) ?? []));
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { fhirRelease } = readSettings(
    { fhirRelease: targetSettings.fhirRelease },
    { draft: draftOf(installationSettings, variables), directory, problems: [] },
  );
  return {
    ...installations,
    settings,
    variables,
    embedded,
    isEmbeddedChosen: file === undefined && isEmbeddedNamed(variables),
    ...(fhirRelease === undefined ? {} : { fhirRelease }),
  };
}

type NamedFile = Readonly<Record<'path' | 'shownName', string>>;

/** The file of installations that is named, or that lies in its usual place. */
function installationsFileOf(
  { installationsFile: named }: RunSettings,
  { variables, directory }: Loading,
): NamedFile | undefined {
  // An empty name is a mistake, which is noted already, and no request for the usual file.
  if (named === undefined && variables[runSettings.installationsFile.variable] !== undefined)
    return undefined;
  const shownName = named ?? defaultInstallationsFile;
  const path = resolve(directory, shownName);
  return named !== undefined || existsSync(path) ? { path, shownName } : undefined;
}

async function fromFile({ path, shownName }: NamedFile, loading: Loading): Promise<ConfiguredInstallations> {
  const { variables, directory, only, problems } = loading;
  if (variables[targetSettings.baseUrl.variable] !== undefined) {
    const message = `Installations come from ${shownName} already. Remove BASE_URL or the file.`;
    problems.push({ place: 'BASE_URL', message });
  }
  // YAML and ajv are loaded by those who use them: a check of one installation starts sooner without.
  const { readInstallationsFile } = await import('./installations-file.ts');
  const { entries, ...blocks } = readInstallationsFile(path, { ...loading, shownName });
  const all = installationsOf(entries, { draft: sharedDraft(variables), directory, problems });
  const installations = only === undefined ? all : all.filter(({ name }) => name === only);
  return { installations, fromFile: true, ...blocks };
}

function fromEnvironment(
  name: string,
  { variables, directory, only, onlyFrom, problems }: Loading,
): ConfiguredInstallations {
  if (only !== undefined) {
    const message = `There is no ${defaultInstallationsFile} to pick from. Write one, or name it by INSTALLATIONS_FILE.`;
    problems.push({ place: onlyFrom, message });
  }
  const draft = draftOf(installationSettings, variables);
  if (isEmbeddedNamed(variables)) {
    const keys = withFileVariant(targetSettings.key)
      .map(({ variable }) => variable)
      .filter((variable) => draft[variable] !== undefined);
    if (keys.length > 0) {
      const message = `BASE_URL=${embeddedName} means the embedded installation, which has keys of its own. Remove ${keys.join(' and ')}, or write an address.`;
      problems.push({ place: 'BASE_URL', message });
    }
    return { installations: [], fromFile: false };
  }
  if (namesAnInstallation(draft)) {
    const installation = makeInstallation(name, { draft, directory, problems });
    return { installations: [installation], fromFile: false };
  }
  noteEmpty(draft, problems);
  return { installations: [], fromFile: false };
}

/** What BASE_URL says to mean the embedded installation, so that it is not meant by a variable that is missing. */
export const embeddedName = 'embedded';

function isEmbeddedNamed(variables: Variables): boolean {
  return variables[targetSettings.baseUrl.variable]?.trim().toLowerCase() === embeddedName;
}

/** An address or any key, even an empty one, means an installation other than the embedded one. */
function namesAnInstallation(draft: Draft): boolean {
  const { baseUrl, key, secondKey, revokedKey } = targetSettings;
  return [baseUrl, key, secondKey, revokedKey]
    .flatMap((setting) => withFileVariant<unknown>(setting))
    .some(({ variable }) => draft[variable] !== undefined);
}

/** What the environment says to every installation. */
function sharedDraft(variables: Variables): Draft {
  return draftOf(
    installationSettings.filter(({ isShared }) => isShared === true),
    variables,
  );
}

/** The embedded installation is our own and need not be spared: full speed unless a pace is set. */
function embeddedTemplate({ variables, directory, problems }: Loading): Installation {
  const usual = {
    BASE_URL: 'http://127.0.0.1',
    API_KEY: 'set-when-it-is-started',
    PACE: 'off',
    CONCURRENCY: '8',
  };
  const draft = { ...draftOf(installationSettings, usual), ...sharedDraft(variables) };
  const installation = makeInstallation('reference', { draft, directory, problems });
  // It runs on this machine, without a proxy in between.
  const { proxy: _proxy, ...connection } = installation.connection;
  return { ...installation, connection };
}
