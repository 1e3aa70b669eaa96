import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { observationKey } from '../../contract/observe.ts';
import { readWhole, whyUnreadable } from '../../engine/files.ts';
import { type Baseline, makeBaseline } from '../../engine/record/baseline.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { pluralize } from '../../reports/words.ts';
import { writeWhole } from '../../reports/write.ts';
import { UsageError } from '../report-error.ts';

/** The baseline of one installation: where several are checked, its name stands in the name of the file. */
export function baselineFile(file: string, installation: string, isOneOfSeveral: boolean): string {
  if (!isOneOfSeveral) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${installation}${ext}`);
}

/**
 * Reads a baseline.
 * @throws UserError if the file cannot be read or is none
 */
export async function readBaselineFile(file: string): Promise<Baseline> {
  const { readBaseline } = await import('../../engine/record/read-stored.ts');
  let text: string;
  try {
    text = readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`The baseline ${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
  return readBaseline(text, file);
}

/**
 * Saves the observations of a run, unless the file has observations that this run could not make: they would be lost.
 * @returns why it was not saved, as a sentence
 */
export async function saveBaselineFile(file: string, record: RunRecord): Promise<string | undefined> {
  const made = makeBaseline(record);
  if (existsSync(file)) {
    const before = await readBaselineFile(file);
    const now = new Set(made.observations.map(observationKey));
    const lost = before.observations.filter((one) => !now.has(observationKey(one)));
    const [first] = lost;
    if (first !== undefined) {
      return `${file} was not overwritten: it has ${pluralize(lost.length, 'observation')} that this run could not make, such as ${first.gap} at ${first.endpoint}. Save to another file, or remove this one.`;
    }
  }
  await writeWhole(file, made);
  return undefined;
}
