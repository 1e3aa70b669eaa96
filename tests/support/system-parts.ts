import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Where system parts are looked for. */
export interface Machine {
  /** PATH, and HIDDEN_SYSTEM_PARTS: names of parts to overlook, separated by commas. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isExecutable: (file: string) => boolean;
  /** Empty for a folder that is not there. */
  readonly namesIn: (folder: string) => readonly string[];
  /** Where Playwright keeps the browser that it downloads. */
  readonly downloadedChromium: string;
}

interface SystemPart {
  readonly title: string;
  /** What is not there where the part is missing. */
  readonly missing: string;
  /** The path of the program; of PostgreSQL, the folder of its programs. */
  readonly find: (machine: Machine) => string | undefined;
}

/** Those of Debian, by preference: pages look the same in the one without a window, for a third less processor time. */
export const debianBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const debianPostgres = '/usr/lib/postgresql';

/** What some tests need and npm does not install. */
export const systemParts = {
  chromium: {
    title: 'a browser',
    missing: `no ${debianBrowsers[1]}, and none of Playwright's own: npx playwright install chromium`,
    find: ({ isExecutable, downloadedChromium }) =>
      [...debianBrowsers, downloadedChromium].find((file) => isExecutable(file)),
  },
  promtool: {
    title: 'promtool',
    missing: 'no promtool in PATH',
    find: (machine) => inPath(machine, 'promtool'),
  },
  prometheus: {
    title: 'Prometheus',
    missing: 'no prometheus in PATH',
    find: (machine) => inPath(machine, 'prometheus'),
  },
  alertmanager: {
    title: 'Alertmanager',
    missing: 'no prometheus-alertmanager and no alertmanager in PATH',
    // Debian's name, then that of its own releases.
    find: (machine) => inPath(machine, 'prometheus-alertmanager') ?? inPath(machine, 'alertmanager'),
  },
  postgresql: {
    title: 'PostgreSQL',
    missing: `no initdb and postgres in ${debianPostgres} or PATH`,
    find: (machine) =>
      [...debianVersions(machine), ...pathFolders(machine)].find((folder) =>
        ['initdb', 'postgres'].every((name) => machine.isExecutable(join(folder, name))),
      ),
  },
  bash: {
    title: 'bash',
    missing: 'no bash in PATH',
    find: (machine) => inPath(machine, 'bash'),
  },
  script: {
    title: 'script, which makes a terminal',
    missing: 'no script in PATH',
    find: (machine) => inPath(machine, 'script'),
  },
  curl: {
    title: 'curl',
    missing: 'no curl in PATH',
    find: (machine) => inPath(machine, 'curl'),
  },
  git: {
    title: 'git',
    missing: 'no git in PATH',
    find: (machine) => inPath(machine, 'git'),
  },
  linux: {
    title: 'Linux',
    missing: 'no /proc/self/status',
    find: ({ namesIn }) => (namesIn('/proc/self').includes('status') ? '/proc' : undefined),
  },
} as const satisfies Readonly<Record<string, SystemPart>>;

export type SystemPartName = keyof typeof systemParts;

/** Finds a part on this machine. */
export function findPart(name: SystemPartName, machine: Machine = thisMachine()): string | undefined {
  return hiddenParts(machine).includes(name) ? undefined : systemParts[name].find(machine);
}

function hiddenParts({ environment }: Machine): readonly string[] {
  const names = (environment.HIDDEN_SYSTEM_PARTS ?? '').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !Object.hasOwn(systemParts, name));
  if (unknown === undefined) return names;
  throw new Error(`HIDDEN_SYSTEM_PARTS: "${unknown}" is not one of ${Object.keys(systemParts).join(', ')}.`);
}

function thisMachine(): Machine {
  return {
    environment: process.env,
    isExecutable,
    namesIn: (folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    downloadedChromium: chromium.executablePath(),
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function pathFolders({ environment }: Machine): readonly string[] {
  return (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function inPath(machine: Machine, program: string): string | undefined {
  return pathFolders(machine)
    .map((folder) => join(folder, program))
    .find((file) => machine.isExecutable(file));
}

/** The folders of Debian's packages, the newest version first. */
function debianVersions({ namesIn }: Machine): readonly string[] {
  return namesIn(debianPostgres)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(debianPostgres, version, 'bin'));
}
