import type { Body } from '../../support/fhir-resources.ts';
import { type PublishedElement, type PublishedTypes, propertyName } from './published.ts';
import type { Samples } from './samples.ts';

/** An element, and how to put a value of a type there into an otherwise valid resource. */
export interface ElementPlace {
  readonly element: PublishedElement;
  readonly typeName: string;
  /** FHIRPath of the value. */
  readonly path: string;
  /** FHIRPath of the element, without its type and position. */
  readonly elementPath: string;
  /** @param value without the array around it */
  readonly put: (value: unknown) => Body;
  /** Puts properties in place of the whole element. */
  readonly putAll: (properties: Body) => Body;
}

/** A nested element or a data type of a resource, which holds elements. */
interface OwnerPlace {
  readonly owner: string;
  readonly path: string;
  readonly put: (owner: Body) => Body;
}

/** Data types are put into an extension of this resource, which accepts nearly all of them. */
const holderOfDataTypes = 'Patient';

/** Every element of every resource type, nested ones and those of data types included, with each of its types. */
export function* elementPlaces(types: PublishedTypes, samples: Samples): Generator<ElementPlace> {
  for (const place of ownerPlaces(types, samples)) {
    for (const element of types.elements(place.owner)) {
      for (const typeName of element.table.types) {
        const name = propertyName(element.key, typeName);
        const { list } = element.table;
        const base = without(samples.object(place.owner), element);
        yield {
          element,
          typeName,
          path: `${place.path}.${name}${list ? '[0]' : ''}`,
          elementPath: `${place.path}.${element.key.replace('[x]', '')}`,
          put: (value) => place.put({ ...base, [name]: list ? [value] : value }),
          putAll: (properties) => place.put({ ...base, ...properties }),
        };
      }
    }
  }
}

function* ownerPlaces(types: PublishedTypes, samples: Samples): Generator<OwnerPlace> {
  for (const name of types.resourceNames()) {
    yield* nestedPlaces(types, samples, {
      owner: name,
      path: name,
      put: (owner) => ({ ...owner, resourceType: name }),
    });
  }
  const value = types.elements('Extension').find(({ key }) => key === 'value[x]');
  for (const typeName of value?.table.types ?? []) {
    if (types.kindOf(typeName) !== 'complex') continue;
    const name = propertyName('value[x]', typeName);
    yield* nestedPlaces(types, samples, {
      owner: typeName,
      path: `${holderOfDataTypes}.extension[0].${name}`,
      put: (owner) => ({
        resourceType: holderOfDataTypes,
        extension: [{ url: 'http://example.org/extension', [name]: owner }],
      }),
    });
  }
}

/** The place itself, and those of the nested elements in it. */
function* nestedPlaces(types: PublishedTypes, samples: Samples, place: OwnerPlace): Generator<OwnerPlace> {
  yield place;
  for (const element of types.elements(place.owner)) {
    const [typeName = ''] = element.table.types;
    // The type of a nested element has the name of its path; a reused type was visited at its own path.
    if (typeName !== `${place.owner}.${element.key}`) continue;
    const base = without(samples.object(place.owner), element);
    const { list } = element.table;
    yield* nestedPlaces(types, samples, {
      owner: typeName,
      path: `${place.path}.${element.key}${list ? '[0]' : ''}`,
      put: (owner) => place.put({ ...base, [element.key]: list ? [owner] : owner }),
    });
  }
}

/** An object without an element, of any type. */
function without(object: Body, { key, table }: PublishedElement): Body {
  const names = table.types.map((typeName) => propertyName(key, typeName));
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
