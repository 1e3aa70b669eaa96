import { settingsOf } from '../engine/configuration/file-variant.ts';
import { installationGroups } from '../engine/configuration/installation-settings.ts';
import { type Configuration, loadConfiguration } from '../engine/configuration/load.ts';
import { runGroup } from '../engine/configuration/run-settings.ts';
import type { SettingGroup } from '../engine/configuration/setting.ts';
import { serviceGroups } from '../monitor/configuration/service-settings.ts';
import { referenceGroup } from './reference-settings.ts';

/** Every setting of the suite, in the order in which people read them. */
export const settingGroups: readonly SettingGroup[] = [
  ...installationGroups,
  runGroup,
  ...serviceGroups,
  referenceGroup,
];

/** Loads the configuration of this process: its environment, and the files of the folder that it runs in. */
export function loadHere(only?: string): Promise<Configuration> {
  return loadConfiguration({
    environment: process.env,
    directory: process.cwd(),
    otherVariables: settingsOf(settingGroups).map(({ variable }) => variable),
    ...(only === undefined ? {} : { only }),
  });
}
