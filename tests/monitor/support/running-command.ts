import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { compiled } from '../../support/compiled.ts';
import { often } from '../../support/often.ts';

/** The command `monitor`, in a process of its own. */
export interface RunningCommand {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it logged, line by line. */
  readonly lines: readonly string[];
  /** Resolves with the first log line that holds a text. */
  readonly line: (text: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

/** Starts it in a folder, on a free port, with the heap that it has in operation. */
export function runMonitor(
  folder: string,
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): RunningCommand {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=1024', compiled('cli/main.ts'), 'monitor', ...options],
    {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, errors })),
  );
  return {
    child,
    lines,
    ended,
    async line(text) {
      await expect.poll(() => lines.some((line) => line.includes(text)), often).toBe(true);
      return JSON.parse(lines.find((line) => line.includes(text)) ?? '{}') as Record<string, unknown>;
    },
  };
}

/** Many installations on a busy machine. */
const startLimitMs = 300_000;

/** The address of a monitor once it has started. */
export async function urlOf({ lines, ended }: RunningCommand): Promise<string> {
  const failed = ended.then(({ code, errors }) => {
    throw new Error(`A monitor ended with ${code}: ${errors}`);
  });
  const running = (): string | undefined => lines.find((line) => line.includes('"history":"'));
  const started = expect.poll(running, { ...often, timeout: startLimitMs }).toBeDefined();
  await Promise.race([started, failed]);
  return (JSON.parse(running() ?? '{}') as { readonly url: string }).url;
}
