import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { always, atValues, drop, replace } from './changes.ts';
import { type MutantMaker, twice } from './mutant-maker.ts';

function rename(owner: JsonObject, from: string, to: string): void {
  owner[to] = owner[from] ?? null;
  delete owner[from];
}

/** Rules that change which elements there are, and how many. */
export const elementMakers: readonly MutantMaker[] = [
  {
    kind: 'structure',
    what: 'a renamed property',
    changes: atValues(always, ({ property }, owner) =>
      rename(owner, property.name, `${property.name.slice(0, -1)}q`),
    ),
  },
  {
    kind: 'structure',
    what: 'a property of another letter case',
    changes: atValues(always, ({ property }, owner) =>
      rename(owner, property.name, property.name.charAt(0).toUpperCase() + property.name.slice(1)),
    ),
  },
  { kind: 'structure', what: twice, changes: () => [() => undefined] },
  {
    kind: 'structure',
    what: 'another JSON type',
    changes: atValues(
      ({ property }) => property.isPrimitive,
      (site, owner) => replace(site, owner, typeof site.value === 'string' ? 7 : String(site.value)),
    ),
  },
  {
    kind: 'structure',
    what: 'a text for an object',
    changes: atValues(
      ({ property }) => !property.isPrimitive,
      (site, owner) => replace(site, owner, 'x'),
    ),
  },
  {
    kind: 'structure',
    what: 'an object for a text',
    changes: atValues(
      ({ property }) => property.isPrimitive,
      (site, owner) => replace(site, owner, { value: site.value }),
    ),
  },
  {
    kind: 'structure',
    what: 'an array for one value',
    changes: atValues(
      ({ property }) => !property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = [value];
      },
    ),
  },
  {
    kind: 'structure',
    what: 'one value for an array',
    changes: atValues(
      ({ property }) => property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = value;
      },
    ),
  },
  {
    kind: 'structure',
    what: 'an empty string',
    changes: atValues(
      ({ value }) => typeof value === 'string',
      (site, owner) => replace(site, owner, ''),
    ),
  },
  {
    kind: 'structure',
    what: 'an empty object',
    changes: atValues(
      ({ value }) => isObject(value),
      (site, owner) => replace(site, owner, {}),
    ),
  },
  {
    kind: 'structure',
    what: 'an empty array',
    changes: atValues(
      ({ property }) => property.element.list,
      ({ property }, owner) => {
        owner[property.name] = [];
      },
    ),
  },
  {
    kind: 'structure',
    what: 'null',
    changes: atValues(always, (site, owner) => replace(site, owner, null)),
  },
  {
    kind: 'structure',
    what: 'a companion with an id alone',
    changes: atValues(
      ({ property, index }) => property.isPrimitive && index === undefined && property.name !== 'id',
      ({ property }, owner) => {
        owner[`_${property.name}`] = { id: 'a' };
      },
    ),
  },
  {
    kind: 'structure',
    what: 'an extension in the place of a value',
    changes: atValues(
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
    changes: atValues(({ property: { element } }) => element.min > 0, drop),
  },
  { kind: 'cardinality', what: 'an element that is dropped', changes: atValues(always, drop) },
  {
    kind: 'cardinality',
    what: 'an item that is duplicated',
    changes: atValues(
      ({ index }) => index !== undefined,
      ({ property, value }, owner) => {
        (owner[property.name] as JsonValue[]).push(structuredClone(value));
      },
    ),
  },
  {
    kind: 'cardinality',
    what: 'two items for one',
    changes: atValues(
      ({ property }) => !property.element.list,
      ({ property, value }, owner) => {
        owner[property.name] = [value, structuredClone(value)];
      },
    ),
  },
];
