import { installationNamePattern } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';

/** An installation whose state is public, with its public name. */
export interface PublicInstallation {
  readonly name: string;
  readonly publicName: string;
}

const isName = new RegExp(installationNamePattern);
const longestPublicName = 80;

/** "staging=Test service, main": installations, each with its public name if that is another one. */
export function parseStatusPage(text: string): readonly PublicInstallation[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const equals = entry.indexOf('=');
      const name = (equals === -1 ? entry : entry.slice(0, equals)).trim();
      const publicName = equals === -1 ? name : entry.slice(equals + 1).trim();
      return { name, publicName };
    });
  if (entries.length === 0) throw new BadValue('Write the names of installations, separated by commas.');
  for (const { name, publicName } of entries) {
    if (!isName.test(name))
      throw new BadValue('Write each as NAME or NAME=Public name, where NAME is that of an installation.');
    if (publicName === '' || publicName.length > longestPublicName)
      throw new BadValue(`A public name has 1 to ${longestPublicName} characters.`);
  }
  if (new Set(entries.map(({ publicName }) => publicName)).size < entries.length)
    throw new BadValue('Give each installation a public name of its own.');
  return entries;
}
