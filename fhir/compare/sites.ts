import type { Property, ReleaseModel, Type } from '../definitions/release-model.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** An object of a resource: the resource itself, or a part of it. */
export interface ObjectSite {
  readonly steps: readonly (string | number)[];
  readonly type: Type;
}

/** A value of a property, without the array around it. */
export interface ValueSite {
  /** To the object that has the property. */
  readonly owner: ObjectSite;
  readonly property: Property;
  /** In the array; undefined if there is none. */
  readonly index: number | undefined;
  readonly value: JsonValue;
}

/** Everything in a resource that a defect can be made of; resources inside it are left out. */
export interface Sites {
  readonly objects: readonly ObjectSite[];
  readonly values: readonly ValueSite[];
}

/** Finds all sites of a resource by the definitions of its release. */
export function sitesOf(resource: JsonObject, type: Type, model: ReleaseModel): Sites {
  const objects: ObjectSite[] = [];
  const values: ValueSite[] = [];
  const visit = (object: JsonObject, owner: ObjectSite): void => {
    objects.push(owner);
    for (const [name, value] of Object.entries(object)) {
      const property = owner.type.properties.get(name);
      if (!property || property.isResource) continue;
      const items = Array.isArray(value) ? value : [value];
      items.forEach((item, position) => {
        if (item === null) return;
        const index = Array.isArray(value) ? position : undefined;
        values.push({ owner, property, index, value: item });
        const inner = property.isPrimitive ? undefined : model.type(property.typeName);
        if (!inner || !isObject(item)) return;
        const steps = [...owner.steps, name, ...(index === undefined ? [] : [index])];
        visit(item, { steps, type: inner });
      });
    }
  };
  visit(resource, { steps: [], type });
  return { objects, values };
}

/** The object at a site of a copy of the resource. */
export function objectAt(resource: JsonObject, { steps }: ObjectSite): JsonObject {
  let found: JsonValue | undefined = resource;
  for (const step of steps) found = (found as Record<string | number, JsonValue>)[step];
  return found as JsonObject;
}
