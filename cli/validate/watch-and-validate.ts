import { resolve } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import type { Formatter } from './format.ts';
import { type Input, inputsOf } from './inputs.ts';
import { type Judge, judgeFile } from './judge-file.ts';
import { print, say } from './output.ts';
import { emptyTally, exitCodeOf, type Judged, sumOf, type Tally, tallyOf } from './result.ts';
import { startWatcher } from './watcher.ts';

/**
 * Validates files and folders, then again what changes in them, until the process is interrupted or nobody reads.
 * @returns the exit code for what was there last
 * @throws UserError where the system cannot watch
 */
export async function watchAndValidate(
  names: readonly string[],
  judge: Judge,
  formatter: Formatter,
): Promise<number> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.stdout.once('error', end);
  // Before anything is validated, so that no change is missed.
  const watcher = await startWatcher(names);
  const state = new WatchedState(names, { ...judge, signal: ending.signal }, formatter);
  let isComplete = false;
  try {
    await state.update();
    isComplete = true;
    say(`Watching ${listed(names)}. Press Ctrl+C to end.`);
    for (;;) await state.update(await watcher.next(ending.signal));
  } catch (thrown) {
    if (!ending.signal.aborted) throw thrown;
  } finally {
    await watcher.close();
  }
  return isComplete ? exitCodeOf(state.tally()) : exitCodes.interrupted;
}

const mostListed = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).join(', ');
  const rest = names.length - mostListed;
  return rest > 0 ? `${shown} and ${rest.toLocaleString('en')} more` : shown;
}

/** What is known of the files that are watched. */
class WatchedState {
  private readonly names: readonly string[];
  private readonly judge: Judge;
  private readonly formatter: Formatter;
  private readonly files = new Map<string, Tally>();
  /** What cannot be read beside them, such as an empty folder, and notes. */
  private notes = new Map<string, Tally>();

  constructor(names: readonly string[], judge: Judge, formatter: Formatter) {
    this.names = names;
    this.judge = judge;
    this.formatter = formatter;
  }

  tally(): Tally {
    return [...this.files.values(), ...this.notes.values()].reduce(sumOf, emptyTally);
  }

  /** @param changed absolute names of files to validate again; without it, all are validated */
  async update(changed?: ReadonlySet<string>): Promise<void> {
    const inputs = [...inputsOf(this.names)];
    const files = new Map(inputs.flatMap((input) => (input.kind === 'file' ? [[input.file, input]] : [])));
    const removed = [...this.files.keys()].filter((file) => !files.has(file));
    const due = [...files.values()].filter(
      ({ file }) => !this.files.has(file) || changed?.has(resolve(file)) === true,
    );
    const isNews = this.updateNotes(inputs);
    for (const file of removed) {
      this.files.delete(file);
      say(`${file} was removed.`);
    }
    for (const { file, isNamed } of due) {
      // Whoever has just changed a file wants to see that it is valid now.
      await this.validate({ file, isNamed: isNamed || changed !== undefined });
    }
    if (isNews || removed.length > 0 || due.length > 0) await print(this.formatter.end(this.tally()));
  }

  private async validate(input: Pick<Judged, 'file' | 'isNamed'>): Promise<void> {
    let tally = emptyTally;
    for await (const result of judgeFile(input, this.judge)) {
      tally = sumOf(tally, tallyOf(result));
      if (result.kind === 'not-read') say(result.sentence);
      await print(this.formatter.add(result));
    }
    this.files.set(input.file, tally);
  }

  /** Reports what was not there before. */
  private updateNotes(inputs: readonly Input[]): boolean {
    const notes = new Map<string, Tally>();
    for (const input of inputs) {
      if (input.kind === 'file') continue;
      notes.set(input.sentence, input.kind === 'note' ? emptyTally : tallyOf(input));
    }
    const news = [...notes.keys()].filter((sentence) => !this.notes.has(sentence));
    news.forEach(say);
    this.notes = notes;
    return news.length > 0;
  }
}
