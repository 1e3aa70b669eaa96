import type { Property, ReleaseModel, Type } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';
import { isObject, type JsonObject, type JsonValue, objectsIn } from '../json/json-value.ts';
import { validateResolvedTarget } from '../structure/reference-targets.ts';
import { traversalRules } from './native-rules.ts';
import {
  containedContextOf,
  has,
  hasChoice,
  type ResolveReference,
  type RuleContext,
  ruleContextOf,
} from './rule-context.ts';
import type { RuleEvaluator } from './rule-evaluator.ts';

/** A reference in a resource that gives a URL, and the FHIRPath of that URL. */
export interface LiteralReference {
  readonly path: string;
  readonly reference: string;
}

/** Finds where an element breaks a rule. */
export type RuleJudge = Pick<RuleEvaluator, 'findingOf'>;

const urlTypes = new Set(['canonical', 'uri', 'url']);
/** A snapshot repeats the elements of its differential, ids included. */
const partsWithOwnIds = new Set(['StructureDefinition.differential', 'StructureDefinition.snapshot']);

/**
 * Checks the invariants of one resource at every element. The structure must be valid: otherwise invariants report
 * the same defects again.
 */
export class InvariantValidator {
  private readonly model: ReleaseModel;
  private readonly rules: RuleJudge;
  private readonly collector: IssueCollector;
  /** The literal references of the resource; only its Bundle can show whether they resolve. */
  readonly references: LiteralReference[] = [];
  /** Ids of contained resources that the resource refers to. */
  private usedIds = new Set<string>();
  /** Ids of the elements of the resource that have been visited. */
  private elementIds = new Set<string>();

  constructor(model: ReleaseModel, rules: RuleJudge, collector: IssueCollector) {
    this.model = model;
    this.rules = rules;
    this.collector = collector;
  }

  /** @param resolve finds resources outside this one, for instance in its Bundle */
  validate(resource: JsonObject, type: Type, resolve: ResolveReference): void {
    this.validateObject(type, [], resource, ruleContextOf(resource, resolve));
    this.checkContainedUse(resource);
  }

  private validateObject(
    type: Type,
    elementRules: readonly ConstraintTable[],
    node: JsonObject,
    context: RuleContext,
  ): void {
    const outerIds = this.elementIds;
    if (type.kind === 'resource' || partsWithOwnIds.has(type.name)) this.elementIds = new Set();
    else this.checkElementId(type, node);
    for (const name of Object.keys(node)) {
      const property = type.properties.get(name);
      if (name === 'reference' && type.name === 'Reference') this.recordReference(node);
      if (property) this.validateProperty(property, node, context);
      else if (name.startsWith('_'))
        this.validateCompanion(type.properties.get(name.slice(1)), node, context);
    }
    if (type.kind !== 'resource' && !hasMoreThanId(node)) this.reportEmpty();
    if (type.name === 'Extension') this.checkExtension(node);
    for (const rule of type.constraints) this.checkRule(rule, node, context);
    for (const rule of elementRules) this.checkRule(rule, node, context);
    this.elementIds = outerIds;
  }

  private validateProperty(property: Property, parent: JsonObject, context: RuleContext): void {
    const value = parent[property.name] as JsonValue;
    this.collector.enter(property.name);
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
    const elementRules = property.element.constraints;
    if (property.isPrimitive) {
      if (typeof value === 'string' && value.startsWith('#')) this.recordFragmentUse(property, value);
      if (value !== null) for (const rule of elementRules) this.checkRule(rule, value, context);
    } else if (isObject(value)) {
      if (property.isResource) this.validateInnerResource(property, value, context);
      else {
        const type = this.model.type(property.typeName);
        if (type) this.validateObject(type, elementRules, value, context);
        if (property.isReference)
          validateResolvedTarget(property, value, context.resolve, this.model, this.collector);
      }
    }
  }

  private validateInnerResource(property: Property, resource: JsonObject, context: RuleContext): void {
    const type = this.model.resource(String(resource.resourceType));
    if (!type || property.isEntryResource) return;
    // A contained resource shares its container's contained resources; other inner resources have their own.
    if (property.name === 'contained') {
      this.validateObject(type, [], resource, containedContextOf(resource, context));
      return;
    }
    const outerUsedIds = this.usedIds;
    this.usedIds = new Set();
    this.validateObject(type, [], resource, ruleContextOf(resource, context.resolve));
    this.checkContainedUse(resource);
    this.usedIds = outerUsedIds;
  }

