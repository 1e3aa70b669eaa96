import type { FhirRelease } from '../types.ts';

/** One module for each release, so that a bundler splits them and only those that are asked for are loaded. */
const modules: Readonly<Record<FhirRelease, () => Promise<{ readonly tables: string }>>> = {
  '4.0.1': () => import('./model/4.0.1.js'),
  '4.3.0': () => import('./model/4.3.0.js'),
  '5.0.0': () => import('./model/5.0.0.js'),
};

/** The tables of a release, in every environment: in Node.js, in a page or in a worker. */
export async function importTables(release: FhirRelease): Promise<string> {
  return (await modules[release]()).tables;
}
