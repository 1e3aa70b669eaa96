import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartLibrary } from './chart-library.ts';
import { joinStyleSheets } from './style-sheet.ts';

/** The style sheets, the scripts and the icons, which are served as they are. */
export const assetsFolder: string = fileURLToPath(new URL('./assets/', import.meta.url));

/** The one style sheet of all pages. */
export const styles: string = joinStyleSheets(assetsFolder);

/** Another one after any change of an asset, so that browsers keep what they have without asking. */
export const assetsVersion: string = hashOf([
  styles,
  readFileSync(chartLibrary.script),
  ...readdirSync(assetsFolder)
    .toSorted()
    .flatMap((file) => [file, readFileSync(`${assetsFolder}${file}`)]),
]);

/** The address of an asset. Scripts name each other by their names alone: the version is a folder. */
export function assetUrl(name: string): string {
  return `/assets/${assetsVersion}/${name}`;
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 12);
}
