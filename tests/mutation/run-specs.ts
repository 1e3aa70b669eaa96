import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CollectedTest, collect, type SpecFile } from './playwright-stand-in.ts';

export interface TestResult {
  readonly id: string;
  readonly timeMs: number;
  /** Present where it failed. */
  readonly failure?: string;
}

export interface SpecRunOptions {
  /** Ids of the tests to run; without it all run. */
  readonly chosen?: ReadonlySet<string>;
  /** End at the first failure. */
  readonly bail?: boolean;
  readonly onBegin?: (id: string) => void;
}

/** Loads spec files, or folders of them, into this process, in the given order. */
export async function loadSpecs(root: string, specs: readonly string[]): Promise<readonly SpecFile[]> {
  const files: SpecFile[] = [];
  for (const name of specs.flatMap((spec) => filesOf(root, spec)))
    files.push(await collect(name, () => import(pathToFileURL(join(root, name)).href)));
  return files;
}

function filesOf(root: string, spec: string): readonly string[] {
  if (spec.endsWith('.spec.ts')) return [spec];
  return readdirSync(join(root, spec))
    .filter((name) => name.endsWith('.spec.ts'))
    .sort()
    .map((name) => `${spec}/${name}`);
}

/** Runs tests one after the other, as Playwright's runner does with one worker. */
export async function runSpecs(
  files: readonly SpecFile[],
  { chosen, bail = false, onBegin }: SpecRunOptions = {},
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  const hasFailed = (): boolean => results.some(({ failure }) => failure !== undefined);
  for (const { tests, beforeAll, afterAll } of files) {
    const some = tests.filter(({ id }) => chosen?.has(id) ?? true);
    if (some.length === 0) continue;
    for (const hook of beforeAll) await hook();
    for (const one of some) {
      onBegin?.(one.id);
      results.push(await runTest(one));
      if (bail && hasFailed()) break;
    }
    for (const hook of afterAll) await hook();
    if (bail && hasFailed()) break;
  }
  return results;
}

async function runTest({ id, run }: CollectedTest): Promise<TestResult> {
  const startedMs = performance.now();
  // What a test forgot to await fails it too.
  const strays: unknown[] = [];
  const onStray = (reason: unknown): unknown => strays.push(reason);
  process.on('unhandledRejection', onStray);
  try {
    await run();
    // Rejections are reported a turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve));
    if (strays.length > 0) throw strays[0];
    return { id, timeMs: performance.now() - startedMs };
  } catch (thrown) {
    const failure = thrown instanceof Error ? thrown.message : String(thrown);
    return { id, timeMs: performance.now() - startedMs, failure };
  } finally {
    process.off('unhandledRejection', onStray);
  }
}
