import { pairProblem } from './certificates.ts';
import { defaultImportBundle } from './default-import-bundle.ts';
import type { ConnectionSettings, Installation } from './installation.ts';
import {
  connectionSettings,
  installationSettings,
  limitSettings,
  paceSettings,
  pinnedIdSettings,
  targetSettings,
} from './installation-settings.ts';
import { type Reading, readSettings, spelledName } from './read-settings.ts';
import { noteSecretMistakes } from './secret-mistakes.ts';

/** Makes an installation from what was found of its settings; it is of use only where no mistake was noted. */
export function makeInstallation(name: string, reading: Reading): Installation {
  const settings = readSettings(targetSettings, reading);
  noteSecretMistakes(name, settings, reading);
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

/** Where a file names settings by its fields, for texts that say which of them helps. */
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
  const problem = pairProblem(certificate, key, names);
  if (problem !== undefined) problems.push({ place, message: problem });
  return { ...others, clientCertificate: { certificate, key } };
}
