import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NoRelease, releaseNotes } from './release/release-notes.ts';

/**
 * Prints the release notes for a tag: `npm run release-notes -- v1.2.3`. Exits with 1 if the tag is not a valid
 * release.
 */

const textOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');
const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };

try {
  process.stdout.write(releaseNotes(process.argv[2] ?? '', version, textOf('CHANGELOG.md')));
} catch (thrown) {
  if (!(thrown instanceof NoRelease)) throw thrown;
  process.stderr.write(`${thrown.message}\n`);
  process.exitCode = 1;
}
