import type { Command } from 'commander';
import type { Setting, SettingGroup } from '../engine/configuration/setting.ts';
import { plainText } from '../engine/configuration/setting-text.ts';

/** The part of a command's help that lists the settings that it reads, for `addHelpText`. */
export function settingsHelp(
  groups: readonly SettingGroup[],
): (context: { readonly command: Command }) => string {
  return ({ command }) => {
    const helper = command.createHelp();
    helper.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
    const settings = groups.flatMap((group) => Object.values(group.settings));
    const width = Math.max(...settings.map((setting) => nameOf(setting).length));
    const items = settings.map((setting) =>
      helper.formatItem(nameOf(setting), width, descriptionOf(setting), helper),
    );
    return ['', 'Settings (environment or .env):', ...items].join('\n');
  };
}

function nameOf(setting: Setting): string {
  return setting.hasFileVariant === true ? `${setting.variable}[_FILE]` : setting.variable;
}

function descriptionOf({ meaning, default: usual }: Setting): string {
  return `${plainText(meaning)}${usual === undefined ? '' : ` (default: ${usual})`}`;
}
