import { type Setting, type SettingGroup, withFileVariant } from '../../engine/configuration/setting.ts';

/** The rows of settings as a table in Markdown; with the column of installations.yaml if any has a field. */
export function settingsTable(groups: readonly SettingGroup[]): string {
  const settings = groups.flatMap((group) => Object.values(group.settings));
  const hasFields = settings.some(({ field }) => field !== undefined);
  const columns: readonly (readonly [string, (setting: Setting) => string])[] = [
    ['setting', (setting) => alternatives(withFileVariant(setting).map(({ variable }) => variable))],
    ...(hasFields ? [['field', fieldOf] as const] : []),
    ['meaning', ({ meaning }) => meaning],
    ['default', ({ default: usual, otherwise = '' }) => (usual === undefined ? otherwise : `\`${usual}\``)],
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([heading]) => heading)),
    line(columns.map(() => '---')),
    ...settings.map((setting) => line(columns.map(([, cellOf]) => cellOf(setting)))),
  ].join('\n');
}

function fieldOf(setting: Setting): string {
  const fields = withFileVariant(setting).flatMap(({ field }) => field ?? []);
  return `${alternatives(fields)}${setting.isShared === true ? ', shared' : ''}`;
}

function alternatives(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' or ');
}
