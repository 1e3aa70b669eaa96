import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Answer, Answers } from './answers.ts';
import type { Case } from './material.ts';

/** Asks a judge that is a process: lines of release, tab and file name in, one JSON line for each out. */
export async function runJudge(
  command: string,
  words: readonly string[],
  cases: readonly Case[],
): Promise<Answers> {
  const started = performance.now();
  const judge = spawn(command, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    judge.on('error', reject);
    judge.on('close', resolve);
  });
  let peakMb: number | undefined;
  const measuring = setInterval(() => {
    peakMb = peakOf(judge.pid) ?? peakMb;
  }, 250);
  judge.stdin.end(cases.map(({ release, file }) => `${release}\t${file}\n`).join(''));
  const byFile = new Map<string, Answer>();
  for await (const line of createInterface({ input: judge.stdout })) {
    const answer = JSON.parse(line) as Answer;
    byFile.set(answer.file, answer);
  }
  const code = await ended;
  clearInterval(measuring);
  if (code !== 0) throw new Error(`${command} ended with ${code} after ${byFile.size} files.`);
  return { byFile, wholeMs: performance.now() - started, peakMb };
}

/** The most memory that a process has held so far; known on Linux only. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s*([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
  } catch {
    return undefined;
  }
}
