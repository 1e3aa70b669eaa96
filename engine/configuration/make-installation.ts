import { createSecureContext } from 'node:tls';
import { type Secret, shortestSecret } from '../secret.ts';
import { defaultImportBundle } from './import-bodies.ts';
import { type ConnectionSettings, type Installation, isSecretHeader } from './installation.ts';
import {
  connectionSettings,
  installationSettings,
  limitSettings,
  paceSettings,
  pinnedIdSettings,
  targetSettings,
} from './installation-settings.ts';
import type { FileEntry, MonitorBlock } from './installations-file.ts';
import type { Problem } from './problems.ts';
import {
  type Draft,
  type Found,
  type Reading,
  readSettings,
  type Setting,
  spelledName,
  type ValuesOf,
  withFileVariant,
} from './setting.ts';

/** Makes an installation from the settings found; it is usable only if no mistake was noted. */
export function makeInstallation(name: string, reading: Reading): Installation {
  const settings = readSettings(targetSettings, reading);
  noteShortHeaders(settings, reading);
  noteKeysInHeaders(settings, reading);
  noteSameKeys(settings, reading);
  noteShownKeys(name, settings, reading);
  return {
    ...settings,
    ...readSettings(limitSettings, reading),
    name,
    ...settingNamesOf(reading),
    importBundle: settings.importBundle ?? defaultImportBundle,
    extraHeaders: settings.extraHeaders ?? {},
    pinnedIds: readSettings(pinnedIdSettings, reading),
    pace: readSettings(paceSettings, reading),
    connection: connectionOf(reading),
  };
}

/** The names of settings in a file that uses field names: for messages that recommend a setting. */
function settingNamesOf(reading: Reading): Pick<Installation, 'settingNames'> {
  const names = installationSettings
    .map((setting) => [setting.variable, spelledName(setting, reading)] as const)
    .filter(([variable, name]) => name !== variable);
  return names.length === 0 ? {} : { settingNames: Object.fromEntries(names) };
}

function connectionOf(reading: Reading): ConnectionSettings {
  const { draft, problems, place = 'environment' } = reading;
  const { clientCertificate: certificateRow, clientKey: keyRow } = connectionSettings;
  const names = [certificateRow, keyRow].map((row) => spelledName(row, reading));
  if ((draft.CLIENT_CERT_FILE === undefined) !== (draft.CLIENT_KEY_FILE === undefined)) {
    problems.push({ place, message: `A client certificate needs both ${names.join(' and ')}.` });
  }
  const {
    clientCertificate: certificate,
    clientKey: key,
    ...others
  } = readSettings(connectionSettings, reading);
  if (certificate === undefined || key === undefined) return others;
  try {
    createSecureContext({ cert: certificate, key: key.reveal() });
  } catch {
    const message = `${names[1]} is not the key of the certificate in ${names[0]}. Give the two files that belong together.`;
    problems.push({ place, message });
  }
  return { ...others, clientCertificate: { certificate, key } };
}

/** Incomplete if a mistake was noted already. */
type Given = Partial<ValuesOf<typeof targetSettings>>;

/**
 * Notes a header value too short to be hidden. Neither this function nor the following ones repeat a secret in a
 * message.
 */
function noteShortHeaders({ extraHeaders = {}, publicHeaders }: Given, reading: Reading): void {
  for (const [name, value] of Object.entries(extraHeaders)) {
    if (!isSecretHeader(name, value, publicHeaders) || value.reveal().length >= shortestSecret) continue;
    const message = `The value of ${name} is shorter than ${shortestSecret} characters: it could not be kept out of reports. If everybody may see it, name the header in ${spelledName(targetSettings.publicHeaders, reading)}.`;
    reading.problems.push({ place: placeOf(targetSettings.extraHeaders, reading), message });
  }
}

/** A key in an extra header would authenticate the requests without a key. */
function noteKeysInHeaders({ extraHeaders = {}, ...keys }: Given, reading: Reading): void {
  const own = [keys.key, keys.secondKey].flatMap((key) => key?.reveal() ?? []);
  for (const [name, value] of Object.entries(extraHeaders)) {
    if (!own.some((key) => value.reveal().includes(key))) continue;
    const message = `The value of ${name} holds a key, which would authenticate the requests without a key. Remove the header.`;
    reading.problems.push({ place: placeOf(targetSettings.extraHeaders, reading), message });
  }
}

