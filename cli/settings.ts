import { installationGroups } from '../engine/configuration/installation-settings.ts';
import { runGroup } from '../engine/configuration/run-settings.ts';
import { type SettingGroup, settingsOf } from '../engine/configuration/setting.ts';
import { serviceGroups } from '../monitor/configuration/service-settings.ts';
import { referenceGroup } from './reference-settings.ts';

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
