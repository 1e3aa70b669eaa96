import type { Installation } from './installation.ts';
import { installationSettings } from './installation-settings.ts';
import type { FileEntry } from './installations-file.ts';
import { makeInstallation } from './make-installation.ts';
import type { Problem } from './problems.ts';
import type { Draft, Found, Reading } from './read-settings.ts';

/** An installation with the block of installations.yaml that is the monitor's to read. */
export interface ConfiguredInstallation extends Installation {
  readonly monitor?: unknown;
  /** How a place in that block is named; `where` is a path with points. */
  readonly placeInMonitor?: (where: string) => string;
}

/**
 * Makes the installations of a file.
 * @param shared what the environment says to all of them; the entry's own settings win
 */
export function installationsOf(
  entries: readonly FileEntry[],
  { draft: shared, ...reading }: Reading,
): readonly ConfiguredInstallation[] {
  const installations = entries.map((entry, index): ConfiguredInstallation => {
    const { fields, placeOf, isIncomplete } = entry;
    const draft = { ...shared, ...draftOfEntry(entry) };
    // A name that the schema refuses is noted already.
    const name = typeof fields.name === 'string' ? fields.name : `installation-${index + 1}`;
    const place = placeOf();
    const installation = makeInstallation(name, { ...reading, draft, place, isIncomplete, isFile: true });
    if (fields.monitor === undefined) return installation;
    const placeInMonitor = (where: string): string => placeOf('monitor', ...stepsOf(where));
    return { ...installation, monitor: fields.monitor, placeInMonitor };
  });
  noteDoubleNames(installations, entries, reading.problems);
  return installations;
}

/** The steps of a path with points. */
export function stepsOf(where: string): readonly (string | number)[] {
  return where.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function draftOfEntry({ fields, placeOf }: Pick<FileEntry, 'fields' | 'placeOf'>): Draft {
  const found = installationSettings.flatMap(({ variable, field }): (readonly [string, Found])[] => {
    if (field === undefined || fields[field] === undefined) return [];
    return [[variable, { text: textOf(fields[field]), place: placeOf(field) }]];
  });
  return Object.fromEntries(found);
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function noteDoubleNames(
  installations: readonly Installation[],
  entries: readonly FileEntry[],
  problems: Problem[],
): void {
  const seen = new Set<string>();
  installations.forEach(({ name }, index) => {
    // Folders of reports have its name, and some file systems do not distinguish letter cases.
    const folder = name.toLowerCase();
    const isNew = !seen.has(folder);
    seen.add(folder);
    if (isNew) return;
    const message = `Two installations have the name ${name}. Give each its own.`;
    problems.push({ place: entries[index]?.placeOf('name') ?? name, message });
  });
}
