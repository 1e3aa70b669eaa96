import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The memory of a process, from /proc; 0 where there is none. */
export function residentMb(pid: number): number {
  const status = readOrNothing(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The memory of all processes that a process has started. */
export function residentMbOfChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0);
}

function childrenOf(pid: number): readonly number[] {
  return readdirOrNothing('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => new RegExp(`^\\d+ \\(.*\\) \\S ${pid} `).test(readOrNothing(`/proc/${name}/stat`)))
    .map(Number);
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readdirOrNothing(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
