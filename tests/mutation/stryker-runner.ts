import { register } from 'tsx/esm/api';
// Before anything is loaded under a name of its own.
import './tinypool-stand-in.ts';
import type { SpecFile } from './playwright-stand-in.ts';
import type * as RunSpecs from './run-specs.ts';
import { targetFromEnvironment } from './targets.ts';

/** Where code that Stryker changed looks which mutant is on, and notes what was reached. */
interface MutantSwitch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

/** What of Stryker's options for the run of a mutant is used here. */
interface MutantRunOptions {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly mutantActivation: 'static' | 'runtime';
  /** The code is to be loaded anew: a mutant is in what runs while modules are loaded, or was there before. */
  readonly reloadEnvironment: boolean;
}

/** Specs and the code that they test, loaded together. */
interface Loaded {
  readonly files: readonly SpecFile[];
  readonly runSpecs: typeof RunSpecs.runSpecs;
}

declare global {
  var __stryker__: MutantSwitch | undefined;
}

const [succeeded, failed] = [0, 1];

/** Runs the specs of a target in a process of Stryker's: once without a mutant, then with one after the other. */
function makeSpecRunner() {
  globalThis.__stryker__ ??= {};
  const mutants = globalThis.__stryker__;
  // The working folder is Stryker's copy of the project, whose code holds all mutants.
  let loading: Promise<Loaded> | undefined;
  let times = 0;
  const load = (): Promise<Loaded> => {
    if (loading === undefined) {
      times += 1;
      loading = loadAnew(`load-${times}`);
    }
    return loading;
  };
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async dryRun() {
      const onBegin = (id: string): void => {
        mutants.currentTestId = id;
      };
      const { files, runSpecs } = await load();
      const results = await runSpecs(files, { onBegin });
      const tests = results.map(({ id, timeMs, failure }) => ({
        id,
        name: id,
        timeSpentMs: timeMs,
        ...(failure === undefined ? { status: succeeded } : { status: failed, failureMessage: failure }),
      }));
      return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage };
    },
    async mutantRun({
      activeMutant,
      testFilter,
      hitLimit,
      mutantActivation,
      reloadEnvironment,
    }: MutantRunOptions) {
      if (reloadEnvironment) loading = undefined;
      mutants.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
      let loaded: Loaded;
      try {
        loaded = await load();
      } catch (thrown) {
        return { status: 'killed', killedBy: [], failureMessage: `Nothing loads: ${thrown}`, nrOfTests: 0 };
      }
      Object.assign(mutants, {
        activeMutant: activeMutant.id,
        hitCount: hitLimit === undefined ? undefined : 0,
        hitLimit,
      });
      const chosen = testFilter === undefined ? {} : { chosen: new Set(testFilter) };
      const results = await loaded.runSpecs(loaded.files, { ...chosen, bail: true });
      if (hitLimit !== undefined && (mutants.hitCount ?? 0) > hitLimit) return { status: 'timeout' };
      const killer = results.find(({ failure }) => failure !== undefined);
      const nrOfTests = results.length;
      if (killer === undefined) return { status: 'survived', nrOfTests };
      return { status: 'killed', killedBy: [killer.id], failureMessage: killer.failure, nrOfTests };
    },
  };
}

/**
 * Loads specs, and all code of the project that they import, as a process of its own would, in a tenth of its time.
 * @param name one that nothing was loaded by before
 */
async function loadAnew(name: string): Promise<Loaded> {
  const scope = register({ namespace: name });
  const { loadSpecs, runSpecs } = (await scope.import('./run-specs.ts', import.meta.url)) as typeof RunSpecs;
  return { files: await loadSpecs(process.cwd(), targetFromEnvironment().specs), runSpecs };
}

/** How Stryker finds the runner `specs`. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'specs', factory: makeSpecRunner }];
