import { existsSync } from 'node:fs';
import { stringify } from 'yaml';
import { isNotShown } from '../../contract/verdict.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { sanitizeUpTo } from '../../reports/sanitize.ts';
import { writeWhole } from '../../reports/write.ts';
import type { KnownFailure } from './known-failures.ts';

const expectedForDays = 30;
const longestReason = 300;
const dayMs = 86_400_000;

/**
 * Saves what fails in a run as known failures, until a day on which somebody looks again; not over a file that is there, in
 * which somebody has written why.
 * @param today as a moment
 * @returns how many there are, and the last day on which they are expected; or why nothing was saved, as a sentence
 */
export async function saveKnownFile(
  file: string,
  record: RunRecord,
  today: Date,
): Promise<{ readonly count: number; readonly until: string } | string> {
  if (existsSync(file)) return `${file} was not overwritten: save to another file, or remove this one.`;
  const until = new Date(today.getTime() + expectedForDays * dayMs)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
  const entries = knownFailuresOf(record, until);
  const head = `# What failed on ${today.toISOString().slice(0, 'YYYY-MM-DD'.length)}. Write why it is expected, and a day by which it is not.\n`;
  await writeWhole(file, `${head}${stringify(entries, { lineWidth: 110 })}`);
  return { count: entries.length, until };
}

function knownFailuresOf({ verdicts }: RunRecord, until: string): readonly KnownFailure[] {
  return verdicts
    .filter((verdict) => verdict.outcome === 'fail' || isNotShown(verdict))
    .map(({ check, endpoint, message, known }) => ({
      check,
      endpoint,
      reason: sanitizeUpTo(known ?? message, longestReason),
      until,
    }));
}
