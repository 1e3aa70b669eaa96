import type { ReleaseModel } from '../definitions/release-model.ts';
import type { Change } from './changes.ts';
import type { Random } from './random.ts';
import type { Sites } from './sites.ts';

/** What a mutant is about, as the tables of agreement count. */
export const mutantKinds = [
  'structure',
  'cardinality',
  'primitive format',
  'required binding',
  'choice',
  'invariant',
  'narrative',
  'reference and fullUrl',
  'Bundle rules',
] as const;
export type MutantKind = (typeof mutantKinds)[number];

/** A rule by which mutants are made. */
export interface MutantMaker {
  readonly kind: MutantKind;
  readonly what: string;
  /** All changes of the resource by this rule; what they make may be valid. */
  readonly changes: (sites: Sites, model: ReleaseModel, random: Random) => readonly Change[];
}

/** Rules of one kind. */
export function ofKind(
  kind: MutantKind,
  rules: readonly Omit<MutantMaker, 'kind'>[],
): readonly MutantMaker[] {
  return rules.map((rule) => ({ kind, ...rule }));
}

/** The name of the rule that doubles a property: only the text shows it. */
export const twice = 'a property twice';
