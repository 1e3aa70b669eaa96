import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiled } from '../../support/compiled.ts';

/** A running `validate --watch`. */
export interface WatchedCommand {
  /** Waits for the next unread line of standard output. */
  readonly line: () => Promise<string>;
  /** Waits for the next line of standard error. */
  readonly sentence: () => Promise<string>;
  /** Ends it as Ctrl+C does. @returns its exit code */
  readonly interrupt: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Closes the reading end of standard output. */
  readonly stopReading: () => void;
  readonly ended: Promise<number | null>;
}

/** Starts the command in a folder. The caller awaits `interrupt` or `ended`. */
export function watchIn(folder: string, words: readonly string[]): WatchedCommand {
  const { PATH = '' } = process.env;
  const command = [compiled('cli/main.ts'), 'validate', '--watch', ...words];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    line: linesOf(child.stdout),
    sentence: linesOf(child.stderr),
    async interrupt(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
    stopReading: () => child.stdout.destroy(),
    ended,
  };
}

/** Hands out each line of a stream once, and a marker after the end of the stream. */
function linesOf(stream: NodeJS.ReadableStream): () => Promise<string> {
  const lines: string[] = [];
  const news = new EventEmitter();
  let isOver = false;
  createInterface({ input: stream })
    .on('line', (line) => {
      lines.push(line);
      news.emit('news');
    })
    .on('close', () => {
      isOver = true;
      news.emit('news');
    });
  return async () => {
    while (lines.length === 0 && !isOver) await once(news, 'news');
    return lines.shift() ?? '(the output is over)';
  };
}
