import type { Property, ReleaseModel } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { type ObjectSite, objectAt, type Sites, type ValueSite } from './sites.ts';

/** Changes a copy of a resource. */
export type Change = (copy: JsonObject) => void;

/** All changes of one kind that a resource has places for. */
export type ChangesOf = (sites: Sites, model: ReleaseModel) => readonly Change[];

/** Changes at all values that fit. */
export function atValues(
  fits: (site: ValueSite) => boolean,
  change: (site: ValueSite, owner: JsonObject) => void,
): ChangesOf {
  return ({ values }) =>
    values.filter(fits).map((site) => (copy) => change(site, objectAt(copy, site.owner)));
}

/** Changes at all objects that fit. */
export function atObjects(
  fits: (site: ObjectSite) => boolean,
  change: (object: JsonObject) => void,
): ChangesOf {
  return ({ objects }) => objects.filter(fits).map((site) => (copy) => change(objectAt(copy, site)));
}

/** Changes that put a value of a fixed text in the place of each value of a type. */
export function replacing(typeName: string, value: JsonValue): ChangesOf {
  return atValues(hasType(typeName), (site, owner) => replace(site, owner, value));
}

export const always = (): boolean => true;

export function hasType(...names: readonly string[]): (site: ValueSite) => boolean {
  return ({ property }) => names.includes(property.typeName);
}

/** Whether a code of the value must be from a list. */
export function isBoundCode({ property: { typeName, element } }: ValueSite): boolean {
  return typeName === 'code' && element.valueSet !== undefined && element.valueSet.syntax === undefined;
}

/** Puts a value in the place of another one. */
export function replace({ property, index }: ValueSite, owner: JsonObject, value: JsonValue): void {
  if (index === undefined) owner[property.name] = value;
  else (owner[property.name] as JsonValue[])[index] = value;
}

/** Removes a property and its companion from an object. */
export function drop({ property }: ValueSite, owner: JsonObject): void {
  delete owner[property.name];
  delete owner[`_${property.name}`];
}

/** Adds a contained resource that nothing refers to. */
export const addsUnusedContained: ChangesOf = atObjects(
  ({ steps, type }) => steps.length === 0 && type.properties.has('contained'),
  (resource) => {
    const unused = { resourceType: 'Basic', id: 'unused', code: { text: 'x' } };
    resource.contained = [...(Array.isArray(resource.contained) ? resource.contained : []), unused];
  },
);

/** The text of a resource in which a property occurs twice. */
export function textWithTwice(resource: JsonObject, name: string): string {
  return `${JSON.stringify(resource).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(resource[name])}}`;
}

/** A narrative. */
export const div = (inner: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${inner}</div>`;

/** Types of a choice whose values need nothing else. */
const simpleChoices: Readonly<Record<string, JsonValue>> = {
  boolean: true,
  string: 'x',
  dateTime: '2020',
  CodeableConcept: { text: 'x' },
  Quantity: { value: 1 },
  Reference: { display: 'x' },
  Period: { start: '2020' },
};

/** Other types of the same choice, each with a simple value. */
export function otherChoices({
  owner,
  property,
}: ValueSite): readonly { readonly name: string; readonly value: JsonValue }[] {
  const isOther = (other: Property): boolean =>
    property.element.isChoice && other.element === property.element && other.name !== property.name;
  return [...owner.type.properties.values()].filter(isOther).flatMap(({ name, typeName }) => {
    const value = simpleChoices[typeName];
    return value === undefined ? [] : [{ name, value }];
  });
}

/** The first coding of a Coding or a CodeableConcept. */
export function firstCoding(value: JsonValue): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const coding = Array.isArray(value.coding) ? value.coding[0] : value;
  return isObject(coding) ? coding : undefined;
}
