import { sentenceOf } from '../../cli/settings-help.ts';
import { type Setting, type SettingGroup, settingsOf } from '../../engine/configuration/setting.ts';

const head = `# Settings. Copy this file to .env and remove the # where you set something.
# A setting that is set but empty is an error: remove the line instead.
# Written by \`npm run settings\`, from the tables of settings.
`;

/** The text of .env.example. */
export function envExample(groups: readonly SettingGroup[]): string {
  const sections = groups.map(
    (group) => `\n# ${group.title}\n\n${settingsOf([group]).map(entryOf).join('')}`,
  );
  return head + sections.join('');
}

function entryOf({ variable, meaning, default: usual, otherwise, example }: Setting): string {
  const without = usual === undefined ? otherwise && `without it: ${otherwise}` : `default: ${usual}`;
  const phrase = without === undefined ? meaning : `${meaning} (${without})`;
  return `# ${sentenceOf(phrase)}\n#${variable}=${example ?? usual ?? ''}\n`;
}
