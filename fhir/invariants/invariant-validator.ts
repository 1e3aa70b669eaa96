import type { LiteralReference } from '../bundle/validate-entries.ts';
import type { Property, ReleaseModel, Type } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import type { IssueCollector } from '../issue-collector.ts';
import type { JsonObject, JsonValue } from '../json/read-json.ts';
import { traversalRules } from './native-rules.ts';
import { has, hasChoice, isObject, objectsIn, type RuleContext, ruleContextOf } from './rule-context.ts';
import type { RuleEvaluator } from './rule-evaluator.ts';

const urlTypes = new Set(['canonical', 'uri', 'url']);

/**
 * Judges the rules of one resource at every element. The structure must have passed: rules of a wrong structure
 * tell the same defect again.
 */
export class InvariantValidator {
  private readonly model: ReleaseModel;
  private readonly rules: RuleEvaluator;
  private readonly collector: IssueCollector;
  /** The literal references that were met, for the judge of the Bundle around the resource. */
  readonly references: LiteralReference[] = [];
  /** Ids of contained resources that something in the resource points to. */
  private readonly used = new Set<string>();

  constructor(model: ReleaseModel, rules: RuleEvaluator, collector: IssueCollector) {
    this.model = model;
    this.rules = rules;
    this.collector = collector;
  }

  /** @param resolve finds resources around this one, for instance in its Bundle */
  validate(resource: JsonObject, type: Type, resolve: RuleContext['resolve']): void {
    this.validateObject(type, [], resource, ruleContextOf(resource, resolve));
    this.checkContainedUse(resource);
  }

  private validateObject(
    type: Type,
    atElement: readonly ConstraintTable[],
    node: JsonObject,
    context: RuleContext,
  ): void {
    for (const name of Object.keys(node)) {
      const property = type.properties.get(name);
      if (name === 'reference' && type.name === 'Reference') this.recordReference(node);
      if (property) this.validateProperty(property, node, context);
      else if (name.startsWith('_'))
        this.validateCompanion(type.properties.get(name.slice(1)), node, context);
    }
    if (type.kind !== 'resource' && !hasMoreThanId(node)) this.reportEmpty();
    if (type.name === 'Extension') this.checkExtension(node);
    for (const rule of type.constraints) this.checkRule(rule, type.name, node, context);
    for (const rule of atElement) this.checkRule(rule, type.name, node, context);
  }

  private validateProperty(property: Property, holder: JsonObject, context: RuleContext): void {
    const value = holder[property.name] as JsonValue;
    this.collector.enter(property.element.isChoice ? property.element.name : property.name);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        this.collector.enter(index);
        this.validateValue(property, item, context);
        this.collector.leave();
      });
    } else this.validateValue(property, value, context);
    this.collector.leave();
  }

  private validateValue(property: Property, value: JsonValue, context: RuleContext): void {
    const atElement = property.element.constraints;
    if (property.isPrimitive) {
      if (typeof value === 'string' && value.startsWith('#')) this.recordFragmentUse(property, value);
      if (value !== null)
        for (const rule of atElement) this.checkRule(rule, property.typeName, value, context);
    } else if (isObject(value)) {
      if (property.isResource) this.validateInnerResource(property, value, context);
      else {
        const type = this.model.type(property.typeName);
        if (type) this.validateObject(type, atElement, value, context);
      }
    }
  }

  private validateInnerResource(property: Property, resource: JsonObject, context: RuleContext): void {
    const type = this.model.resource(String(resource.resourceType));
    if (!type || property.isEntryResource) return;
    // What is contained shares its container's contained resources; other inner resources have their own.
    const inner =
      property.name === 'contained' ? { ...context, resource } : ruleContextOf(resource, context.resolve);
    this.validateObject(type, [], resource, inner);
  }

  private validateCompanion(property: Property | undefined, holder: JsonObject, context: RuleContext): void {
    const element = this.model.type('Element');
    if (!property || !element) return;
    const value = holder[`_${property.name}`];
    const plain = holder[property.name];
    const companions = Array.isArray(value) ? value : [value];
    this.collector.enter(property.element.isChoice ? property.element.name : property.name);
    companions.forEach((companion, index) => {
      if (!isObject(companion)) return;
      if (Array.isArray(value)) this.collector.enter(index);
      const partner = Array.isArray(plain) ? plain[index] : plain;
      const hasValue = partner !== undefined && partner !== null;
      if (companion.extension !== undefined) this.validateObject(element, [], companion, context);
      else if (!hasValue) this.reportEmpty();
      if (Array.isArray(value)) this.collector.leave();
    });
    this.collector.leave();
  }

  private checkRule(rule: ConstraintTable, typeName: string, node: JsonValue, context: RuleContext): void {
    if (traversalRules.has(rule.key)) return;
    if (this.rules.isBroken(rule, typeName, node, context))
      this.report(rule.severity, `${rule.key}: ${sentence(rule.human)}`);
  }

  private checkExtension(extension: JsonObject): void {
    const nested = has(extension, 'extension');
    if (nested !== hasChoice(extension, 'value')) return;
    const message = nested
      ? 'An extension has either a value or extensions, not both.'
      : 'An extension needs a value or extensions of its own.';
    this.report('error', `ext-1: ${message}`);
  }

  private reportEmpty(): void {
    this.report('error', 'ele-1: An element needs a value or content beside its id.');
  }

  private recordFragmentUse(property: Property, value: string): void {
    if (property.name === 'reference' || urlTypes.has(property.typeName)) this.used.add(value.slice(1));
  }

  private recordReference(node: JsonObject): void {
    const reference = node.reference;
    if (typeof reference !== 'string' || reference.startsWith('#')) return;
    this.references.push({ place: `${this.collector.path()}.reference`, reference });
  }

  /** dom-3: what is contained serves the rest of the resource, or points to it as "#". */
  private checkContainedUse(resource: JsonObject): void {
    objectsIn(resource.contained).forEach((inner, index) => {
      if (typeof inner.id === 'string' && this.used.has(inner.id)) return;
      if (pointsToContainer(inner)) return;
      this.collector.enter('contained');
      this.collector.enter(index);
      const id = typeof inner.id === 'string' ? `"#${inner.id}"` : 'it (it has no id)';
      this.report('error', `dom-3: The contained resource is not used: nothing refers to ${id}.`);
      this.collector.leave();
      this.collector.leave();
    });
  }

  private report(severity: 'error' | 'warning', message: string): void {
    if (severity === 'error') this.collector.error('invariant', message);
    else this.collector.warning('invariant', message);
  }
}

function hasMoreThanId(node: JsonObject): boolean {
  for (const name in node) if (name !== 'id') return true;
  return false;
}

function pointsToContainer(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === '#';
  return Object.values(value).some(pointsToContainer);
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
