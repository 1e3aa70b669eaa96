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

/**
 * All style sheets as one, so that a page is painted after two requests instead of ten: those that others build on first, then
 * that of the charts, then the others by name, then what holds on paper alone.
 */
function joinStyleSheets(): string {
  const others = [...assetFiles.keys()].filter(
    (name) => name.endsWith('.css') && name !== ofPrint && !foundations.includes(name),
  );
  const paths = [...foundations, ...others, ofPrint].map((name) => assetFiles.get(name) ?? name);
  return paths
    .toSpliced(foundations.length, 0, chartLibrary.styles)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** The one style sheet of all pages. */
export const styles: string = joinStyleSheets();

/** Another one after any change of an asset, so that browsers keep what they have without asking. */
export const assetsVersion: string = hashOf([
  styles,
  readFileSync(chartLibrary.script),
  ...[...assetFiles].flatMap(([name, path]) => [name, readFileSync(path)]),
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
