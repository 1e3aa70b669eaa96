import { fileText } from './parsers.ts';
import { BadValue } from './problems.ts';
import type { Setting, SettingGroup } from './setting.ts';

/** The setting that names a file with the value of another, where that may stand in one. */
export function fileVariantOf<V>(setting: Setting<V>): Setting<V> | undefined {
  const { variable, field, isShared, hasFileVariant } = setting;
  if (hasFileVariant !== true) return undefined;
  return {
    variable: `${variable}_FILE`,
    ...(field === undefined ? {} : { field: `${field}File` }),
    ...(isShared === undefined ? {} : { isShared }),
    parse: (name, directory) => setting.parse(contentOf(name.trim(), directory), directory),
    meaning: `file that holds the value of \`${variable}\``,
    example: `/run/secrets/${variable.toLowerCase().replaceAll('_', '-')}`,
  };
}

/** A setting and its file variant. */
export function withFileVariant<V>(setting: Setting<V>): readonly Setting<V>[] {
  return [setting, fileVariantOf(setting)].filter((one) => one !== undefined);
}

/** The settings of groups in their order, each followed by its file variant. */
export function settingsOf(groups: readonly SettingGroup[]): readonly Setting[] {
  return groups.flatMap(({ settings }) => Object.values(settings)).flatMap((one) => withFileVariant(one));
}

function contentOf(name: string, directory: string): string {
  const text = fileText(name, directory).trim();
  if (text === '') throw new BadValue(`The file ${name} is empty. Put the value into it.`);
  return text;
}
