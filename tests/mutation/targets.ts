/** A folder whose code is mutated, and the tests that must notice. */
export interface Target {
  readonly folder: string;
  /** How the paths of files begin that are left as they are. */
  readonly except?: readonly string[];
  /** Spec files, or folders of them, that run in Stryker's process: without fixtures, and as quick as can be had. */
  readonly specs: readonly string[];
  /** Those that take seconds. A mutant in what runs while modules are loaded, which every test meets, is spared them. */
  readonly slowSpecs?: readonly string[];
}

export const targets: Readonly<Record<string, Target>> = {
  contract: {
    // Prose about the document, and what ajv generates, hold nothing that a test of ours could miss.
    folder: 'contract',
    except: ['contract/requirements.ts', 'contract/generated/'],
    specs: [
      'tests/unit/contract',
      'tests/mutation/recorded.spec.ts',
      'tests/unit/engine/diagnose.spec.ts',
      'tests/unit/engine/lists.spec.ts',
    ],
  },
  engine: {
    folder: 'engine',
    specs: [
      'tests/unit/engine',
      'tests/unit/configuration',
      'tests/unit/reports/baseline.spec.ts',
      'tests/unit/reports/comparison.spec.ts',
      'tests/unit/reports/field-changes.spec.ts',
      'tests/unit/reports/known-failures.spec.ts',
    ],
    // What sends requests is tested with real servers.
    slowSpecs: [
      'tests/integration/engine/client.spec.ts',
      'tests/integration/engine/connection.spec.ts',
      'tests/integration/engine/connection-facts.spec.ts',
      'tests/integration/engine/curl.spec.ts',
    ],
  },
};

/** The target that a process was started for. */
export function targetFromEnvironment(): Target {
  const name = process.env.MUTATION_TARGET ?? '';
  const target = targets[name];
  if (target === undefined) throw new Error(`MUTATION_TARGET names no target: "${name}".`);
  return target;
}
