import { readNamedFile } from '../../application/read-named-file.ts';
import { endpoints } from '../../contract/document/endpoints.ts';
import { type Installation, withSettingNames } from '../../engine/configuration/installation.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { renderRemedies } from '../../reports/advice/remedies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printForHumans, terminalOf } from '../terminal.ts';
import { runInstallations } from './run-check.ts';

/** By the reason code of a check that was not asked for. */
const needs: Readonly<Record<string, string>> = {
  'no-second-key': 'SECOND_API_KEY=…',
  'no-revoked-key': 'REVOKED_API_KEY=…',
  'imports-not-allowed': 'ALLOW_IMPORT=true',
};

const aborts: Readonly<Partial<Record<NonNullable<RunRecord['abortReason']>, string>>> = {
  deadline: 'DEADLINE_S=600',
  throttled: 'PACE=2',
};

/** The settings that would let a run judge more, as lines of `.env`; empty if no setting would. */
function settingLines({ verdicts, abortReason, cause }: RunRecord): readonly string[] {
  const isUnjudged = !verdicts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail');
  if (cause !== undefined && isUnjudged) return [];
  const lines = verdicts.flatMap(({ outcome, endpoint, reason }) => {
    if (outcome === 'skip') return needs[reason?.code ?? ''] ?? [];
    const pinned = endpoints.find(({ id }) => id === endpoint)?.pinnedId;
    // Without a record nothing at its endpoint can be judged.
    const isWithoutRecord = !verdicts.some((one) => one.endpoint === endpoint && one.outcome === 'pass');
    return outcome === 'untestable' && pinned !== undefined && isWithoutRecord ? [`${pinned}=…`] : [];
  });
  const abort = abortReason === undefined ? undefined : aborts[abortReason];
  return [...new Set([...(abort === undefined ? [] : [abort]), ...lines])];
}

export interface DoctorOptions {
  readonly installation?: string;
  readonly progress: boolean;
}

/**
 * Prints what would let a run judge more. Reads a record if one is given; otherwise checks the installations first.
 * @throws UserError if the file is not a record, or the configuration is wrong
 */
export async function diagnoseCoverage(file: string | undefined, options: DoctorOptions): Promise<ExitCode> {
  const terminal = terminalOf(process.stdout, process.env);
  const adviceOn = (record: RunRecord, settings: SettingNames = {}): string =>
    `${renderRemedies(record, terminal)}${linesToCopy(record, settings)}`;
  if (file !== undefined) {
    const { readRecord } = await import('../../engine/record/read-stored.ts');
    printForHumans(adviceOn(readRecord(readNamedFile(file), file)));
    return exitCodes.conforming;
  }
  const advice: string[] = [];
  return await runInstallations({ ...options, only: [], writesNothing: true }, () => ({
    async add({ record, installation }) {
      advice.push(adviceOn(record, installation));
    },
    async end() {
      printForHumans(advice.join('\n'));
      return exitCodes.conforming;
    },
  }));
}

type SettingNames = Pick<Installation, 'settingNames'>;

/** For the place where the installation is configured: `.env`, or its entry in the installations file. */
function linesToCopy(record: RunRecord, settings: SettingNames): string {
  const lines = settingLines(record);
  if (lines.length === 0) return '';
  const isInFile = settings.settingNames !== undefined;
  const written = isInFile ? lines.map((line) => withSettingNames(line, settings).replace('=', ': ')) : lines;
  const place = isInFile ? 'its entry in the file of installations' : '.env';
  return `\nLines for ${place}, to be completed:\n${written.map((line) => `${line}\n`).join('')}`;
}
