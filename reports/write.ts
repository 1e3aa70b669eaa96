import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, makeFolder, ownFile, ownFolder, whyUnwritable } from '../engine/files.ts';
import { withFindings } from '../engine/record/findings.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { UserError } from '../engine/user-error.ts';
import { type ReportName, reportFiles, usualReports } from './formats.ts';
import { renderJson } from './json.ts';
import type { Deviations } from './notes.ts';

/** A file or folder cannot be written. The message is one sentence that says what to do. */
export class WriteError extends UserError {
  override readonly name = 'WriteError';
}

/** Renders a report; `siblings` are the reports in the same folder, to which it may link. */
type RenderReport = (record: RunRecord, deviations: Deviations, siblings: readonly ReportName[]) => string;

/** The code of each report, loaded on demand since it takes time to load. */
const renderers: Readonly<Record<ReportName, () => Promise<RenderReport>>> = {
  markdown: async () => (await import('./markdown/run.ts')).renderMarkdown,
  html: async () => (await import('./html/run.ts')).renderHtml,
  document: async () => (await import('./document/report.ts')).renderDocument,
  junit: async () => (await import('./ci/junit.ts')).renderJunit,
  sarif: async () => (await import('./ci/findings-sarif.ts')).renderFindingsSarif,
  har: async () => (await import('./ci/har.ts')).renderHar,
};

/**
 * Writes a run as run.json and in other formats, each whole or not at all.
 * @param directory created if it is missing
 * @param reports the formats next to run.json
 * @returns the names of the files, the record last
 * @throws WriteError if the folder cannot be written
 */
export async function writeReports(
  record: RunRecord,
  directory: string,
  deviations: Deviations = {},
  reports: readonly ReportName[] = usualReports,
): Promise<readonly string[]> {
  const recordFile = 'run.json';
  await writeWhole(join(directory, recordFile), withFindings(record));
  const files = [];
  for (const name of reports) {
    const render = await renderers[name]();
    await writeWhole(join(directory, reportFiles[name]), render(record, deviations, reports));
    files.push(reportFiles[name]);
  }
  return [...files, recordFile];
}

/**
 * Creates the folder for reports before the run, so that no run is spent on reports that cannot be written.
 * @throws WriteError if it cannot be created, or this user may not write there
 */
export async function prepareFolder(directory: string): Promise<void> {
  try {
    makeFolder(directory, ownFolder);
    await access(directory, constants.W_OK);
  } catch (thrown) {
    throw new WriteError(`${directory} cannot be written: ${reasonOf(thrown)}.`, { cause: thrown });
  }
}

/**
 * Writes a file whole or not at all: a reader sees the old content or the new, never a part. Only its owner may read
 * it.
 * @param content text as it is, or any other value as JSON
 * @throws WriteError if the file cannot be written
 */
export async function writeWhole(file: string, content: string | object): Promise<void> {
  const folder = dirname(file);
  // In the same folder, because a rename is atomic only within one file system.
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    makeFolder(folder, ownFolder);
    await writeFile(temporary, typeof content === 'string' ? content : renderJson(content), {
      mode: ownFile,
    });
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new WriteError(`${file} cannot be written: ${reasonOf(thrown)}.`, { cause: thrown });
  }
}

/** What to do besides choosing another folder. */
const remedies: Readonly<Record<string, string>> = {
  EACCES: 'choose another folder, or change its permissions',
  EPERM: 'choose another folder, or change its permissions',
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EISDIR: 'remove it or choose another folder',
};

/** Does not say how a folder is chosen: by a setting, an option, or an argument. */
function reasonOf(thrown: unknown): string {
  return `${whyUnwritable(thrown)}; ${remedies[codeOf(thrown)] ?? 'choose another folder'}`;
}
