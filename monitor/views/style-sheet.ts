import { readdirSync, readFileSync } from 'node:fs';

/** These come first, since others build on them; what is printed has a style sheet of its own. */
const foundations: readonly string[] = ['base.css', 'parts.css', 'forms.css', 'tables.css', 'overview.css'];
const ofPrint = 'print.css';

/**
 * All style sheets of a folder as one, so that a page is painted after two requests instead of ten: those that others build on
 * first, then the others by name.
 */
export function joinStyleSheets(folder: string): string {
  const others = readdirSync(folder)
    .filter((file) => file.endsWith('.css') && file !== ofPrint && !foundations.includes(file))
    .toSorted();
  return [...foundations, ...others].map((file) => readFileSync(`${folder}${file}`, 'utf8')).join('\n');
}
