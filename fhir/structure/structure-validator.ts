import type { Element, Property, ReleaseModel, Type } from '../definitions/release-model.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { bindableTypes, boundCodes, validateBinding } from './bindings.ts';
import { described, type PropertiesByRelease, unknownPropertyMessage, wrongTypeMessage } from './messages.ts';
import { type NarrativeReader, narrativeReader, validateNarrative } from './narrative.ts';
import { idOfElement, primitiveFormats } from './primitives.ts';
import { validateReference } from './reference-targets.ts';

const absolutePattern = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|$)/;

/** What the attempts at one resource in several releases share; without it, each knows its own release alone. */
export interface SharedKnowledge {
  readonly readNarrative?: NarrativeReader;
  /** Whether any release defines a resource type of that name. */
  readonly isResourceType?: (name: string) => boolean;
  readonly propertiesOf?: PropertiesByRelease;
}

/**
 * Validates the structure of one resource against one release: known properties, JSON types, cardinality, choice
 * types, primitive formats, required bindings, narrative. Leaves out the resources of Bundle entries, which are
 * validated one by one.
 */
export class StructureValidator {
  private readonly model: ReleaseModel;
  private readonly collector: IssueCollector;
  private readonly readNarrative: NarrativeReader;
  private readonly isResourceType: (name: string) => boolean;
  private readonly propertiesOf: PropertiesByRelease;
  private extensionDepth = 0;

  constructor(model: ReleaseModel, collector: IssueCollector, shared: SharedKnowledge = {}) {
    this.model = model;
    this.collector = collector;
    this.readNarrative = shared.readNarrative ?? narrativeReader();
    this.propertiesOf = shared.propertiesOf ?? (() => new Map());
    this.isResourceType = shared.isResourceType ?? ((name) => model.resource(name) !== undefined);
  }

  /** @param resource any object with a `resourceType` that the release defines */
  validate(resource: JsonObject, type: Type): void {
    this.validateObject(type, resource);
  }

  private validateObject(type: Type, object: JsonObject): void {
    if (type.name !== 'Extension') {
      this.validateProperties(type, object);
      return;
    }
    // Extensions inside an extension may have a relative url.
    if (this.extensionDepth === 0 && typeof object.url === 'string' && !absolutePattern.test(object.url)) {
      const message = `${quoted(object.url)} is not an absolute URL, which an extension's url must be.`;
      this.collector.error('primitive-format', message, 'url');
    }
    this.extensionDepth += 1;
    this.validateProperties(type, object);
    this.extensionDepth -= 1;
  }

