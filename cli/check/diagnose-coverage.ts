import { readWhole, whyUnreadable } from '../../engine/files.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { renderRemedies } from '../../reports/advice/remedies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printForPeople } from '../print.ts';
import { UsageError } from '../report-error.ts';
import { terminalOf } from '../terminal.ts';
import { runInstallations } from './run-check.ts';
import { settingLines } from './setting-lines.ts';

export interface DoctorOptions {
  readonly installation?: string;
  readonly progress: boolean;
}

/**
 * Prints what would let a run judge more: of a record, or of the installations, which are checked for it.
 * @throws UserError when the file is no record, or the configuration is wrong
 */
export async function diagnoseCoverage(file: string | undefined, options: DoctorOptions): Promise<ExitCode> {
  const terminal = terminalOf(process.stdout, process.env);
  const adviceOn = (record: RunRecord): string => `${renderRemedies(record, terminal)}${linesToCopy(record)}`;
  if (file !== undefined) {
    const { readRecord } = await import('../../engine/record/read-stored.ts');
    printForPeople(adviceOn(readRecord(textOf(file), file)));
    return exitCodes.conforming;
  }
  return await runInstallations({ ...options, only: [] }, async (ended) => {
    printForPeople(ended.map(({ record }) => adviceOn(record)).join('\n'));
    return exitCodes.conforming;
  });
}

function linesToCopy(record: RunRecord): string {
  const lines = settingLines(record);
  if (lines.length === 0) return '';
  return `\nLines for .env, to be completed:\n${lines.map((line) => `${line}\n`).join('')}`;
}

function textOf(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
