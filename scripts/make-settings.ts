import { readFileSync, writeFileSync } from 'node:fs';
import { settingFiles } from './settings/files.ts';

/**
 * Writes the files generated from the tables of settings and reasons; with --check it only reports, by exit code 1,
 * which are outdated.
 */

for (const { file, textFrom } of settingFiles) {
  const url = new URL(`../${file}`, import.meta.url);
  const now = readFileSync(url, 'utf8');
  const text = textFrom(now);
  if (text === now) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is not current: run \`npm run settings\` and commit the file.\n`);
    process.exitCode = 1;
  } else writeFileSync(url, text);
}
