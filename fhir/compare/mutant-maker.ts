import type { ReleaseModel } from '../definitions/release-model.ts';
import type { JsonObject } from '../json/json-value.ts';
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

/** Changes a copy of a resource, which may be valid afterwards as well. */
export type Mutation = (copy: JsonObject) => void;

/** A rule by which mutants are made. */
export interface MutantMaker {
  readonly kind: MutantKind;
  readonly what: string;
  /** All mutations of the resource by this rule. */
  readonly mutations: (sites: Sites, model: ReleaseModel, random: Random) => readonly Mutation[];
}

/** The name of the rule that doubles a property: it is a matter of the text alone. */
export const twice = 'a property twice';
