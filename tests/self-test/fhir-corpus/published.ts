import { readTables } from '../../../fhir/definitions/read-tables.ts';
import type { ElementTable, TypeTable, ValueSetTable } from '../../../fhir/definitions/tables.ts';
import type { FhirRelease } from '../../../fhir/index.ts';

/** One element of a type, as HL7 defines it. */
export interface PublishedElement {
  /** As in the definitions: `value[x]`. */
  readonly key: string;
  readonly table: ElementTable;
}

/**
 * HL7's definitions of one release, read directly from the committed tables: the corpus shares no code with the validator
 * that it tests.
 */
export class PublishedTypes {
  readonly release: FhirRelease;
  private readonly types = new Map<string, TypeTable>();
  private readonly valueSets = new Map<string, ValueSetTable>();

  constructor(release: FhirRelease) {
    this.release = release;
    for (const line of readTables(release).split('\n')) {
      const [kind, name = '', json] = splitTwice(line);
      if (kind === 'type') this.types.set(name, JSON.parse(json) as TypeTable);
      if (kind === 'valueset') this.valueSets.set(name, JSON.parse(json) as ValueSetTable);
    }
  }

  /** Names of all resource types that can stand in a body. */
  resourceNames(): readonly string[] {
    return [...this.types]
      .filter(([, { kind, abstract }]) => kind === 'resource' && !abstract)
      .map(([name]) => name);
  }

  typeNames(): readonly string[] {
    return [...this.types.keys()];
  }

  kindOf(name: string): TypeTable['kind'] | undefined {
    return this.types.get(name)?.kind;
  }

  /** The elements of a type with those that it inherits. */
  elements(name: string): readonly PublishedElement[] {
    const found = new Map<string, ElementTable>();
    for (let type: string | undefined = name; type !== undefined; type = this.types.get(type)?.base) {
      for (const [key, table] of Object.entries(this.types.get(type)?.elements ?? {}))
        if (!found.has(key)) found.set(key, table);
    }
    return [...found].map(([key, table]) => ({ key, table }));
  }

  /** Codes of a value set by code system; one example if a grammar defines the set. */
  codes(url: string): ValueSetTable['codes'] {
    const set = this.valueSets.get(url);
    if (set?.syntax === 'language') return { 'urn:ietf:bcp:47': ['de-CH'] };
    if (set?.syntax === 'media-type') return { 'urn:ietf:bcp:13': ['text/plain'] };
    return set?.codes ?? {};
  }
}

function splitTwice(line: string): readonly [string, string, string] {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return [line.slice(0, first), line.slice(first + 1, second), line.slice(second + 1)];
}

/** The JSON property of an element when it has a value of that type. */
export function propertyName(key: string, typeName: string): string {
  return key.endsWith('[x]') ? key.slice(0, -3) + typeName.charAt(0).toUpperCase() + typeName.slice(1) : key;
}
