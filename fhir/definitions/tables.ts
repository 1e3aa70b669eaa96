import type { Program } from './rule-program.ts';

/**
 * The shape of the committed model: one table per FHIR type and per enumerable value set, made by the build
 * from HL7's definitions. Names of tables: a type's name (`Patient`), a nested element's path
 * (`Patient.contact`), a value set's canonical URL.
 */

/** A rule in FHIRPath. */
export interface ConstraintTable {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: string;
  readonly expression: string;
  /** The rule as a program, where it can be translated. */
  readonly program?: Program;
}

/** One element as a type introduces it; choice elements keep their `[x]`. */
export interface ElementTable {
  readonly min: number;
  /** Greatest number; absent when unbounded. */
  readonly max?: number;
  /** Whether JSON carries it as an array. */
  readonly list?: true;
  /** Type names; a nested element names its own table. */
  readonly types: readonly string[];
  /** Value set of a required (or maximum) binding, where its codes can be enumerated. */
  readonly valueSet?: string;
  /** Resource types that a Reference may point to; absent when any may. */
  readonly targets?: readonly string[];
  readonly constraints?: readonly ConstraintTable[];
}

/** A type: what it adds to its base. */
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
  /** Where the codes follow a grammar of another body: how they are written. */
  readonly syntax?: 'language' | 'media-type';
}
