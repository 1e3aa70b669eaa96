import { limits } from '../../contract/limits.ts';
import { anyText, parseBoolean, parseName, parseRatio, wholeNumber } from './parsers.ts';
import type { SettingGroup, SettingTable, ValuesOf } from './setting.ts';

/** The installations file to look for if INSTALLATIONS_FILE is not set. */
export const defaultInstallationsFile = 'installations.yaml';

/** The settings of a run, the same for every installation. */
export const runSettings = {
  reportsDirectory: {
    variable: 'REPORTS_DIR',
    parse: anyText,
    default: 'reports/out',
    meaning: 'folder for run.json and the reports',
  },
  minimumCoverage: {
    variable: 'MIN_COVERAGE',
    parse: parseRatio,
    default: '0',
    meaning: 'coverage that a run must reach, 0 to 1',
    example: '0.9',
  },
  minimumAsked: {
    variable: 'MIN_ASKED',
    parse: parseRatio,
    default: '0',
    meaning: 'share of all checks that the configuration must ask for, 0 to 1',
    example: '1',
  },
  keepEvidence: {
    variable: 'KEEP_EVIDENCE',
    parse: parseBoolean,
    default: 'false',
    meaning: '`true`: keep whole exchanges in `evidence.json`; `check --evidence FILE` judges them again',
    example: 'true',
  },
  readerMemoryMb: {
    variable: limits.readingHeapMb.setting,
    parse: wholeNumber(64, 65_536),
    default: String(limits.readingHeapMb.value),
    meaning: 'memory of a process that reads large bodies, in MB',
  },
  knownFailuresFile: {
    variable: 'KNOWN_FAILURES',
    parse: anyText,
    meaning: 'file that lists failures to expect',
    example: 'known-failures.yaml',
  },
  baselineFile: {
    variable: 'BASELINE',
    parse: anyText,
    meaning: 'baseline of `check --save-baseline` to report drift from',
    example: 'baseline.json',
  },
  installationName: {
    variable: 'INSTALLATION_NAME',
    parse: parseName,
    default: 'default',
    meaning: 'name of the installation in reports',
    example: 'staging',
  },
  installationsFile: {
    variable: 'INSTALLATIONS_FILE',
    parse: anyText,
    otherwise: `\`${defaultInstallationsFile}\`, if there is one`,
    meaning: 'file of several installations, like `installations.example.yaml`',
    example: defaultInstallationsFile,
  },
} as const satisfies SettingTable;

/** The settings of a run. */
export type RunSettings = ValuesOf<typeof runSettings>;

export const runGroup: SettingGroup = { title: 'A run', settings: runSettings };
