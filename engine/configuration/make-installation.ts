import { createSecureContext } from 'node:tls';
import { shortestSecret } from '../secret.ts';
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
import {
  type Draft,
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
  noteSecrets(name, settings, reading);
  const otherNames = installationSettings
    .map((setting) => [setting.variable, spelledName(setting, reading)] as const)
    .filter(([variable, spelled]) => spelled !== variable);
  return {
    ...settings,
    ...readSettings(limitSettings, reading),
    name,
    ...(otherNames.length === 0 ? {} : { settingNames: Object.fromEntries(otherNames) }),
    importBundle: settings.importBundle ?? defaultImportBundle,
    extraHeaders: settings.extraHeaders ?? {},
    pinnedIds: readSettings(pinnedIdSettings, reading),
    pace: readSettings(paceSettings, reading),
    connection: connectionOf(reading),
  };
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

/**
 * Notes keys and headers that spoil a run, or could be seen; no message repeats a secret.
 * @param settings incomplete if a mistake was noted already
 */
function noteSecrets(
  name: string,
  settings: Partial<ValuesOf<typeof targetSettings>>,
  reading: Reading,
): void {
  const { baseUrl = '', key, secondKey, revokedKey, extraHeaders = {}, publicHeaders } = settings;
  const note = (row: Setting, message: string): void => {
    const found = withFileVariant(row).flatMap(({ variable }) => reading.draft[variable]?.place ?? []);
    reading.problems.push({ place: found[0] ?? reading.place ?? row.variable, message });
  };
  const headers = Object.entries(extraHeaders);
  for (const [header, value] of headers)
    if (value.reveal().length < shortestSecret && isSecretHeader(header, value, publicHeaders))
      note(
        targetSettings.extraHeaders,
        `The value of ${header} is shorter than ${shortestSecret} characters: it could not be kept out of reports. If everybody may see it, name the header in ${spelledName(targetSettings.publicHeaders, reading)}.`,
      );
  for (const [header, value] of headers)
    if ([key, secondKey].some((one) => one !== undefined && value.reveal().includes(one.reveal())))
      note(
        targetSettings.extraHeaders,
        `The value of ${header} holds a key, which would authenticate the requests without a key. Remove the header.`,
      );
  const keys: readonly (readonly [row: Setting, key: string | undefined, advice: string])[] = [
    [targetSettings.key, key?.reveal(), ''],
    [targetSettings.secondKey, secondKey?.reveal(), "Give another user's key, or remove it."],
    [targetSettings.revokedKey, revokedKey?.reveal(), 'Give a key that was regenerated away, or remove it.'],
  ];
  // If one key stands for two, a check of one would judge the other.
  for (const [index, [row, own, advice]] of keys.entries()) {
    const earlier = keys.slice(0, index).find(([, other]) => own !== undefined && other === own);
    if (earlier !== undefined)
      note(row, `This is the same key as ${spelledName(earlier[0], reading)}. ${advice}`);
  }
  // Reports, folders and pages show both.
  const shown = `${name} ${baseUrl}`.toLowerCase();
  if (keys.some(([, own]) => own !== undefined && shown.includes(own.toLowerCase())))
    note(
      targetSettings.baseUrl,
      'The name or the address of the installation holds a key, and both are shown. Leave it out.',
    );
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
  const seen = new Set<string>();
  installations.forEach(({ name }, index) => {
    // Report folders are named after it, and some file systems ignore letter case.
    const folder = name.toLowerCase();
    if (seen.has(folder)) {
      const message = `Two installations have the name ${name}. Give each its own.`;
      reading.problems.push({ place: entries[index]?.placeOf('name') ?? name, message });
    }
    seen.add(folder);
  });
  return installations;
}

function draftOfEntry({ fields, placeOf }: FileEntry): Draft {
  const found = installationSettings.flatMap(({ variable, field }) =>
    field === undefined || !Object.hasOwn(fields, field)
      ? []
      : [[variable, { text: textOf(fields[field]), place: placeOf(field) }] as const],
  );
  return Object.fromEntries(found);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'object' ? JSON.stringify(value) : value === undefined ? value : String(value);
}
