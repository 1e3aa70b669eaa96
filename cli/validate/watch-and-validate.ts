import { EventEmitter, once } from 'node:events';
import { existsSync, lstatSync, type Stats } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';
import { codeOf } from '../../engine/files.ts';
import { UserError } from '../../engine/user-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { isFolder } from '../files.ts';
import { hasFileEnding, type Input, inputsOf, isLeftOut } from './inputs.ts';
import { type Judge, judgeFile } from './judge-file.ts';
import { type Formatter, print, say } from './output.ts';
import { emptyTally, exitCodeOf, type Judged, sumOf, type Tally, tallyOf } from './result.ts';

/** Sees files change. */
export interface Watcher {
  /**
   * The absolute names of files changed, created or removed since the last call; waits until there are any.
   * @throws UserError if the system cannot watch, or the reason of the signal
   */
  readonly next: (signal: AbortSignal) => Promise<ReadonlySet<string>>;
  readonly close: () => Promise<void>;
}

/** Editors and copies change a file in several steps, which count as one change. */
const togetherMs = 100;

/** Watches the named files, and all validated files in the named folders. */
async function startWatcher(names: readonly string[]): Promise<Watcher> {
  const named = new Set(names.map((name) => resolve(name)));
  // A path that does not exist yet may become a folder.
  const folders = [...named].filter((path) => isFolder(path) || !existsSync(path));
  // Watch the parent folders: files that are replaced, as editors do, or created later are seen too.
  const roots = new Set([...folders, ...[...named].map((path) => dirname(path))]);

  const changed = new Set<string>();
  let failure: Error | undefined;
  const news = new EventEmitter();
  const found = [...roots].filter((path) => existsSync(path));
  const watcher = watch(found, {
    ignoreInitial: true,
    // The search for files reports unreadable ones.
    ignorePermissionErrors: true,
    ignored: (path, stats) =>
      !roots.has(path) && !named.has(path) && !folders.some((folder) => isWatched(folder, path, stats)),
  });
  watcher.on('all', (_event, path) => {
    changed.add(path);
    news.emit('change');
  });
  watcher.on('error', (thrown) => {
    failure ??= whyNotWatched(thrown);
    news.emit('change');
  });
  // If everything watched is removed, nothing else keeps the process alive.
  const staying = setInterval(() => undefined, 2 ** 30);
  if (found.length > 0)
    await Promise.race([once(watcher, 'ready').catch(() => undefined), once(news, 'change')]);
  // Added last: a missing path counts twice, and would make the watcher ready before the others are watched.
  watcher.add([...roots].filter((path) => !found.includes(path)));

  return {
    async next(signal) {
      if (changed.size === 0 && failure === undefined) await once(news, 'change', { signal });
      if (failure !== undefined) throw failure;
      await setTimeout(togetherMs, undefined, { signal });
      const batch = new Set(changed);
      changed.clear();
      return batch;
    },
    close() {
      clearInterval(staying);
      return watcher.close();
    },
  };
}

/** Whether an entry of a folder is a file to validate, or a folder that may hold one. */
function isWatched(folder: string, path: string, stats: Stats | undefined): boolean {
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return false;
  const steps = relative(folder, path).split(sep);
  if (steps.some(isLeftOut)) return false;
  if (stats?.isDirectory() === true) return !isLink(path);
  return stats?.isFile() !== true || hasFileEnding(basename(path));
}

/** Links to folders are not followed. A path that vanished meanwhile, or may not be inspected, is no link. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function whyNotWatched(thrown: unknown): Error {
  const code = codeOf(thrown);
  if (code === 'ENOSPC' || code === 'EMFILE')
    return new UserError(
      `The system cannot watch so many files (${code}). Name fewer folders, or raise its limits (on Linux fs.inotify.max_user_watches and max_user_instances).`,
    );
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Validates files and folders, then again each file that changes, until the process is interrupted or its output has no
 * reader.
 * @returns the exit code of the last state
 * @throws UserError if the system cannot watch
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
  // Started before the first validation, so that no change is missed.
  const watcher = await startWatcher(names);
  const state = watchFiles(names, { ...judge, signal: ending.signal }, formatter);
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

/** Tracks the results of the watched files. */
function watchFiles(names: readonly string[], judge: Judge, formatter: Formatter) {
  const judged = new Map<string, Tally>();
  /** Other problems, such as an empty folder, and notes. */
  let notes = new Map<string, Tally>();

  const tally = (): Tally => [...judged.values(), ...notes.values()].reduce(sumOf, emptyTally);

  const validate = async (input: Pick<Judged, 'file' | 'isNamed'>): Promise<void> => {
    let own = emptyTally;
    for await (const result of judgeFile(input, judge)) {
      own = sumOf(own, tallyOf(result));
      if (result.kind === 'not-read') say(result.sentence);
      await print(formatter.add(result));
    }
    judged.set(input.file, own);
  };

  /** Reports new notes. */
  const updateNotes = (inputs: readonly Input[]): boolean => {
    const before = notes;
    notes = new Map(
      inputs.flatMap((input) => {
        if (input.kind === 'file') return [];
        return [[input.sentence, input.kind === 'note' ? emptyTally : tallyOf(input)]];
      }),
    );
    const news = [...notes.keys()].filter((sentence) => !before.has(sentence));
    news.forEach(say);
    return news.length > 0;
  };

  return {
    tally,
    /** @param changed absolute names of files to validate again; without it, all are validated */
    async update(changed?: ReadonlySet<string>): Promise<void> {
      const inputs = [...inputsOf(names)];
      const files = new Map(inputs.flatMap((input) => (input.kind === 'file' ? [[input.file, input]] : [])));
      const removed = [...judged.keys()].filter((file) => !files.has(file));
      const due = [...files.values()].filter(
        ({ file }) => !judged.has(file) || changed?.has(resolve(file)) === true,
      );
      const isNews = updateNotes(inputs);
      for (const file of removed) {
        judged.delete(file);
        say(`${file} was removed.`);
      }
      for (const { file, isNamed } of due) {
        // A user who has just changed a file wants to see that it is valid now.
        await validate({ file, isNamed: isNamed || changed !== undefined });
      }
      if (isNews || removed.length > 0 || due.length > 0) await print(formatter.end(tally()));
    },
  };
}
