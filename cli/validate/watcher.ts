import { EventEmitter, once } from 'node:events';
import { existsSync, lstatSync, type Stats } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch } from 'chokidar';
import { codeOf } from '../../engine/files.ts';
import { UserError } from '../../engine/user-error.ts';
import { isFolder } from '../is-folder.ts';
import { hasFileEnding, isLeftOut } from './find-files.ts';

/** Sees files change. */
export interface Watcher {
  /**
   * The absolute names of what was changed, made or removed since the last call; waits until there is something.
   * @throws UserError where the system cannot watch, or the reason of the signal
   */
  readonly next: (signal: AbortSignal) => Promise<ReadonlySet<string>>;
  readonly close: () => Promise<void>;
}

/** Editors and copies change a file in several steps, which are one change. */
const togetherMs = 100;

/** Watches the files that are named, and all that are validated in the folders that are named. */
export async function startWatcher(names: readonly string[]): Promise<Watcher> {
  const named = new Set(names.map((name) => resolve(name)));
  // What is not there yet may become a folder.
  const folders = [...named].filter((path) => isFolder(path) || !existsSync(path));
  // With the folders around them: what is replaced, as editors do, or made later, is watched all the same.
  const roots = new Set([...folders, ...[...named].map((path) => dirname(path))]);

  const changed = new Set<string>();
  let failure: Error | undefined;
  const news = new EventEmitter();
  const found = [...roots].filter((path) => existsSync(path));
  const watcher = watch(found, {
    ignoreInitial: true,
    // Whoever looks for files reports what cannot be read.
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
  // Where all that is watched is removed, nothing else keeps the process.
  const staying = setInterval(() => undefined, 2 ** 30);
  if (found.length > 0)
    await Promise.race([once(watcher, 'ready').catch(() => undefined), once(news, 'change')]);
  // Only now: a name that is missing counts twice, and the others would be taken for ready before they are watched.
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

/** Whether something in a folder is a file to validate, or a folder that may hold one. */
function isWatched(folder: string, path: string, stats: Stats | undefined): boolean {
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return false;
  const steps = relative(folder, path).split(sep);
  if (steps.some(isLeftOut)) return false;
  if (stats?.isDirectory() === true) return !isLink(path);
  return stats?.isFile() !== true || hasFileEnding(basename(path));
}

/** Links to folders are not followed. What went away meanwhile, or may not be looked at, is no link. */
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
