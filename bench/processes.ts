import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The resources of processes, from /proc; 0 if there is no /proc. */

/** The memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const status = textOf(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The memory of all child processes of a process, in megabytes. */
export function residentMbOfChildren(pid: number): number {
  return processes()
    .filter((one) => parentOf(one) === pid)
    .reduce((sum, child) => sum + residentMb(child), 0);
}

/** The processor time of a process so far, in milliseconds; 0 after its end. */
export function cpuMs(pid: number): number {
  const [userTicks = 0, systemTicks = 0] = statOf(pid).slice(11, 13).map(Number);
  return ((userTicks + systemTicks) * 1000) / ticksPerSecond();
}

/** The descendants of a process with this name. */
export function descendants(pid: number, name: string): readonly number[] {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]));
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter((one) => isBelow(one) && textOf(`/proc/${one}/comm`).trim() === name);
}

/** 100 on every platform of Node.js, but that is not guaranteed. */
function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK']).toString());
}

function processes(): readonly number[] {
  const names = existsSync('/proc') ? readdirSync('/proc') : [];
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0);
}

/** The fields of /proc/PID/stat after the name, which may contain any character. */
function statOf(pid: number): readonly string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty if there is no such file: a process may have ended meanwhile. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
