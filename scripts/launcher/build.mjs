import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.mjs';
import { stateOfSources } from './state-of-sources.mjs';
import { isStale, nameOfUsers, use } from './users.mjs';

const home = join(root, 'node_modules/.cache/evidence-contract');
const prefixOfUnfinished = 'unfinished-';
const unfinishedForMs = 3_600_000;
const reportedAfterMs = 1000;

/**
 * A folder with the compiled sources of the product, which stays unchanged while this process runs. Each state of the
 * sources has its own folder: a process never loads a newer file than the rest, or a half-written one.
 * @returns undefined if it cannot be created, for instance on a read-only disk
 */
export async function openBuild() {
  try {
    const folder = join(home, stateOfSources());
    if (use(folder)) return folder;
    const made = await make();
    // The sources changed meanwhile: the build belongs to neither state.
    if (join(home, stateOfSources()) !== folder) return discard(made);
    place(made, folder);
    removeOthers(folder);
    return use(folder) ? folder : undefined;
  } catch {
    // The sources also run without a build, and report their own mistakes.
    return undefined;
  }
}

async function make() {
  mkdirSync(home, { recursive: true });
  const made = mkdtempSync(join(home, prefixOfUnfinished));
  const report = setTimeout(() => {
    process.stderr.write('Compiling the sources, as after each change of them.\n');
  }, reportedAfterMs);
  const run = (...words) => promisify(execFile)(process.execPath, words, { cwd: root });
  try {
    const compiler = 'node_modules/typescript/bin/tsc';
    // Both must have ended before anything is removed: files written later would stay behind.
    const ended = await Promise.allSettled([
      run(compiler, '--project', 'tsconfig.build.json', '--noCheck', '--outDir', made),
      run('scripts/copy-assets.mjs', made),
    ]);
    for (const { status, reason } of ended) if (status === 'rejected') throw reason;
    copyFileSync(join(root, 'package.json'), join(made, 'package.json'));
    mkdirSync(join(made, nameOfUsers));
    return made;
  } catch (thrown) {
    discard(made);
    throw thrown;
  } finally {
    clearTimeout(report);
  }
}

function discard(made) {
  rmSync(made, { recursive: true, force: true });
}

function place(made, folder) {
  try {
    renameSync(made, folder);
  } catch {
    // Another process was faster, or a removal was interrupted.
    if (existsSync(join(folder, nameOfUsers))) return discard(made);
    discard(folder);
    renameSync(made, folder);
  }
}

/** Removes builds that no process uses any more. */
function removeOthers(folder) {
  for (const name of readdirSync(home)) {
    const other = join(home, name);
    if (other === folder) continue;
    const isLeft = name.startsWith(prefixOfUnfinished) ? isStale(other, unfinishedForMs) : isFree(other);
    if (isLeft) discard(other);
  }
}

/** Whether no process uses a build, or can start to: a folder with users in it cannot be removed. */
function isFree(folder) {
  const users = join(folder, nameOfUsers);
  if (!existsSync(users)) return true;
  for (const name of readdirSync(users)) {
    const user = join(users, name);
    if (isStale(user)) rmSync(user, { force: true });
  }
  try {
    rmdirSync(users);
    return true;
  } catch {
    return false;
  }
}
