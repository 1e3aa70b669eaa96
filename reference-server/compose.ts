import type { CheckSettings } from './check-settings.ts';
import type { Fault } from './faults/fault.ts';
import type { ReferenceOptions } from './options.ts';
import { everywhere, type ResponseTransform } from './transform-builders.ts';
import type { Variant, VariantGroup } from './variants/variant.ts';

/** The faults and variants to combine in one installation. */
export interface Chosen {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** One installation with all chosen faults and variants. */
export interface Composed {
  readonly options: Pick<ReferenceOptions, 'basePath' | 'delayMs' | 'rateLimit' | 'transforms'>;
  readonly settings: CheckSettings;
}

/**
 * Faults come after changes to records and before all other changes: they look for the records of a plain list. Others
 * recognise a refusal by its usual status.
 */
const stages = ['records', 'lists', 'refusals', 'layout', 'text', 'compression'] as const;

/**
 * Sorts the chosen ones so that each finds the answer it expects: those that write an answer come after those that
 * decide its content, and a fault takes over a connection before a variant does.
 */
export function compose({ faults, variants }: Chosen, groups: readonly VariantGroup[]): Composed {
  const stageOf = (variant: Variant): string => groupOf(variant, groups)?.stage ?? 'records';
  const made = (wanted: string): readonly ResponseTransform[] =>
    variants
      .filter((variant) => stageOf(variant) === wanted)
      .flatMap(({ transform }) => (transform === undefined ? [] : [transform()]));
  const broken = faults.map(({ at, transform }) => transform(at));
  const [records, ...written] = stages.map(made);
  const options = Object.assign({}, ...variants.map((variant) => variant.options));
  const settings = Object.assign({}, ...[...variants, ...faults].map((one) => one.settings));
  return {
    options: { ...options, transforms: [...(records ?? []), ...broken, ...written.flat()] },
    settings,
  };
}

/**
 * Why some of the chosen faults and variants cannot be combined, a sentence for each pair: one would hide the other.
 */
export function conflictsOf(
  { faults, variants }: Chosen,
  groups: readonly VariantGroup[],
): readonly string[] {
  return [
    ...pairsOf(variants).flatMap(([one, other]) => {
      const decided = decidedBy(one, groups);
      return decided === undefined || decided !== decidedBy(other, groups)
        ? []
        : [`The variants ${one.name} and ${other.name} both decide ${decided}. Choose one of them.`];
    }),
    ...variants.flatMap((variant) => {
      const { decides, hidesFaultsOf = [] } = groupOf(variant, groups) ?? {};
      const hidden = [...hidesFaultsOf, ...(variant.hidesFaultsOf ?? [])];
      return faults
        .filter(({ name, caughtBy, at }) =>
          hidden.some((one) => [name, caughtBy].some((own) => own.startsWith(one)) || at === one),
        )
        .map(
          ({ name }) =>
            `The variant ${variant.name} decides ${decides}, so the fault ${name} would not show. Choose one of them.`,
        );
    }),
    ...pairsOf(faults).flatMap(([one, other]) =>
      isSamePlace(one, other) && areCombinable(one, other)
        ? [
            `The faults ${one.name} and ${other.name} both change the answer of ${one.at === everywhere ? other.at : one.at}. Choose one of them.`,
          ]
        : [],
    ),
    ...pairsOf([...variants, ...faults]).flatMap(([one, other]) => {
      const name = Object.entries(one.settings ?? {}).find(([setting, value]) => {
        const theirs = other.settings?.[setting as keyof CheckSettings];
        return theirs !== undefined && theirs !== value;
      })?.[0];
      return name === undefined
        ? []
        : [`${one.name} and ${other.name} need different values of ${name}. Choose one of them.`];
    }),
  ];
}

function isSamePlace(one: Fault, other: Fault): boolean {
  return one.at === other.at || [one.at, other.at].includes(everywhere);
}

/** A fault that lets other keys in can be combined with one that answers differently. */
function areCombinable(one: Fault, other: Fault): boolean {
  const [acts, othersActs] = [one, other].map(({ transform, at }) => {
    const { authenticate } = transform(at);
    return authenticate === undefined ? 'on the answer' : 'on the key';
  });
  return acts === othersActs;
}

function groupOf(variant: Variant, groups: readonly VariantGroup[]): VariantGroup | undefined {
  return groups.find(({ members }) => members.includes(variant));
}

/** The subject that only one variant may decide; variants that only set options can be combined with others. */
function decidedBy(variant: Variant, groups: readonly VariantGroup[]): string | undefined {
  const group = groupOf(variant, groups);
  return group?.addUp === true || variant.transform === undefined ? undefined : group?.decides;
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));
}
