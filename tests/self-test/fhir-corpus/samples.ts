import type { Body } from '../../support/fhir-resources.ts';
import { type PublishedElement, type PublishedTypes, propertyName } from './published.ts';

const ucum = 'http://unitsofmeasure.org';

/** One valid value of each primitive type. */
const primitives: Readonly<Record<string, unknown>> = {
  base64Binary: 'YWJj',
  boolean: true,
  canonical: 'http://example.org/canonical',
  code: 'a',
  date: '2024-02-29',
  dateTime: '2024-02-29T23:59:59.5+14:00',
  decimal: 1.5,
  id: 'a',
  instant: '2024-02-29T23:59:59Z',
  integer: -1,
  integer64: '-1',
  markdown: '*a*',
  oid: 'urn:oid:1.2',
  positiveInt: 1,
  string: 'a',
  time: '23:59:59',
  unsignedInt: 0,
  uri: 'http://example.org/uri',
  url: 'http://example.org/url',
  uuid: 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520',
  xhtml: '<div xmlns="http://www.w3.org/1999/xhtml">a</div>',
};

/** Values of complex types whose rules demand more than their required elements. */
const complex: Readonly<Record<string, unknown>> = {
  Age: { value: 1, system: ucum, code: 'a' },
  Attachment: { title: 'a' },
  CodeableConcept: { text: 'a' },
  CodeableReference: { concept: { text: 'a' } },
  ContactPoint: { system: 'phone', value: '1' },
  Count: { value: 1, system: ucum, code: '1' },
  Distance: { value: 1, system: ucum, code: 'm' },
  Duration: { value: 1, system: ucum, code: 'h' },
  Extension: { url: 'http://example.org/extension', valueString: 'a' },
  Period: { start: '2020', end: '2021' },
  Quantity: { value: 1 },
  Range: { low: { value: 1 } },
  Ratio: { numerator: { value: 1 }, denominator: { value: 2 } },
  RatioRange: { lowNumerator: { value: 1 }, denominator: { value: 2 } },
  Reference: { display: 'a' },
};

/** A resource for any element that holds a resource. */
const resource: Body = {
  resourceType: 'OperationOutcome',
  id: 'a',
  issue: [{ severity: 'error', code: 'invalid' }],
};

/** Makes the smallest valid values, from the definitions of one release. */
export class Samples {
  private readonly types: PublishedTypes;

  constructor(types: PublishedTypes) {
    this.types = types;
  }

  /** The smallest resource: all that is required, and nothing else. */
  resource(name: string): Body {
    return { resourceType: name, ...this.object(name) };
  }

  /** A value of an element that has the given type, without the array around it. */
  value({ table }: PublishedElement, typeName: string): unknown {
    if (table.valueSet !== undefined) {
      const bound = boundValue(typeName, this.types.codes(table.valueSet));
      if (bound !== undefined) return bound;
    }
    const kind = this.types.kindOf(typeName);
    if (kind === 'primitive') return primitives[typeName];
    if (kind === 'resource') return resource;
    return this.object(typeName);
  }

  /** The property for an element with the given type, as it stands in JSON. */
  property(element: PublishedElement, typeName: string): Body {
    const value = this.value(element, typeName);
    return { [propertyName(element.key, typeName)]: element.table.list ? [value] : value };
  }

  private required(name: string): Body {
    const needed = this.types.elements(name).filter(({ table }) => table.min > 0);
    return Object.assign({}, ...needed.map((element) => this.property(element, firstType(element)))) as Body;
  }

  /** The smallest object of a type: its required elements, or one element if none is required, except for a resource. */
  object(name: string): Body {
    if (Object.hasOwn(complex, name)) return complex[name] as Body;
    const made = this.required(name);
    if (Object.keys(made).length > 0 || this.types.kindOf(name) === 'resource') return made;
    const own = this.types
      .elements(name)
      .filter(({ key }) => !['id', 'extension', 'modifierExtension'].includes(key));
    const simple = own.find((element) => this.types.kindOf(firstType(element)) === 'primitive') ?? own[0];
    if (!simple) throw new Error(`${name} has no element.`);
    return this.property(simple, firstType(simple));
  }
}

function firstType({ table }: PublishedElement): string {
  const [first] = table.types;
  if (first === undefined) throw new Error('An element has no type.');
  return first;
}

function boundValue(typeName: string, codes: Readonly<Record<string, readonly string[]>>): unknown {
  const [system, [code] = []] = Object.entries(codes)[0] ?? [];
  switch (typeName) {
    case 'code':
    case 'string':
    case 'uri':
      return code;
    case 'Coding':
      return { system, code };
    case 'Quantity':
      return { value: 1, system, code };
    case 'CodeableConcept':
      return { coding: [{ system, code }] };
    case 'CodeableReference':
      return { concept: { coding: [{ system, code }] } };
    default:
      return undefined;
  }
}
