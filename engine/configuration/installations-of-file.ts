import { didYouMean } from './did-you-mean.ts';
import type { Installation } from './installation.ts';
import { installationSettings } from './installation-settings.ts';
import type { FileEntry } from './installations-file.ts';
import { makeInstallation } from './make-installation.ts';
import type { Problem } from './problems.ts';
import type { Draft, Found, Reading } from './read-settings.ts';

/** An installation with the block of installations.yaml that is the monitor's to read. */
export interface ConfiguredInstallation extends Installation {
  readonly monitor?: unknown;
}

/**
 * Makes the installations of a file.
 * @param shared what the environment says to all of them; the entry's own settings win
 */
export function installationsOf(
  entries: readonly FileEntry[],
  { draft: shared, ...reading }: Reading,
): readonly ConfiguredInstallation[] {
  const installations = entries.map(({ fields, placeOf }): ConfiguredInstallation => {
    const draft = { ...shared, ...draftOfEntry({ fields, placeOf }) };
    const installation = makeInstallation(String(fields.name), { ...reading, draft, place: placeOf() });
    return fields.monitor === undefined ? installation : { ...installation, monitor: fields.monitor };
  });
  noteDoubleNames(installations, entries, reading.problems);
  return installations;
}

/** The one installation that is meant, or all. */
export function choose(
  installations: readonly ConfiguredInstallation[],
  only: string | undefined,
  shownName: string,
  problems: Problem[],
): readonly ConfiguredInstallation[] {
  if (only === undefined || installations.length === 0) return installations;
  const names = installations.map(({ name }) => name);
  if (!names.includes(only)) {
    const message = `${shownName} has no installation ${only}.${didYouMean(only, names)} It has ${names.join(', ')}.`;
    problems.push({ place: '--installation', message });
  }
  return installations.filter(({ name }) => name === only);
}

function draftOfEntry({ fields, placeOf }: FileEntry): Draft {
  const found = installationSettings.flatMap(({ variable, field }): (readonly [string, Found])[] => {
    const value = field === undefined ? undefined : fields[field];
    return value === undefined ? [] : [[variable, { text: textOf(value), place: placeOf(field) }]];
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
  installations.forEach(({ name }, index) => {
    // Folders of reports have its name, and some file systems do not distinguish letter cases.
    const first = installations.findIndex((other) => other.name.toLowerCase() === name.toLowerCase());
    if (first === index) return;
    const message = `Two installations have the name ${name}. Give each its own.`;
    problems.push({ place: entries[index]?.placeOf('name') ?? name, message });
  });
}
