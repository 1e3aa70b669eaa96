import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FhirRelease } from '../../fhir/index.ts';
import { misspeltNames, readDotEnv, type Variables } from './environment.ts';
import type { Installation } from './installation.ts';
import { installationGroups, installationSettings, targetSettings } from './installation-settings.ts';
import type { InstallationsReading, MonitorBlock } from './installations-file.ts';
import { type ConfiguredInstallation, installationsOf, makeInstallation } from './make-installation.ts';
import { ConfigurationError, type Problem } from './problems.ts';
import { defaultInstallationsFile, type RunSettings, runGroup, runSettings } from './run-settings.ts';
import { type Draft, draftOf, noteEmpty, readSettings, settingsOf, withFileVariant } from './setting.ts';

interface ConfiguredInstallations extends MonitorBlock {
  /** Empty if nothing is configured: then the embedded reference installation is used. */
  readonly installations: readonly ConfiguredInstallation[];
  /** True if the installations come from a file, so each has its own reports. */
  readonly fromFile: boolean;
}

export interface Configuration extends ConfiguredInstallations {
  readonly settings: RunSettings;
  /** The environment merged with `.env`. */
  readonly variables: Variables;
  /** True if the embedded installation was selected by name, not by default. */
  readonly isEmbeddedChosen: boolean;
  /** The FHIR release to judge by, if only the environment can set it. */
  readonly fhirRelease?: FhirRelease;
  /** The settings of the embedded installation, if none is configured: everything except its address and keys. */
  readonly embedded: Installation;
}

export interface LoadOptions {
  readonly environment: Variables;
  /** The folder of `.env`, installations.yaml and relative file names. */
  readonly directory: string;
  /** The name of the one selected installation. */
  readonly only?: string | undefined;
  /** The source of that name, for messages: an option, or a variable. */
  readonly onlyFrom?: string;
  /** Variables that other parts of the suite read from the same `.env`: they are not misspelt names. */
  readonly otherVariables?: () => Promise<readonly string[]>;
  /** Finds mistakes in the settings of other parts of the suite, so that all mistakes are reported at once. */
  readonly otherProblems?: (loaded: LoadedForOthers) => Promise<readonly Problem[]>;
}

/** The input from which other parts of the suite read their own settings. */
export type LoadedForOthers = ConfiguredInstallations & Pick<Configuration, 'variables'>;

interface Loading extends InstallationsReading {
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

/** The named file of installations, or the one at its default place. */
function installationsFileOf({ installationsFile: named }: RunSettings, { variables, directory }: Loading) {
  // An empty name is a mistake, which is already noted, and does not select the default file.
  if (named === undefined && variables[runSettings.installationsFile.variable] !== undefined)
    return undefined;
  const shownName = named ?? defaultInstallationsFile;
  const path = resolve(directory, shownName);
  return named !== undefined || existsSync(path) ? { path, shownName } : undefined;
}

async function fromFile(
  { path, shownName }: Readonly<Record<'path' | 'shownName', string>>,
  loading: Loading,
): Promise<ConfiguredInstallations> {
  const { variables, directory, only, problems } = loading;
  if (variables[targetSettings.baseUrl.variable] !== undefined) {
    const message = `Installations come from ${shownName} already. Remove BASE_URL or the file.`;
    problems.push({ place: 'BASE_URL', message });
  }
  // YAML and ajv are loaded only when needed: a check of one installation starts sooner without them.
  const { readInstallationsFile } = await import('./installations-file.ts');
  const { entries, ...blocks } = readInstallationsFile(path, shownName, loading);
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
  // An address or any key, even an empty one, means an installation other than the embedded one.
  const { baseUrl, key, secondKey, revokedKey } = targetSettings;
  const isSelected = [baseUrl, key, secondKey, revokedKey]
    .flatMap((setting) => withFileVariant<unknown>(setting))
    .some(({ variable }) => draft[variable] !== undefined);
  if (!isSelected) noteEmpty(draft, problems);
  return {
    installations: isSelected ? [makeInstallation(name, { draft, directory, problems })] : [],
    fromFile: false,
  };
}

/** The value of BASE_URL that selects the embedded installation, so that a missing variable cannot select it. */
export const embeddedName = 'embedded';

function isEmbeddedNamed(variables: Variables): boolean {
  return variables[targetSettings.baseUrl.variable]?.trim().toLowerCase() === embeddedName;
}

/** The environment's values for every installation. */
function sharedDraft(variables: Variables): Draft {
  const shared = installationSettings.filter(({ isShared }) => isShared === true);
  return draftOf(shared, variables);
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
