import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { expect } from '@playwright/test';

/** A process that waits for a word on its standard input, then tells what was acknowledged. */
export type Victim = ChildProcessByStdio<Writable, Readable, null>;

/** Loading takes longer than what is killed: so many processes load while others run. */
const ahead = 2;

/** Gives one process after the other, of so many; those to come are started early. */
export function startEarly(options: (number: number) => readonly string[], count: number): () => Victim {
  const waiting: Victim[] = [];
  let started = 0;
  const fill = (): void => {
    while (started < count && waiting.length < ahead) {
      waiting.push(spawn(process.execPath, options(started), { stdio: ['pipe', 'pipe', 'inherit'] }));
      started += 1;
    }
  };
  fill();
  return () => {
    const next = waiting.shift();
    if (next === undefined) throw new Error(`Only ${count} processes were asked for.`);
    fill();
    return next;
  };
}

/**
 * Lets a process begin, and has it killed once it acknowledged so many runs.
 * @param kill called then; it calls what it is given when the moment has come
 * @returns the ids of all runs that it acknowledged
 */
export async function acknowledgedUntilKilled(
  child: Victim,
  after: number,
  kill: (now: () => void) => void,
): Promise<readonly string[]> {
  const ids: string[] = [];
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  child.stdin.on('error', () => undefined);
  child.stdin.write('begin\n');
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).toMatch(/^[\w-]+$/);
    ids.push(line);
    if (ids.length === after) kill(() => child.kill('SIGKILL'));
  }
  expect(await exited).toBe('SIGKILL');
  return ids;
}
