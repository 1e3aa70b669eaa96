import type { CodeSystem, CodeSystemConcept, ValueSet, ValueSetComposeInclude } from 'fhir/r5.d.ts';
import type { ValueSetTable } from '../definitions/tables.ts';
import { currencies, currencySystem } from './currencies.ts';
import type { PublishedDefinitions } from './sources.ts';

type Codes = Map<string, Set<string>>;

/** Value sets whose codes another body defines by a grammar. */
const syntaxes: Readonly<Record<string, NonNullable<ValueSetTable['syntax']>>> = {
  'http://hl7.org/fhir/ValueSet/all-languages': 'language',
  'http://hl7.org/fhir/ValueSet/mimetypes': 'media-type',
};

/**
 * Expands value sets from their definitions. A value set that includes a code system whose codes HL7 does not publish
 * (languages, units, media types) cannot be expanded.
 */
export class ValueSetExpander {
  private readonly definitions: PublishedDefinitions;
  private readonly known = new Map<string, Codes | undefined>();

  constructor(definitions: PublishedDefinitions) {
    this.definitions = definitions;
  }

  /** The table of a value set, or undefined if it cannot be expanded. */
  expand(url: string): ValueSetTable | undefined {
    const syntax = Object.hasOwn(syntaxes, url) ? syntaxes[url] : undefined;
    if (syntax) return { codes: {}, syntax };
    const codes = this.codesOf(url);
    if (!codes) return undefined;
    const sorted = [...codes].sort(([a], [b]) => (a < b ? -1 : 1));
    return { codes: Object.fromEntries(sorted.map(([system, set]) => [system, [...set].sort()])) };
  }

  private codesOf(canonical: string): Codes | undefined {
    const url = canonical.replace(/\|.*$/, '');
    if (this.known.has(url)) return this.known.get(url);
    this.known.set(url, undefined);
    const valueSet = this.definitions.valueSets.get(url);
    const codes = valueSet && this.compose(valueSet);
    this.known.set(url, codes && codes.size > 0 ? codes : undefined);
    return this.known.get(url);
  }

  private compose(valueSet: ValueSet): Codes | undefined {
    const result: Codes = new Map();
    for (const include of valueSet.compose?.include ?? []) {
      const codes = this.included(include);
      if (!codes) return undefined;
      for (const [system, set] of codes) {
        const all = result.get(system) ?? new Set<string>();
        for (const code of set) all.add(code);
        result.set(system, all);
      }
    }
    for (const exclude of valueSet.compose?.exclude ?? []) {
      const codes = this.included(exclude);
      if (!codes) return undefined;
      for (const [system, set] of codes) for (const code of set) result.get(system)?.delete(code);
    }
    return result;
  }

  private included(include: ValueSetComposeInclude): Codes | undefined {
    let result: Codes | undefined;
    if (include.system !== undefined) {
      const codes = include.concept?.map((concept) => concept.code) ?? this.systemCodes(include);
      if (!codes) return undefined;
      result = new Map([[include.system, new Set(codes)]]);
    }
    // An include of several value sets means their intersection.
    for (const url of include.valueSet ?? []) {
      const codes = this.codesOf(url);
      if (!codes) return undefined;
      result = result ? intersection(result, codes) : codes;
    }
    return result;
  }

  private systemCodes(include: ValueSetComposeInclude): readonly string[] | undefined {
    if (include.system === currencySystem) return currencies;
    const system = this.definitions.codeSystems.get(String(include.system));
    if (system?.content !== 'complete' || !system.concept) return undefined;
    let codes = [...flatten(system)];
    for (const filter of include.filter ?? []) {
      const matching = this.filtered(system, filter.property, filter.op, filter.value);
      if (!matching) return undefined;
      codes = codes.filter((entry) => matching.has(entry.code));
    }
    return codes.map((entry) => entry.code);
  }

  private filtered(
    system: CodeSystem,
    property: string,
    operation: string,
    value: string,
  ): Set<string> | undefined {
    const all = [...flatten(system)];
    if (property === 'concept' && (operation === 'is-a' || operation === 'descendent-of')) {
      const inside = new Set(all.filter((entry) => entry.ancestors.has(value)).map((entry) => entry.code));
      if (operation === 'is-a') inside.add(value);
      return inside;
    }
    if (property === 'concept' && operation === 'is-not-a') {
      return new Set(
        all.filter((entry) => entry.code !== value && !entry.ancestors.has(value)).map((entry) => entry.code),
      );
    }
    if (operation !== '=') return undefined;
    return new Set(
      all.filter((entry) => entry.properties.get(property)?.has(value)).map((entry) => entry.code),
    );
  }
}

interface FlatConcept {
  readonly code: string;
  readonly ancestors: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Every concept with its ancestors, which are given by nesting or by the properties `subsumedBy` and `parent`. */
function flatten(system: CodeSystem): FlatConcept[] {
  const parents = new Map<string, Set<string>>();
  const properties = new Map<string, Map<string, Set<string>>>();
  const order: string[] = [];
  const visit = (concepts: readonly CodeSystemConcept[], parent: string | undefined): void => {
    for (const concept of concepts) {
      order.push(concept.code);
      const above = parents.get(concept.code) ?? new Set<string>();
      parents.set(concept.code, above);
      if (parent !== undefined) above.add(parent);
      const own = properties.get(concept.code) ?? new Map<string, Set<string>>();
      properties.set(concept.code, own);
      for (const property of concept.property ?? []) {
        const value = property.valueCode ?? property.valueString ?? String(property.valueBoolean);
        if (property.code === 'subsumedBy' || property.code === 'parent') above.add(value);
        own.set(property.code, (own.get(property.code) ?? new Set<string>()).add(value));
      }
      visit(concept.concept ?? [], concept.code);
    }
  };
  visit(system.concept ?? [], undefined);
  const ancestorsOf = (code: string, seen: Set<string>): Set<string> => {
    for (const parent of parents.get(code) ?? []) {
      if (!seen.has(parent)) ancestorsOf(parent, seen.add(parent));
    }
    return seen;
  };
  return [...new Set(order)].map((code) => ({
    code,
    ancestors: ancestorsOf(code, new Set()),
    properties: properties.get(code) ?? new Map<string, Set<string>>(),
  }));
}

function intersection(left: Codes, right: Codes): Codes {
  const result: Codes = new Map();
  for (const [system, codes] of left) {
    const others = right.get(system);
    const both = [...codes].filter((code) => others?.has(code));
    if (both.length > 0) result.set(system, new Set(both));
  }
  return result;
}
