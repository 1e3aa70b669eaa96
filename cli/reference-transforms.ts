import { nearestName } from '../engine/configuration/did-you-mean.ts';
import type { ReferenceOptions } from '../reference-server/index.ts';
import type { Variant } from '../reference-server/variants/index.ts';
import { UsageError } from './report-error.ts';

/** What `--fault` and `--variant` ask of a reference installation. */
export interface ChosenTransforms {
  readonly options: Pick<ReferenceOptions, 'basePath' | 'delayMs' | 'rateLimit' | 'transforms'>;
  /** Settings that the check needs to reach it, named as in the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** What was chosen, a sentence each, to be shown at the start. */
  readonly sentences: readonly string[];
}

/**
 * Finds faults and variants by name.
 * @throws UsageError for names that nothing has, each with the nearest right one, and for what cannot be shown together
 */
export async function chooseTransforms(
  faultNames: readonly string[],
  variantNames: readonly string[],
): Promise<ChosenTransforms> {
  const { faults, variants, variantGroups, compose, conflictsOf } = await loadFaultsAndVariants();
  const problems = [
    ...unknownNames('fault', faultNames, faults),
    ...unknownNames('variant', variantNames, variants),
  ];
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const chosenFaults = faults.filter(({ name }) => faultNames.includes(name));
  const chosenVariants = variants.filter(({ name }) => variantNames.includes(name));
  const chosen = { faults: chosenFaults, variants: chosenVariants };
  const conflicts = conflictsOf(chosen, variantGroups);
  if (conflicts.length > 0) throw new UsageError(conflicts.join('\n'));
  return {
    ...compose(chosen, variantGroups),
    sentences: [
      ...chosenVariants.map(({ name, freedom, statement }) => `Variant ${name} (${freedom}): ${statement}`),
      ...chosenFaults.map(
        ({ name, breaks, caughtBy, statement }) =>
          `Fault ${name} (breaks ${breaks}, caught by ${caughtBy}): ${statement}`,
      ),
      ...(chosenFaults.length === 0 ? [] : chosenVariants.flatMap(warningOf)),
    ],
  };
}

function warningOf({ name, leavesUnjudged }: Variant): readonly string[] {
  return leavesUnjudged === undefined
    ? []
    : [`The variant ${name} leaves something unjudged, so that a fault may not show: ${leavesUnjudged}`];
}

/** All faults: name, statement, requirement, check, endpoint. */
export async function listFaults(): Promise<string> {
  const { faults } = await loadFaultsAndVariants();
  return faults
    .map(
      ({ name, breaks, caughtBy, at, statement }) =>
        `${name}\n  ${statement}\n  breaks ${breaks}, caught by ${caughtBy}, at ${at}\n`,
    )
    .join('');
}

/** All variants: name, statement, freedom. */
export async function listVariants(): Promise<string> {
  const { variants } = await loadFaultsAndVariants();
  return variants
    .map(({ name, freedom, statement }) => `${name}\n  ${statement}\n  uses ${freedom}\n`)
    .join('');
}

/** Loaded at the first use: an installation without them starts faster. */
async function loadFaultsAndVariants() {
  const [{ faults }, { variants, variantGroups }, { compose, conflictsOf }] = await Promise.all([
    import('../reference-server/faults/index.ts'),
    import('../reference-server/variants/index.ts'),
    import('../reference-server/compose.ts'),
  ]);
  return { faults, variants, variantGroups, compose, conflictsOf };
}

function unknownNames(
  kind: 'fault' | 'variant',
  names: readonly string[],
  known: readonly { readonly name: string }[],
): readonly string[] {
  const right = known.map(({ name }) => name);
  return names
    .filter((name) => !right.includes(name))
    .map((name) => {
      const near = nearestName(name, right);
      const advice = near === undefined ? `--list-${kind}s shows all.` : `Did you mean ${near}?`;
      return `There is no ${kind} named ${JSON.stringify(name.slice(0, 60))}. ${advice}`;
    });
}
