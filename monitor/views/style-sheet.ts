import { readdirSync, readFileSync } from 'node:fs';
import { chartLibrary } from './chart-library.ts';

/** These come first, since others build on them. */
const foundations: readonly string[] = ['base.css', 'parts.css', 'forms.css', 'tables.css', 'overview.css'];
const ofPrint = 'print.css';

/**
 * All style sheets of a folder as one, so that a page is painted after two requests instead of ten: those that others build on
 * first, then that of the charts, then the others by name, then what holds on paper alone.
 */
export function joinStyleSheets(folder: string): string {
  const others = readdirSync(folder)
    .filter((file) => file.endsWith('.css') && file !== ofPrint && !foundations.includes(file))
    .toSorted();
  const files = [...foundations.map((file) => `${folder}${file}`), chartLibrary.styles];
  return [...files, ...[...others, ofPrint].map((file) => `${folder}${file}`)]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}
