import type { Command } from 'commander';
import { validateSettings } from '../application/settings.ts';
import { installationGroups } from '../engine/configuration/installation-settings.ts';
import { runGroup } from '../engine/configuration/run-settings.ts';
import type { Setting, SettingGroup } from '../engine/configuration/setting.ts';
import { serviceGroups } from '../monitor/configuration/service-settings.ts';

/** The settings each command reads. The reference installation's one setting is listed with its option `--port`. */
const groupsOfCommands: Readonly<Record<string, readonly SettingGroup[]>> = {
  check: [...installationGroups, runGroup],
  plan: [...installationGroups, runGroup],
  validate: [{ title: 'Limits', settings: validateSettings }],
  monitor: serviceGroups,
};

const closings: Readonly<Record<string, string>> = {
  monitor: '\n\nThe settings of `check` name what is monitored: see `check --help`.',
};

/** Adds to the help of each command the settings it reads. */
export function addSettingsHelp(program: Command): void {
  for (const command of program.commands) {
    const name = command.name();
    const groups = groupsOfCommands[name];
    if (groups === undefined) continue;
    command.addHelpText('after', () => `\n${settingsHelp(groups, command)}${closings[name] ?? ''}`);
  }
}

/** A section of a command's help: the settings of some groups, one per line, wrapped like the command's options. */
export function settingsHelp(groups: readonly SettingGroup[], command: Command): string {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  const settings = groups.flatMap((group) => Object.values(group.settings));
  const width = Math.max(...settings.map((setting) => nameOf(setting).length));
  const items = settings.map((setting) =>
    helper.formatItem(nameOf(setting), width, descriptionOf(setting), helper),
  );
  return ['Settings (environment or .env):', ...items].join('\n');
}

function nameOf(setting: Setting): string {
  return setting.hasFileVariant === true ? `${setting.variable}[_FILE]` : setting.variable;
}

function descriptionOf({ meaning, default: usual }: Setting): string {
  return `${plainText(meaning)}${usual === undefined ? '' : ` (default: ${usual})`}`;
}

/** Removes Markdown markup. */
function plainText(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** Turns a Markdown phrase into a plain sentence. A code word at its beginning keeps its case. */
export function sentenceOf(phrase: string): string {
  return `${plainText(phrase.charAt(0).toUpperCase() + phrase.slice(1))}.`;
}
