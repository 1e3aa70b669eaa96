import { closest, distance } from 'fastest-levenshtein';
import type { Element, Property, ReleaseModel, Type } from '../definitions/release-model.ts';
import { isObject } from '../invariants/rule-context.ts';
import { type Collector, shown } from '../issue-collector.ts';
import type { JsonObject, JsonValue } from '../json/json-text.ts';
import { judgeBinding } from './bindings.ts';
import { judgeNarrative } from './narrative.ts';
import { primitiveRules } from './primitives.ts';
import { judgeTarget } from './reference-targets.ts';

const absolutePattern = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|$)/;
const bound = new Set([
  'code',
  'string',
  'uri',
  'Coding',
  'CodeableConcept',
  'CodeableReference',
  'Quantity',
]);

/**
 * Judges the structure of one resource against one release: known properties, JSON types, cardinality, choice
 * types, primitive formats, required bindings, narrative. The resources of Bundle entries are left out: each
 * is judged by itself.
 */
export class StructureJudge {
  private readonly model: ReleaseModel;
  private readonly collector: Collector;
  private extensionDepth = 0;

  constructor(model: ReleaseModel, collector: Collector) {
    this.model = model;
    this.collector = collector;
  }

  /** @param resource any object with a `resourceType` that the release defines */
  judgeResource(resource: JsonObject, type: Type): void {
    this.judgeObject(type, resource);
  }

  private judgeObject(type: Type, object: JsonObject): void {
    if (type.name !== 'Extension') {
      this.judgeProperties(type, object);
      return;
    }
    // The parts of an extension may be named relative to it.
    if (this.extensionDepth === 0 && typeof object.url === 'string' && !absolutePattern.test(object.url)) {
      const message = `${shown(object.url)} is no absolute URL, which an extension's url must be.`;
      this.collector.error('primitive-format', message, 'url');
    }
    this.extensionDepth += 1;
    this.judgeProperties(type, object);
    this.extensionDepth -= 1;
  }

  private judgeProperties(type: Type, object: JsonObject): void {
    const names = Object.keys(object);
    let present = 0;
    let choices: Map<Element, string> | undefined;
    for (const name of names) {
      if (name === 'resourceType' && type.kind === 'resource') continue;
      const property = type.properties.get(name) ?? this.ofCompanion(type, name);
      if (!property) {
        this.tellUnknown(type, name, object);
        continue;
      }
      const element = property.element;
      present |= element.requiredBit;
      if (element.isChoice) {
        choices ??= new Map();
        const other = choices.get(element);
        if (other === undefined) choices.set(element, property.name);
        else if (other !== property.name) {
          this.collector.error(
            'choice',
            `Only one type of ${element.name}[x] may be given, but both ${other} and ${property.name} are; keep one.`,
            element.name,
          );
        }
      }
      this.judgeProperty(property, name, object);
    }
    if (names.length === 0 || (names.length === 1 && names[0] === 'resourceType')) {
      if (type.kind !== 'resource') {
        this.collector.error('structure', 'The object is empty; leave the property out instead.');
        return;
      }
    }
    for (const element of type.required) {
      if ((present & element.requiredBit) === 0) this.tellMissing(type, element);
    }
  }

  /** `_name` carries id and extensions of the primitive `name`. */
  private ofCompanion(type: Type, name: string): Property | undefined {
    const property = name.startsWith('_') ? type.properties.get(name.slice(1)) : undefined;
    return property?.isPrimitive ? property : undefined;
  }

  private judgeProperty(property: Property, name: string, object: JsonObject): void {
    const isCompanion = name !== property.name;
    const value = object[name] as JsonValue;
    this.collector.enter(isCompanion ? name : stepOf(property));
    if (value === null)
      this.collector.error('structure', 'The value is null; leave the property out instead.');
    else if (property.element.list !== Array.isArray(value)) this.tellListness(property, value);
    else if (isCompanion) this.judgeCompanion(property, value, object[property.name]);
    else if (Array.isArray(value)) this.judgeList(property, value, object);
    else this.judgeValue(property, value, object, property.name);
    this.collector.leave();
  }