  /** A companion (`_name`) holds the id and the extensions of the primitive `name`. */
  private validateCompanion(property: Property | undefined, parent: JsonObject, context: RuleContext): void {
    const element = this.model.type('Element');
    if (!property || !element) return;
    const value = parent[`_${property.name}`];
    const primitive = parent[property.name];
    const companions = Array.isArray(value) ? value : [value];
    this.collector.enter(property.name);
    companions.forEach((companion, index) => {
      if (!isObject(companion)) return;
      if (Array.isArray(value)) this.collector.enter(index);
      const item = Array.isArray(primitive) ? primitive[index] : primitive;
      const hasValue = item !== undefined && item !== null;
      if (companion.extension !== undefined) this.validateObject(element, [], companion, context);
      else {
        this.checkElementId(element, companion);
        if (!hasValue) this.reportEmpty();
      }
      if (Array.isArray(value)) this.collector.leave();
    });
    this.collector.leave();
  }

  private checkRule(rule: ConstraintTable, node: JsonValue, context: RuleContext): void {
    if (traversalRules.has(rule.key)) return;
    const finding = this.rules.findingOf(rule, node, context);
    if (!finding) return;
    const { at = [], detail, severity = rule.severity } = finding;
    const message = () => `${sentence(rule.human)}${detail === undefined ? '' : ` ${detail}`}`;
    this.collector.broken(rule.key, message, severity, ...at);
  }

  private checkExtension(extension: JsonObject): void {
    const nested = has(extension, 'extension');
    if (nested !== hasChoice(extension, 'value')) return;
    const message = nested
      ? 'An extension has either a value or extensions, not both.'
      : 'An extension needs a value or extensions of its own.';
    this.collector.broken('ext-1', message);
  }

  private reportEmpty(): void {
    this.collector.broken('ele-1', 'An element needs a value or content besides its id.');
  }

  /** Element.id: "Unique id for the element within a resource". Those of ElementDefinition have rules: sdf-16, sdf-17. */
  private checkElementId(type: Type, element: JsonObject): void {
    const { id } = element;
    if (typeof id !== 'string' || type.name === 'ElementDefinition') return;
    if (this.elementIds.has(id)) {
      const message = () => `Another element of this resource has the id ${quoted(id)}; each needs its own.`;
      this.collector.error('structure', message, 'id');
    } else this.elementIds.add(id);
  }

  private recordFragmentUse(property: Property, value: string): void {
    if (property.name === 'reference' || urlTypes.has(property.typeName)) this.usedIds.add(value.slice(1));
  }

  private recordReference(node: JsonObject): void {
    const reference = node.reference;
    if (typeof reference !== 'string' || reference.startsWith('#')) return;
    this.references.push({ path: `${this.collector.path()}.reference`, reference });
  }

  /**
   * dom-3: the resource refers to each contained one, or the contained one refers to the resource as "#". A link in the
   * narrative is enough: it refers "from elsewhere in the resource", although the expression of the rule looks at URIs alone.
   */
  private checkContainedUse(resource: JsonObject): void {
    if (!Array.isArray(resource.contained)) return;
    for (const id of idsLinkedIn(resource.text)) this.usedIds.add(id);
    const ids = new Map<string, number>();
    objectsIn(resource.contained).forEach((inner, index) => {
      if (typeof inner.id === 'string') {
        const first = ids.get(inner.id);
        if (first === undefined) ids.set(inner.id, index);
        else this.reportRepeatedId(inner.id, first, index);
      }
      if (typeof inner.id === 'string' && this.usedIds.has(inner.id)) return;
      if (refersToContainer(inner)) return;
      this.collector.enter('contained');
      this.collector.enter(index);
      const id = typeof inner.id === 'string' ? quoted(`#${inner.id}`) : 'it (it has no id)';
      this.collector.broken('dom-3', `The contained resource is not used: nothing refers to ${id}.`);
      this.collector.leave();
      this.collector.leave();
    });
  }

  private reportRepeatedId(id: string, first: number, index: number): void {
    const message = () => `The id ${quoted(id)} already stands at contained[${first}]; each needs its own.`;
    this.collector.error('structure', message, 'contained', index, 'id');
  }
}

function hasMoreThanId(node: JsonObject): boolean {
  for (const name in node) if (name !== 'id') return true;
  return false;
}

function refersToContainer(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === '#';
  return Object.values(value).some(refersToContainer);
}

function idsLinkedIn(narrative: JsonValue | undefined): readonly string[] {
  const div = isObject(narrative) ? narrative.div : undefined;
  if (typeof div !== 'string') return [];
  return [...div.matchAll(/\shref=["']#([^"'<]*)["']/g)].map(([, id = '']) => id);
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
