import { BadValue } from '../engine/configuration/problems.ts';
import type { SettingGroup, SettingTable } from '../engine/configuration/setting.ts';

/** The settings of the reference installation that runs alone. */
export const referenceSettings = {
  port: {
    variable: 'REFERENCE_PORT',
    parse: parsePort,
    default: '4010',
    meaning: 'port of the reference installation, 0 for a free one',
  },
} as const satisfies SettingTable;

export const referenceGroup: SettingGroup = {
  title: 'The reference installation',
  settings: referenceSettings,
};

function parsePort(text: string): number {
  const port = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new BadValue('Give a whole number from 0 to 65535.');
}
