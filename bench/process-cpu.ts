import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What /proc counts processor time in; 100 a second wherever Node.js runs, but that is not promised. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']).toString());

/** The processor time that a process has taken so far, in milliseconds; 0 once it is gone. Linux alone. */
export function cpuMs(pid: number): number {
  const [userTicks, systemTicks] = statOf(pid).slice(11, 13).map(Number);
  return (((userTicks ?? 0) + (systemTicks ?? 0)) * 1000) / ticksPerSecond;
}

/** The processes of a name that a process has started, and those that they have started. */
export function descendants(pid: number, name: string): readonly number[] {
  const parents = new Map<number, number>();
  for (const one of readdirSync('/proc'))
    if (/^\d+$/.test(one)) parents.set(Number(one), parentOf(Number(one)));
  const isBelow = (one: number | undefined): boolean => {
    for (let at = one; at !== undefined && at > 1; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter((one) => isBelow(parents.get(one)) && nameOf(one) === name);
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0);
}

/** The fields of /proc/PID/stat after the name, which may hold anything. */
function statOf(pid: number): readonly string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function nameOf(pid: number): string {
  return textOf(`/proc/${pid}/comm`).trim();
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
