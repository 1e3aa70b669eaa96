import { readWhole, whyUnreadable } from '../../engine/files.ts';
import { renderRemedies } from '../../reports/remedies-text.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printForPeople } from '../print.ts';
import { UsageError } from '../report-error.ts';
import { terminalOf } from '../terminal.ts';
import { runInstallations } from './run-check.ts';

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
  if (file !== undefined) {
    const { readRecord } = await import('../../engine/record/read-run-record.ts');
    printForPeople(renderRemedies(readRecord(textOf(file), file), terminal));
    return exitCodes.conforming;
  }
  return await runInstallations({ ...options, only: [] }, async (ended) => {
    printForPeople(ended.map(({ record }) => renderRemedies(record, terminal)).join('\n'));
    return exitCodes.conforming;
  });
}

function textOf(file: string): string {
  try {
    return readWhole(file).toString('utf8');
  } catch (thrown) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(thrown)}`);
  }
}