  private judgeList(property: Property, values: JsonValue[], object: JsonObject): void {
    if (values.length === 0) {
      this.collector.error('structure', 'The array is empty; leave the property out instead.');
      return;
    }
    if (values.length > property.element.max) {
      this.collector.error(
        'cardinality',
        `At most ${property.element.max} may be given, not ${values.length}.`,
      );
    }
    const companions = property.isPrimitive ? object[`_${property.name}`] : undefined;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] as JsonValue;
      this.collector.enter(index);
      if (value !== null) this.judgeValue(property, value, values, index);
      else if (!property.isPrimitive || !Array.isArray(companions) || !isObject(companions[index])) {
        this.collector.error('structure', 'The value is null, and no extension stands in its place.');
      }
      this.collector.leave();
    }
  }

  private judgeCompanion(property: Property, value: JsonValue, partner: JsonValue | undefined): void {
    if (!Array.isArray(value)) {
      this.judgeElement(value);
      return;
    }
    if (value.length === 0) {
      this.collector.error('structure', 'The array is empty; leave the property out instead.');
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      const companion = value[index] as JsonValue;
      this.collector.enter(index);
      if (companion !== null) this.judgeElement(companion);
      else if (!Array.isArray(partner) || (index >= partner.length && partner.length > 0)) {
        this.collector.error(
          'structure',
          `The value is null, and ${property.name} has no value in its place.`,
        );
      }
      this.collector.leave();
    }
  }

  private judgeElement(value: JsonValue): void {
    const element = this.model.type('Element');
    if (!isObject(value)) this.tellKind('an object with id or extension', value);
    else if (element) this.judgeObject(element, value);
  }

  private judgeValue(property: Property, value: JsonValue, holder: object, key: string | number): void {
    if (property.isPrimitive) this.judgePrimitive(property, value, holder, key);
    else if (!isObject(value)) this.tellKind(`an object (${property.typeName})`, value);
    else if (property.isResource) this.judgeNestedResource(property, value);
    else {
      const type = this.model.type(property.typeName);
      if (type) this.judgeObject(type, value);
    }
    const { valueSet, targets } = property.element;
    if (valueSet && bound.has(property.typeName)) {
      judgeBinding(property.typeName, value, valueSet, this.collector);
    }
    if (targets && isObject(value))
      judgeTarget(property.typeName, value, targets, this.model, this.collector);
  }

  private judgePrimitive(property: Property, value: JsonValue, holder: object, key: string | number): void {
    const rule = primitiveRules.get(property.typeName);
    if (!rule) return;
    const kind = typeof value;
    if (kind !== rule.json) {
      this.tellKind(`a JSON ${rule.json} (${property.typeName})`, value);
      return;
    }
    if (value === '') {
      this.collector.error('structure', 'The string is empty; leave the property out instead.');
      return;
    }
    const text =
      kind === 'number'
        ? (this.collector.numberTexts.get(holder)?.get(key) ?? String(value))
        : (value as string);
    const fault = rule.fault(text);
    if (fault) {
      this.collector.error(
        'primitive-format',
        `${shown(text)} is not a valid ${property.typeName}: ${fault}.`,
      );
    } else if (property.typeName === 'xhtml') judgeNarrative(text, this.collector);
  }

  /** A contained resource, or one in Parameters, belongs to its container; an entry's is judged by itself. */
  private judgeNestedResource(property: Property, value: JsonObject): void {
    if (property.isEntryResource) return;
    const name = value.resourceType;
    const type = typeof name === 'string' ? this.model.resource(name) : undefined;
    if (type) this.judgeObject(type, value);
    else if (name === undefined) this.collector.error('structure', 'The resource has no resourceType.');
    else
      this.collector.error(
        'structure',
        `${shown(name)} is not a resource type of this release.`,
        'resourceType',
      );
  }

  private tellUnknown(type: Type, name: string, object: JsonObject): void {
    this.collector.strangers += 1;
    const message = this.collector.isFull ? '' : unknownMessage(type, name, object);
    this.collector.error('structure', message, /^\w{1,64}$/.test(name) ? name : undefined);
  }

  private tellMissing(type: Type, element: Element): void {
    const name = element.isChoice ? `${element.name}[x]` : element.name;
    this.collector.error('cardinality', `${type.name}.${name} is required, but it is missing.`, element.name);
  }

  private tellListness(property: Property, value: JsonValue): void {
    const message = property.element.list
      ? `An array is needed, because ${property.name} may repeat; put the value in [ ].`
      : `${property.name} may stand only once, but an array is given.`;
    this.collector.error(
      'structure',
      value === '' ? 'The string is empty; leave the property out instead.' : message,
    );
  }

  private tellKind(needed: string, value: JsonValue): void {
    this.collector.error(
      'structure',
      `${needed.charAt(0).toUpperCase()}${needed.slice(1)} is needed, not ${described(value)}.`,
    );
  }
}

function stepOf(property: Property): string {
  return property.element.isChoice ? property.element.name : property.name;
}

function described(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${shown(value)}`;
}

function unknownMessage(type: Type, name: string, object: JsonObject): string {
  const what = `${shown(name)} is not a property of ${type.name}`;
  if (name === 'resourceType') return `${what}: only a resource has a resourceType.`;
  const base = name.startsWith('_') ? name.slice(1) : name;
  if (base !== name && Object.hasOwn(object, base))
    return `${what}: only a primitive value has such a companion.`;
  const names = [...type.properties.keys()];
  if (name.length > 80 || names.length === 0) return `${what}.`;
  const near = closest(name, names);
  return distance(name, near) <= 3 ? `${what}; the nearest one is "${near}".` : `${what}.`;
}
