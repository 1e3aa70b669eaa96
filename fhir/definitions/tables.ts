import type { Program } from './rule-program.ts';

/*
 * The shape of the committed model: one table for each FHIR type and each value set that can be expanded, made by the
 * build from HL7's definitions. A table is named by a type (`Patient`), the path of a nested element
 * (`Patient.contact`) or the canonical URL of a value set.
 */

/** A rule in FHIRPath. */
export interface ConstraintTable {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: string;
  readonly expression: string;
  /** The rule as a program, if it can be translated. */
  readonly program?: Program;
}

/** One element as the type that introduces it defines it; the names of choice elements end with `[x]`. */
export interface ElementTable {
  readonly min: number;
  /** Absent when unbounded. */
  readonly max?: number;
  /** Whether it is an array in JSON. */
  readonly list?: true;
  /** Names of type tables; a nested element has a table of its own. */
  readonly types: readonly string[];
  /** Value set of a required (or maximum) binding, if it can be expanded. */
  readonly valueSet?: string;
  /** Whether other code systems are allowed in addition, and text alone: the binding itself is weaker. */
  readonly maximum?: true;
  /** Resource types that a Reference may point to; absent if it may point to any. */
  readonly targets?: readonly string[];
  readonly constraints?: readonly ConstraintTable[];
}

/** What a type adds to its base. */
export interface TypeTable {
  readonly kind: 'resource' | 'complex' | 'primitive' | 'nested';
  readonly abstract?: true;
  readonly base?: string;
  readonly elements: Readonly<Record<string, ElementTable>>;
  readonly constraints?: readonly ConstraintTable[];
}

/** The codes of a value set by code system. */
export interface ValueSetTable {
  readonly codes: Readonly<Record<string, readonly string[]>>;
  /** The grammar of the codes, if another organisation defines them by a grammar instead of a list. */
  readonly syntax?: 'language' | 'media-type';
}