  private validateProperties(type: Type, object: JsonObject): void {
    const names = Object.keys(object);
    let present = 0;
    let choices: Map<Element, string> | undefined;
    let unknown: string[] | undefined;
    for (const name of names) {
      if (name === 'resourceType' && type.kind === 'resource') continue;
      const property = type.properties.get(name) ?? this.propertyOfCompanion(type, name);
      if (!property) {
        this.reportUnknownProperty(type, name, object);
        unknown ??= [];
        unknown.push(name);
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
      this.validateProperty(property, name, object);
    }
    if (names.length === 0 || (names.length === 1 && names[0] === 'resourceType')) {
      if (type.kind !== 'resource') {
        this.collector.error('structure', 'The object is empty; leave the property out instead.');
        return;
      }
    }
    for (const element of type.required) {
      if ((present & element.requiredBit) !== 0) continue;
      // A choice of a type that it does not have is one defect.
      if (element.isChoice && unknown?.some((name) => isChoiceOf(element, name))) continue;
      this.reportMissing(type, element);
    }
  }

  /** A companion (`_name`) holds the id and the extensions of the primitive `name`. */
  private propertyOfCompanion(type: Type, name: string): Property | undefined {
    const property = name.startsWith('_') ? type.properties.get(name.slice(1)) : undefined;
    return property?.isPrimitive ? property : undefined;
  }

  private validateProperty(property: Property, name: string, object: JsonObject): void {
    const isCompanion = name !== property.name;
    const value = object[name] as JsonValue;
    this.collector.enter(name);
    if (value === null)
      this.collector.error('structure', 'The value is null; leave the property out instead.');
    else if (property.element.list !== Array.isArray(value)) this.reportListMismatch(property, value);
    else if (isCompanion) this.validateCompanion(property, value, object[property.name]);
    else if (Array.isArray(value)) this.validateList(property, value, object);
    else this.validateValue(property, value, object, property.name);
    this.collector.leave();
  }

  private validateList(property: Property, values: JsonValue[], object: JsonObject): void {
    if (values.length === 0) {
      this.collector.error('structure', 'The array is empty; leave the property out instead.');
      return;
    }
    if (values.length > property.element.max) {
      this.collector.tooMany(`At most ${property.element.max} may be given, not ${values.length}.`);
    }
    const companions = property.isPrimitive ? object[`_${property.name}`] : undefined;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] as JsonValue;
      this.collector.enter(index);
      if (value !== null) this.validateValue(property, value, values, index);
      else if (!property.isPrimitive || !Array.isArray(companions) || !isObject(companions[index])) {
        this.collector.error('structure', 'The value is null, and no extension stands in its place.');
      }
      this.collector.leave();
    }
  }

  private validateCompanion(property: Property, value: JsonValue, primitive: JsonValue | undefined): void {
    if (!Array.isArray(value)) {
      this.validateElement(value);
      return;
    }
    if (value.length === 0) {
      this.collector.error('structure', 'The array is empty; leave the property out instead.');
      return;
    }
    if (Array.isArray(primitive) && primitive.length > 0 && value.length > primitive.length) {
      this.collector.error(
        'structure',
        `There are ${value.length} companions, but only ${primitive.length} values of ${property.name}; put null where a value is missing.`,
      );
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      const companion = value[index] as JsonValue;
      this.collector.enter(index);
      if (companion !== null) this.validateElement(companion);
      else if (!Array.isArray(primitive)) {
        this.collector.error(
          'structure',
          `The value is null, and ${property.name} has no value in its place.`,
        );
      }
      this.collector.leave();
    }
  }

  private validateElement(value: JsonValue): void {
    const element = this.model.type('Element');
    if (!isObject(value))
      this.collector.error('structure', `An object with id or extension is needed, not ${described(value)}.`);
    else if (element) this.validateObject(element, value);
  }

  private validateValue(property: Property, value: JsonValue, parent: object, key: string | number): void {
    const errors = this.collector.errors;
    if (property.isPrimitive) this.validatePrimitive(property, value, parent, key);
    else if (!isObject(value)) this.reportWrongType(`an object (${property.typeName})`, value, property);
    else if (property.isResource) this.validateNestedResource(property, value);
    else {
      const type = this.model.type(property.typeName);
      if (type) this.validateObject(type, value);
    }
    const { element, typeName } = property;
    const { model, isResourceType } = this;
    // A code whose format is wrong is in no value set, nor is what has another JSON type: one defect.
    const isNoCode = property.isPrimitive ? this.collector.errors > errors : !isObject(value);
    if (element.valueSet && !isNoCode && bindableTypes.has(typeName)) {
      const { propertiesOf } = this;
      validateBinding(value, { property, set: element.valueSet, propertiesOf }, this.collector);
    }
    if (property.isReference) {
      const { targets } = element;
      validateReference(typeName, value, { model, isResourceType, targets }, this.collector);
    }
  }

  private validatePrimitive(
    property: Property,
    value: JsonValue,
    parent: object,
    key: string | number,
  ): void {
    const { name, typeName } = property;
    const formatName = name === 'id' && typeName === 'string' ? idOfElement : typeName;
    const format = primitiveFormats.get(formatName);
    if (!format) return;
    const kind = typeof value;
    if (kind !== format.jsonType) {
      this.reportWrongType(`a JSON ${format.jsonType} (${typeName})`, value, property);
      return;
    }
    if (value === '') {
      this.collector.error('structure', 'The string is empty; leave the property out instead.');
      return;
    }
    const text =
      kind === 'number'
        ? (this.collector.numberTexts.get(parent)?.get(key) ?? String(value))
        : (value as string);
    const error = format.findError(text, this.model.release);
    if (error) {
      this.collector.error(
        'primitive-format',
        () => `${quoted(text)} is not a valid ${formatName}: ${error}.${boundCodes(property)}`,
      );
    } else if (typeName === 'xhtml') validateNarrative(text, this.readNarrative, this.collector);
  }

  /** A contained resource, or one in Parameters, belongs to its container; that of a Bundle entry does not. */
  private validateNestedResource(property: Property, value: JsonObject): void {
    if (property.isEntryResource) return;
    const name = value.resourceType;
    const type = typeof name === 'string' ? this.model.resource(name) : undefined;
    const { resourceType: needed } = property;
    if (type && needed !== undefined && type.name !== needed)
      this.collector.error(
        'structure',
        `${property.owner}.${property.name} is an ${needed}, not ${quoted(name)}.`,
        'resourceType',
      );
    else if (type) this.validateObject(type, value);
    else if (name === undefined) this.collector.error('structure', 'The resource has no resourceType.');
    else
      this.collector.error(
        'structure',
        `${quoted(name)} is not a resource type of this release.`,
        'resourceType',
      );
  }

  private reportUnknownProperty(type: Type, name: string, object: JsonObject): void {
    this.collector.unknownProperties += 1;
    const message = () => unknownPropertyMessage(type, name, object, this.model.release, this.propertiesOf);
    if (/^\w{1,64}$/.test(name)) this.collector.error('structure', message, name);
    else this.collector.error('structure', message);
  }

  private reportMissing(type: Type, element: Element): void {
    const name = element.isChoice ? `${element.name}[x]` : element.name;
    this.collector.error('cardinality', `${type.name}.${name} is required, but it is missing.`, element.name);
  }

  private reportListMismatch(property: Property, value: JsonValue): void {
    const message = property.element.list
      ? `An array is needed, because ${property.name} may repeat; put the value in [ ].`
      : `${property.name} may stand only once, but an array is given.`;
    this.collector.error(
      'structure',
      value === '' ? 'The string is empty; leave the property out instead.' : message,
    );
  }

  private reportWrongType(needed: string, value: JsonValue, property: Property): void {
    this.collector.error('structure', () =>
      wrongTypeMessage(needed, value, property, this.model.release, this.propertiesOf),
    );
  }
}

function isChoiceOf(element: Element, name: string): boolean {
  const start = name.startsWith('_') ? 1 : 0;
  const rest = name.slice(start + element.name.length);
  return name.startsWith(element.name, start) && (rest === '' || /^[A-Z]/.test(rest));
}
