import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { compiled } from '../../support/compiled.ts';
import { sentinels } from './hostile-run.ts';

/** How a run of the command ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly peakMb: number;
}

/** Runs `check` as a user does, and watches the memory of its process and of those that it starts. */
export async function check(
  baseUrl: string,
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [compiled('cli/main.ts'), 'check', '--no-progress'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      BASE_URL: baseUrl,
      API_KEY: sentinels.key,
      REPORTS_DIR: directory,
      PACE: 'off',
      CONCURRENCY: '8',
      TIMEOUT_MS: '8000',
      DEADLINE_S: '10',
      ...settings,
    },
  });
  let output = '';
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakMbOf(child.pid));
  }, 20);
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { code, output, peakMb };
}

/**
 * The peak resident sizes of a process and of its children, together. The system records them (VmHWM), so that sampling
 * misses no peak.
 */
function peakMbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.map(Number).reduce((sum, child) => sum + peakMbOf(child), own);
  } catch {
    return 0;
  }
}
