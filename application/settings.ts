import { installationGroups, limitSettings } from '../engine/configuration/installation-settings.ts';
import { BadValue } from '../engine/configuration/problems.ts';
import { runGroup, runSettings } from '../engine/configuration/run-settings.ts';
import { type SettingGroup, type SettingTable, settingsOf } from '../engine/configuration/setting.ts';
import { serviceGroups } from '../monitor/configuration/service-settings.ts';

/** The settings of the standalone reference installation. */
export const referenceSettings = {
  port: {
    variable: 'REFERENCE_PORT',
    parse: parsePort,
    default: '4010',
    meaning: 'port of the reference installation, 0 for a free one',
  },
  key: {
    variable: 'REFERENCE_KEY',
    parse: parseKey,
    otherwise: 'another one at each start',
    meaning: 'API key of its first sample user',
    example: 'sample-key-of-ada',
  },
  secondKey: {
    variable: 'REFERENCE_SECOND_KEY',
    parse: parseKey,
    otherwise: 'another one at each start',
    meaning: 'API key of its second sample user',
    example: 'sample-key-of-ben',
  },
} as const satisfies SettingTable;

export const referenceGroup: SettingGroup = {
  title: 'The reference installation',
  settings: referenceSettings,
};

/** A key must fit into a header and a query, and be as long as a secret must be. */
function parseKey(text: string): string {
  if (/^[\x21-\x7e]{8,200}$/.test(text)) return text;
  throw new BadValue('Give 8 to 200 characters of ASCII without spaces.');
}

function parsePort(text: string): number {
  const port = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new BadValue('Give a whole number from 0 to 65535.');
}

/** Every setting of the suite, in the order in which people read them. */
export const settingGroups: readonly SettingGroup[] = [
  ...installationGroups,
  runGroup,
  ...serviceGroups,
  referenceGroup,
];

/** Every variable that may stand in `.env`. */
export function allVariables(): readonly string[] {
  return settingsOf(settingGroups).map(({ variable }) => variable);
}

/** The settings that `validate` reads. */
export const validateSettings = {
  maximumBodyBytes: limitSettings.maximumBodyBytes,
  readerMemoryMb: runSettings.readerMemoryMb,
};
