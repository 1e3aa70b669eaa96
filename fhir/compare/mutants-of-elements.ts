import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { always, atValues, drop, replace } from './changes.ts';
import { type MutantMaker, ofKind, twice } from './mutant-maker.ts';

function rename(owner: JsonObject, from: string, to: string): void {
  owner[to] = owner[from] ?? null;
  delete owner[from];
}

/** Rules that change which elements there are, and how many. */
export const elementMakers: readonly MutantMaker[] = [
  ...ofKind('structure', [
    {
      what: 'a renamed property',
      changes: atValues(always, ({ property }, owner) =>
        rename(owner, property.name, `${property.name.slice(0, -1)}q`),
      ),
    },
    {
      what: 'a property of another letter case',
      changes: atValues(always, ({ property }, owner) =>
        rename(owner, property.name, property.name.charAt(0).toUpperCase() + property.name.slice(1)),
      ),
    },
    { what: twice, changes: () => [() => undefined] },
    {
      what: 'another JSON type',
      changes: atValues(
        ({ property }) => property.isPrimitive,
        (site, owner) => replace(site, owner, typeof site.value === 'string' ? 7 : String(site.value)),
      ),
    },
    {
      what: 'a text for an object',
      changes: atValues(
        ({ property }) => !property.isPrimitive,
        (site, owner) => replace(site, owner, 'x'),
      ),
    },
    {
      what: 'an object for a text',
      changes: atValues(
        ({ property }) => property.isPrimitive,
        (site, owner) => replace(site, owner, { value: site.value }),
      ),
    },
    {
      what: 'an array for one value',
      changes: atValues(
        ({ property }) => !property.element.list,
        ({ property, value }, owner) => {
          owner[property.name] = [value];
        },
      ),
    },
    {
      what: 'one value for an array',
      changes: atValues(
        ({ property }) => property.element.list,
        ({ property, value }, owner) => {
          owner[property.name] = value;
        },
      ),
    },
    {
      what: 'an empty string',
      changes: atValues(
        ({ value }) => typeof value === 'string',
        (site, owner) => replace(site, owner, ''),
      ),
    },
    {
      what: 'an empty object',
      changes: atValues(
        ({ value }) => isObject(value),
        (site, owner) => replace(site, owner, {}),
      ),
    },
    {
      what: 'an empty array',
      changes: atValues(
        ({ property }) => property.element.list,
        ({ property }, owner) => {
          owner[property.name] = [];
        },
      ),
    },
    {
      what: 'null',
      changes: atValues(always, (site, owner) => replace(site, owner, null)),
    },
    {
      what: 'a companion with an id alone',
      changes: atValues(
        ({ property, index }) => property.isPrimitive && index === undefined && property.name !== 'id',
        ({ property }, owner) => {
          owner[`_${property.name}`] = { id: 'a' };
        },
      ),
    },
    {
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
  ]),
  ...ofKind('cardinality', [
    {
      what: 'a required element that is dropped',
      changes: atValues(({ property: { element } }) => element.min > 0, drop),
    },
    { what: 'an element that is dropped', changes: atValues(always, drop) },
    {
      what: 'an item that is duplicated',
      changes: atValues(
        ({ index }) => index !== undefined,
        ({ property, value }, owner) => {
          (owner[property.name] as JsonValue[]).push(structuredClone(value));
        },
      ),
    },
    {
      what: 'two items for one',
      changes: atValues(
        ({ property }) => !property.element.list,
        ({ property, value }, owner) => {
          owner[property.name] = [value, structuredClone(value)];
        },
      ),
    },
  ]),
];
