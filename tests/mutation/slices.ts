import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './targets.ts';

/** A part of a target that one run of Stryker mutates, so that what ended early goes on where it was. */
export interface Slice {
  /** The name of its folder of reports: its number, and its first file. */
  readonly name: string;
  readonly files: readonly string[];
}

const filesAtOnce = 8;

/** The files of a target in their order, a few in each slice. */
export function slicesOf(root: string, { folder, except = [] }: Target): readonly Slice[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.ts') && !except.some((start) => name.startsWith(start)))
    .toSorted();
  return Array.from({ length: Math.ceil(files.length / filesAtOnce) }, (_, index) => {
    const some = files.slice(index * filesAtOnce, (index + 1) * filesAtOnce);
    const first = (some[0] ?? '').replace(/\.ts$/, '').replaceAll('/', '-');
    return { name: `${String(index + 1).padStart(2, '0')}-${first}`, files: some };
  });
}

/** What is read of Stryker's report of a run. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** How many mutants of all reports ended how, and the share of those that count which a test noticed. */
export function mutationScore(reports: readonly MutationReport[]): string {
  const statuses = reports.flatMap(({ files }) =>
    Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status)),
  );
  const count = (...wanted: readonly string[]): number =>
    statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const counted = noticed + count('Survived', 'NoCoverage');
  const share = counted === 0 ? 'no mutants' : `${((100 * noticed) / counted).toFixed(1)} %`;
  return (
    `${share}: of ${counted} mutants ${noticed} were noticed (${count('Timeout')} by a timeout), ` +
    `${count('Survived')} survived, ${count('NoCoverage')} are reached by no test; ${statuses.length - counted} do not count.`
  );
}
