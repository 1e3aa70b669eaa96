import type { FhirRelease } from '../types.ts';
import type { ConstraintTable, ElementTable, TypeTable, ValueSetTable } from './tables.ts';

/** One element of a type, ready for validation. */
export interface Element {
  /** Without `[x]`. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly list: boolean;
  readonly isChoice: boolean;
  /** Bit in the mask of the type's required elements; 0 for optional ones. */
  readonly requiredBit: number;
  readonly valueSet: ValueSet | undefined;
  /** Whether the value set is the most that a weaker binding allows. */
  readonly isMaximum: boolean;
  readonly targets: readonly string[] | undefined;
  readonly constraints: readonly ConstraintTable[];
}

/** One JSON property of a type: an element together with one of its types. */
export interface Property {
  readonly name: string;
  /** The type, or the nested element, that the release defines it for. */
  readonly owner: string;
  readonly element: Element;
  readonly typeName: string;
  readonly isPrimitive: boolean;
  /** Whether its value is a resource. */
  readonly isResource: boolean;
  /** Whether its value is or holds a Reference; the one in a CodeableReference is judged at that element. */
  readonly isReference: boolean;
  /** The resource of a Bundle entry, which is validated by itself. */
  readonly isEntryResource: boolean;
  /** The one type that a resource must have there: R5 demands it by a profile, which the tables leave out. */
  readonly resourceType: string | undefined;
}

/** A type with all that it inherits. */
export interface Type {
  readonly name: string;
  readonly kind: TypeTable['kind'];
  readonly abstract: boolean;
  readonly base: string | undefined;
  readonly properties: ReadonlyMap<string, Property>;
  readonly required: readonly Element[];
  readonly constraints: readonly ConstraintTable[];
}

/** A value set whose codes, or whose grammar, are known. */
export interface ValueSet {
  readonly url: string;
  readonly syntax: ValueSetTable['syntax'];
  /** Codes by code system. */
  readonly systems: ReadonlyMap<string, ReadonlySet<string>>;
  readonly codes: ReadonlySet<string>;
}

const referenceTypes: ReadonlySet<string> = new Set(['Reference', 'CodeableReference']);

/** The types and value sets of one release; each table is parsed when it is first needed. */
export class ReleaseModel {
  readonly release: FhirRelease;
  private readonly lines = new Map<string, string>();
  /** The names of all type tables, each by itself. */
  private readonly names = new Map<string, string>();
  private readonly types = new Map<string, Type>();
  private readonly valueSets = new Map<string, ValueSet | undefined>();

  /** @param tables the text of the release in `model/`, one table a line */
  constructor(release: FhirRelease, tables: string) {
    this.release = release;
    for (const line of tables.split('\n')) {
      const cut = line.indexOf(' ', line.indexOf(' ') + 1);
      if (cut <= 0) continue;
      this.lines.set(line.slice(0, cut), line.slice(cut + 1));
      if (line.startsWith('type ')) this.names.set(line.slice(5, cut), line.slice(5, cut));
    }
  }

  /** The names of all type tables, those of nested elements included. */
  typeNames(): string[] {
    return [...this.names.keys()];
  }

  /** The resource type of that name, or undefined if the release defines none or only an abstract one. */
  resource(name: string): Type | undefined {
    const type = this.type(name);
    return type?.kind === 'resource' && !type.abstract ? type : undefined;
  }

  /** The type of that name, or undefined if the release does not define it. */
  type(name: string): Type | undefined {
    return this.types.get(name) ?? this.compile(name);
  }

  /** The value set of that canonical URL, or undefined if its codes are not known. */
  valueSet(url: string): ValueSet | undefined {
    if (!this.valueSets.has(url)) this.valueSets.set(url, this.readValueSet(url));
    return this.valueSets.get(url);
  }

  private readValueSet(url: string): ValueSet | undefined {
    const line = this.lines.get(`valueset ${url}`);
    if (line === undefined) return undefined;
    const table = JSON.parse(line) as ValueSetTable;
    const systems = new Map(Object.entries(table.codes).map(([system, codes]) => [system, new Set(codes)]));
    return { url, syntax: table.syntax, systems, codes: new Set(Object.values(table.codes).flat()) };
  }

  /** Does not keep names that the release does not define: one that comes from a body would keep the body in memory. */
  private compile(asked: string): Type | undefined {
    const line = this.lines.get(`type ${asked}`);
    if (line === undefined) return undefined;
    const name = this.names.get(asked) ?? '';
    const table = JSON.parse(line) as TypeTable;
    const base = table.base === undefined ? undefined : this.type(table.base);
    const elements = new Map<string, ElementTable>();
    for (let ancestor: string | undefined = name; ancestor !== undefined; ) {
      const next = JSON.parse(this.lines.get(`type ${ancestor}`) ?? '{"elements":{}}') as TypeTable;
      for (const [key, element] of Object.entries(next.elements)) {
        if (!elements.has(key)) elements.set(key, element);
      }
      ancestor = next.base;
    }
    const properties = new Map<string, Property>();
    const required: Element[] = [];
    for (const [key, element] of elements) {
      const compiled = this.makeElement(key, element, required);
      for (const typeName of element.types) {
        const property = this.makeProperty(name, compiled, typeName);
        properties.set(property.name, property);
      }
    }
    const type: Type = {
      name,
      kind: table.kind,
      abstract: table.abstract === true,
      base: table.base,
      properties,
      required,
      constraints: [...(base?.constraints ?? []), ...(table.constraints ?? [])],
    };
    this.types.set(name, type);
    return type;
  }

  private makeElement(key: string, table: ElementTable, required: Element[]): Element {
    const isChoice = key.endsWith('[x]');
    const element: Element = {
      name: isChoice ? key.slice(0, -3) : key,
      min: table.min,
      max: table.max ?? Number.POSITIVE_INFINITY,
      list: table.list === true,
      isChoice,
      requiredBit: table.min > 0 ? 1 << required.length : 0,
      valueSet: table.valueSet === undefined ? undefined : this.valueSet(table.valueSet),
      isMaximum: table.maximum === true,
      targets: table.targets,
      constraints: table.constraints ?? [],
    };
    if (table.min > 0) required.push(element);
    return element;
  }

  private makeProperty(owner: string, element: Element, typeName: string): Property {
    const name = element.isChoice
      ? element.name + typeName.charAt(0).toUpperCase() + typeName.slice(1)
      : element.name;
    // Looks only at the head of the line: to parse every type that is mentioned would parse nearly all types.
    const kind = this.lines.get(`type ${typeName}`)?.slice(0, 22);
    return {
      name,
      owner,
      element,
      typeName,
      isPrimitive: kind?.startsWith('{"kind":"primitive"') === true,
      isResource: kind?.startsWith('{"kind":"resource"') === true,
      isReference: referenceTypes.has(typeName) && owner !== 'CodeableReference',
      isEntryResource: owner === 'Bundle.entry' && element.name === 'resource',
      resourceType: owner === 'Bundle' && element.name === 'issues' ? 'OperationOutcome' : undefined,
    };
  }
}
