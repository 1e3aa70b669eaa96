import { withFindings } from '../engine/record/findings.ts';
import { readRecord } from '../engine/record/read-run-record.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import type { ContractRecord } from './run-contract.ts';

/**
 * Reads the text of a `run.json`, as `check` or Playwright's tests have written it.
 * @param name the file's name in messages
 * @throws UserError where the text is not a run record of this version
 */
export function readRunRecord(text: string, name?: string): ContractRecord {
  return withFindings(readRecord(text, name)) as ContractRecord;
}

/**
 * Writes a record as run.json, report.md, report.html, document.html and junit.xml, each whole or not at all, as `check` does.
 * @param directory created where it is missing
 * @throws UserError where the folder cannot be written
 */
export async function writeReports(record: RunRecord, directory: string): Promise<void> {
  const reports = await import('../reports/write.ts');
  await reports.writeReports(record, directory);
}
