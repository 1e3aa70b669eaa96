/** A folder whose code is mutated, and the tests that must notice. */
export interface Target {
  readonly folder: string;
  /** How the paths of files begin that are left as they are. */
  readonly except?: readonly string[];
  /** Spec files, or folders of them, that run in Stryker's process: quick ones, without fixtures. */
  readonly specs: readonly string[];
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
      'tests/unit/engine/asker.spec.ts',
    ],
  },
  engine: {
    // What sends requests, and what reads bodies in processes of their own, is tested with real servers and processes: by tests
    // that take too long for each mutant.
    folder: 'engine',
    except: [
      'engine/evidence/body-process.ts',
      'engine/evidence/body-reader.ts',
      'engine/http/client.ts',
      'engine/http/connection.ts',
      'engine/http/rate-limiter.ts',
      'engine/http/send-once.ts',
      'engine/run/run-installation.ts',
      'engine/run/session.ts',
    ],
    specs: [
      'tests/unit/engine',
      'tests/unit/configuration',
      'tests/unit/reports/baseline.spec.ts',
      'tests/unit/reports/comparison.spec.ts',
      'tests/unit/reports/field-changes.spec.ts',
      'tests/unit/cli/known-failures.spec.ts',
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
