import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { type MutantMaker, type Mutation, twice } from './mutant-maker.ts';
import { type ObjectSite, objectAt, type Sites, type ValueSite } from './sites.ts';

/** Mutations at all values that fit. */
export function atValues(
  fits: (site: ValueSite) => boolean,
  change: (site: ValueSite, owner: JsonObject) => void,
): (sites: Sites) => readonly Mutation[] {
  return ({ values }) =>
    values.filter(fits).map((site) => (copy: JsonObject) => change(site, objectAt(copy, site.owner)));
}

/** Mutations at all objects that fit. */
export function atObjects(
  fits: (site: ObjectSite) => boolean,
  change: (object: JsonObject, site: ObjectSite) => void,
): (sites: Sites) => readonly Mutation[] {
  return ({ objects }) =>
    objects.filter(fits).map((site) => (copy: JsonObject) => change(objectAt(copy, site), site));
}

/** Puts a value into the place of another one. */
export function replace({ property, index }: ValueSite, owner: JsonObject, value: JsonValue): void {
  if (index === undefined) owner[property.name] = value;
  else (owner[property.name] as JsonValue[])[index] = value;
}

/** Takes a property and its companion out of an object. */
export function drop({ property }: ValueSite, owner: JsonObject): void {
  delete owner[property.name];
  delete owner[`_${property.name}`];
}

const always = (): boolean => true;

function rename(owner: JsonObject, from: string, to: string): void {
  owner[to] = owner[from] ?? null;
  delete owner[from];
}

/** Rules that change which elements there are, and how many. */
export const elementMakers: readonly MutantMaker[] = [
  {
    kind: 'structure',
    what: 'a renamed property',
    mutations: atValues(always, ({ property }, owner) =>
      rename(owner, property.name, `${property.name.slice(0, -1)}q`),
    ),
  },
  {
    kind: 'structure',
    what: 'a property of another letter case',
    mutations: atValues(always, ({ property }, owner) =>
      rename(owner, property.name, property.name.charAt(0).toUpperCase() + property.name.slice(1)),
    ),
  },
  { kind: 'structure', what: twice, mutations: () => [() => undefined] },
  {
    kind: 'structure',
    what: 'another JSON type',
    mutations: atValues(
      ({ property }) => property.isPrimitive,
      (site, owner) => replace(site, owner, typeof site.value === 'string' ? 7 : String(site.value)),
    ),
  },
  {
    kind: 'structure',
    what: 'a text for an object',
    mutations: atValues(
      ({ property }) => !property.isPrimitive,
      (site, owner) => replace(site, owner, 'x'),
    ),
  },
  {
    kind: 'structure',
    what: 'an object for a text',
    mutations: atValues(
      ({ property }) => property.isPrimitive,
      (site, owner) => replace(site, owner, { value: site.value }),
    ),
  },
  {
    kind: 'structure',
    what: 'an array for one value',
    mutations: atValues(
      ({ property }) => !property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = [value];
      },
    ),
  },
  {
    kind: 'structure',
    what: 'one value for an array',
    mutations: atValues(
      ({ property }) => property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = value;
      },
    ),
  },
  {
    kind: 'structure',
    what: 'an empty string',
    mutations: atValues(
      ({ value }) => typeof value === 'string',
      (site, owner) => replace(site, owner, ''),
    ),
  },
  {
    kind: 'structure',
    what: 'an empty object',
    mutations: atValues(
      ({ value }) => isObject(value),
      (site, owner) => replace(site, owner, {}),
    ),
  },
  {
    kind: 'structure',
    what: 'an empty array',
    mutations: atValues(
      ({ property }) => property.element.list,
      ({ property }, owner) => {
        owner[property.name] = [];
      },
    ),
  },
  {
    kind: 'structure',
    what: 'null',
    mutations: atValues(always, (site, owner) => replace(site, owner, null)),
  },
  {
    kind: 'structure',
    what: 'a companion with an id alone',
    mutations: atValues(
      ({ property, index }) => property.isPrimitive && index === undefined && property.name !== 'id',
      ({ property }, owner) => {
        owner[`_${property.name}`] = { id: 'a' };
      },
    ),
  },
  {
    kind: 'structure',
    what: 'an extension in the place of a value',
    mutations: atValues(
      ({ property, index, owner }) =>
        property.isPrimitive &&
        index === undefined &&
        property.name !== 'id' &&
        property.typeName !== 'xhtml' &&
        owner.type.name !== 'Extension',
      ({ property }, owner) => {
        delete owner[property.name];
        owner[`_${property.name}`] = {
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
              valueCode: 'unknown',
            },
          ],
        };
      },
    ),
  },
  {
    kind: 'cardinality',
    what: 'a required element that is dropped',
    mutations: atValues(({ property: { element } }) => element.min > 0, drop),
  },
  { kind: 'cardinality', what: 'an element that is dropped', mutations: atValues(always, drop) },
  {
    kind: 'cardinality',
    what: 'an item that is duplicated',
    mutations: atValues(
      ({ index }) => index !== undefined,
      ({ property, value }, owner) => {
        (owner[property.name] as JsonValue[]).push(structuredClone(value));
      },
    ),
  },
  {
    kind: 'cardinality',
    what: 'two items for one',
    mutations: atValues(
      ({ property }) => !property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = [value, structuredClone(value)];
      },
    ),
  },
];
