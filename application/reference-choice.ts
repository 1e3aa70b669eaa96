import { didYouMean, nearestName } from '../engine/configuration/did-you-mean.ts';
import { UsageError, UserError } from '../engine/user-error.ts';
import type { Fault } from '../reference-server/faults/index.ts';
import type { ReferenceOptions } from '../reference-server/index.ts';
import type { Variant } from '../reference-server/variants/index.ts';

/** The faults and variants that `--fault` and `--variant` choose. */
export interface ChosenTransforms {
  readonly options: Pick<ReferenceOptions, 'basePath' | 'delayMs' | 'rateLimit' | 'transforms'>;
  /** Settings that a check needs to reach the installation, named as in the environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** The chosen faults and variants, a sentence each, shown at startup. */
  readonly sentences: readonly string[];
}

/**
 * Finds faults and variants by name.
 * @throws UserError for unknown names, each with the nearest known one, and for faults and variants that exclude each
 * other
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
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  const chosenFaults = faults.filter(({ name }) => faultNames.includes(name));
  const chosenVariants = variants.filter(({ name }) => variantNames.includes(name));
  const chosen = { faults: chosenFaults, variants: chosenVariants };
  const conflicts = conflictsOf(chosen, variantGroups);
  if (conflicts.length > 0) throw new UserError(conflicts.join('\n'));
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

/**
 * Lists faults: their number by topic, or those of a topic or an endpoint, each under the check that catches it.
 * @param wanted a topic, an endpoint, `all`, or true for the overview
 * @throws UsageError for a name without faults, with the nearest one
 */
export async function listFaults(wanted: string | true): Promise<string> {
  const { faults } = await loadFaultsAndVariants();
  const topics = [...new Set(faults.map(topicOf))];
  if (wanted === true) return overviewOf(faults, topics);
  const places = [...new Set(faults.map(({ at }) => at))];
  const isOf = (fault: Fault): boolean =>
    wanted === 'all' || topicOf(fault) === wanted || fault.at === wanted || shortOf(fault.at) === wanted;
  const chosen = faults.filter(isOf);
  if (chosen.length === 0) {
    const help = didYouMean(wanted, [...topics, ...places.map(shortOf), 'all']);
    throw new UsageError(
      `--list-faults: no topic or endpoint is named ${JSON.stringify(wanted.slice(0, 60))}.${help || ` It takes ${topics.join(', ')}, an endpoint such as users, or all.`}`,
    );
  }
  const checks = [...new Set(chosen.map(({ caughtBy }) => caughtBy))].toSorted();
  return checks
    .map(
      (check) =>
        `${check}\n${chosen
          .filter(({ caughtBy }) => caughtBy === check)
          .map(faultText)
          .join('')}`,
    )
    .join('\n');
}

function topicOf({ caughtBy }: Fault): string {
  return caughtBy.slice(0, caughtBy.indexOf('.'));
}

function overviewOf(faults: readonly Fault[], topics: readonly string[]): string {
  const rows = topics.map((topic) => {
    const own = faults.filter((fault) => topicOf(fault) === topic);
    return `  ${topic.padEnd(14)}${String(own.length).padStart(4)}   such as ${own[0]?.name}\n`;
  });
  return `${faults.length} faults, by the topic of the check that catches them:\n${rows.join('')}\nreference --list-faults TOPIC lists those of a topic, --list-faults users those of an endpoint, --list-faults all all.\n`;
}

function faultText({ name, breaks, at, statement }: Fault): string {
  return `  ${name}\n    ${statement}\n    breaks ${breaks}, at ${at}\n`;
}

/** The part of an endpoint after `/api/v3/`. */
function shortOf(place: string): string {
  return place.replace(/^[A-Z]+ \/api\/(?:v3\/)?/, '');
}

/** All variants: name, statement, freedom. */
export async function listVariants(): Promise<string> {
  const { variants } = await loadFaultsAndVariants();
  return variants
    .map(({ name, freedom, statement }) => `${name}\n  ${statement}\n  uses ${freedom}\n`)
    .join('');
}

/** Loaded on first use: an installation without them starts faster. */
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
      const advice = near === undefined ? `--list-${kind}s shows what there is.` : `Did you mean ${near}?`;
      return `There is no ${kind} named ${JSON.stringify(name.slice(0, 60))}. ${advice}`;
    });
}

/** The error message for an invalid path prefix. */
export const pathPrefixAdvice = 'Give a path that starts with a slash, such as /some/app.';

/** Whether a text is a path prefix of the reference installation; an empty text is not. */
export function isPathPrefix(text: unknown): boolean {
  return typeof text === 'string' && /^(?:(?:\/[A-Za-z0-9._~-]+)+\/?)?$/.test(text);
}
