import { kindOf } from '../contract/judging/describe.ts';
import { withFindings } from '../engine/record/findings.ts';
import { readRecord } from '../engine/record/read-stored.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { UserError } from '../engine/user-error.ts';
import { withoutOwnFrames } from './refusals.ts';
import type { ContractRecord } from './run-contract.ts';

/**
 * Parses the text of a `run.json` written by `check` or by Playwright's tests.
 * @param name the file's name in messages
 * @throws UserError if the text is not a run record of this version
 */
export function readRunRecord(text: string, name?: string): ContractRecord {
  try {
    if (typeof text !== 'string')
      throw new UserError(`readRunRecord takes the text of a run.json; it got ${kindOf(text)}.`);
    return withFindings(readRecord(text, name)) as ContractRecord;
  } catch (thrown) {
    throw withoutOwnFrames(thrown);
  }
}

/**
 * Writes a record as run.json, report.md, report.html, document.html and junit.xml, each whole or not at all, as `check` does.
 * @param directory created if it is missing
 * @throws UserError if it is not a record of this version, or the folder cannot be written
 */
export async function writeReports(record: RunRecord, directory: string): Promise<void> {
  try {
    requireRecord(record);
    readRecord(JSON.stringify(record), 'The record');
    if (typeof directory !== 'string' || directory === '')
      throw new UserError('writeReports takes the folder to write to second, such as reports/out.');
    const reports = await import('../reports/write.ts');
    await reports.writeReports(record, directory);
  } catch (thrown) {
    throw withoutOwnFrames(thrown);
  }
}

function requireRecord(record: unknown): void {
  if (typeof record === 'object' && record !== null && 'verdicts' in record) return;
  throw new UserError(
    `writeReports takes a record first, as \`runContract\` gives it; it got ${kindOf(record)}.`,
  );
}