/** If one key stands for two, a check of one would judge the other. */
function noteSameKeys({ key, secondKey, revokedKey }: Given, reading: Reading): void {
  const keys: readonly (readonly [Setting, Secret | undefined, string])[] = [
    [targetSettings.key, key, ''],
    [targetSettings.secondKey, secondKey, "Give another user's key, or remove it."],
    [targetSettings.revokedKey, revokedKey, 'Give a key that was regenerated away, or remove it.'],
  ];
  keys.forEach(([row, secret, advice], index) => {
    const earlier = keys.slice(0, index).find(([, other]) => isSame(other, secret));
    if (earlier === undefined) return;
    const message = `This is the same key as ${spelledName(earlier[0], reading)}. ${advice}`;
    reading.problems.push({ place: placeOf(row, reading), message });
  });
}

function isSame(one: Secret | undefined, other: Secret | undefined): boolean {
  return one !== undefined && one.reveal() === other?.reveal();
}

/** Reports, folders and pages show the name and the address of an installation. */
function noteShownKeys(
  name: string,
  { baseUrl = '', key, secondKey, revokedKey }: Given,
  reading: Reading,
): void {
  for (const secret of [key, secondKey, revokedKey]) {
    const shown = `${name} ${baseUrl}`.toLowerCase();
    if (secret === undefined || !shown.includes(secret.reveal().toLowerCase())) continue;
    const message =
      'The name or the address of the installation holds a key, and both are shown. Leave it out.';
    reading.problems.push({ place: placeOf(targetSettings.baseUrl, reading), message });
    return;
  }
}

function placeOf(row: Setting, { draft, place }: Reading): string {
  const found = withFileVariant(row).flatMap(({ variable }) => draft[variable]?.place ?? []);
  return found[0] ?? place ?? row.variable;
}

/** An installation with its `monitor` block from installations.yaml, which the monitor reads. */
export type ConfiguredInstallation = Installation & MonitorBlock;

/**
 * Makes the installations of a file.
 * @param shared the environment's values for all of them; the entry's own settings win
 */
export function installationsOf(
  entries: readonly FileEntry[],
  { draft: shared, ...reading }: Reading,
): readonly ConfiguredInstallation[] {
  const installations = entries.map((entry, index): ConfiguredInstallation => {
    const { fields, placeOf, isIncomplete } = entry;
    const draft = { ...shared, ...draftOfEntry(entry) };
    // A name that the schema refuses is already noted.
    const name = typeof fields.name === 'string' ? fields.name : `installation-${index + 1}`;
    const place = placeOf();
    const installation = makeInstallation(name, { ...reading, draft, place, isIncomplete, isFile: true });
    if (fields.monitor === undefined) return installation;
    const placeInMonitor = (where: string): string => placeOf(`monitor.${where}`);
    return { ...installation, monitor: fields.monitor, placeInMonitor };
  });
  noteDoubleNames(installations, entries, reading.problems);
  return installations;
}

function draftOfEntry({ fields, placeOf }: Pick<FileEntry, 'fields' | 'placeOf'>): Draft {
  const found = installationSettings.flatMap(({ variable, field }): (readonly [string, Found])[] => {
    if (field === undefined || !Object.hasOwn(fields, field)) return [];
    return [[variable, { text: textOf(fields[field]), place: placeOf(field) }]];
  });
  return Object.fromEntries(found);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'object' ? JSON.stringify(value) : value === undefined ? value : String(value);
}

function noteDoubleNames(
  installations: readonly Installation[],
  entries: readonly FileEntry[],
  problems: Problem[],
): void {
  const seen = new Set<string>();
  installations.forEach(({ name }, index) => {
    // Report folders are named after it, and some file systems ignore letter case.
    const folder = name.toLowerCase();
    const isNew = !seen.has(folder);
    seen.add(folder);
    if (isNew) return;
    const message = `Two installations have the name ${name}. Give each its own.`;
    problems.push({ place: entries[index]?.placeOf('name') ?? name, message });
  });
}
