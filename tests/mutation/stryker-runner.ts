import type { SpecFile } from './playwright-stand-in.ts';
import { loadSpecs, runSpecs } from './run-specs.ts';
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
  let loading: Promise<readonly SpecFile[]> | undefined;
  const load = (): Promise<readonly SpecFile[]> => {
    loading ??= loadSpecs(process.cwd(), targetFromEnvironment().specs);
    return loading;
  };
  return {
    // Stryker starts a new process for a mutant in what runs while modules are loaded.
    capabilities: () => ({ reloadEnvironment: false }),
    async dryRun() {
      const onBegin = (id: string): void => {
        mutants.currentTestId = id;
      };
      const results = await runSpecs(await load(), { onBegin });
      const tests = results.map(({ id, timeMs, failure }) => ({
        id,
        name: id,
        timeSpentMs: timeMs,
        ...(failure === undefined ? { status: succeeded } : { status: failed, failureMessage: failure }),
      }));
      return { status: 'complete', tests, mutantCoverage: mutants.mutantCoverage };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRunOptions) {
      if (mutantActivation === 'static') mutants.activeMutant = activeMutant.id;
      let files: readonly SpecFile[];
      try {
        files = await load();
      } catch (thrown) {
        return { status: 'killed', killedBy: [], failureMessage: `Nothing loads: ${thrown}`, nrOfTests: 0 };
      }
      Object.assign(mutants, {
        activeMutant: activeMutant.id,
        hitCount: hitLimit === undefined ? undefined : 0,
        hitLimit,
      });
      const chosen = testFilter === undefined ? {} : { chosen: new Set(testFilter) };
      const results = await runSpecs(files, { ...chosen, bail: true });
      if (hitLimit !== undefined && (mutants.hitCount ?? 0) > hitLimit) return { status: 'timeout' };
      const killer = results.find(({ failure }) => failure !== undefined);
      const nrOfTests = results.length;
      if (killer === undefined) return { status: 'survived', nrOfTests };
      return { status: 'killed', killedBy: [killer.id], failureMessage: killer.failure, nrOfTests };
    },
  };
}

/** How Stryker finds the runner `specs`. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'specs', factory: makeSpecRunner }];
