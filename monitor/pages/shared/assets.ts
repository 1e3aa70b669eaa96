import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The library that makes charts zoom (uPlot), as the monitor serves it: from its own files, under a name of its own. */
export const chartLibrary = {
  name: 'uplot.js',
  script: require.resolve('uplot/dist/uPlot.iife.min.js'),
  styles: require.resolve('uplot/dist/uPlot.min.css'),
} as const;

/** These come first, since others build on them. */
const foundations: readonly string[] = ['base.css', 'parts.css', 'forms.css', 'tables.css', 'overview.css'];
const ofPrint = 'print.css';

const pagesFolder = fileURLToPath(new URL('../', import.meta.url));

/** The style sheets, the scripts and the icons of all pages, which are served as they are: the path of each by its name. */
export const assetFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(pagesFolder)
    .map((page) => `${pagesFolder}${page}/assets/`)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => [name, `${folder}${name}`] as const))
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

const others = [...assetFiles.keys()].filter(
  (name) => name.endsWith('.css') && name !== ofPrint && !foundations.includes(name),
);
const pathOf = (name: string): string => assetFiles.get(name) ?? name;

/**
 * All style sheets as one, so that a page is painted after two requests instead of ten: those that others build on first, then
 * that of the charts, then the others by name, then what holds on paper alone.
 */
export const styles: string = [
  ...foundations.map(pathOf),
  chartLibrary.styles,
  ...[...others, ofPrint].map(pathOf),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const scripts = [chartLibrary.script, ...assetFiles.values()].map((path) => readFileSync(path, 'utf8'));

/** Another one after any change of an asset, so that browsers keep what they have without asking. */
export const assetsVersion: string = createHash('sha256')
  .update([styles, ...assetFiles.keys(), ...scripts].join('\0'))
  .digest('hex')
  .slice(0, 12);

/** The address of an asset. Scripts name each other by their names alone: the version is a folder. */
export function assetUrl(name: string): string {
  return `/assets/${assetsVersion}/${name}`;
}
