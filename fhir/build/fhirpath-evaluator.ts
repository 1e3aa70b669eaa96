import { createRequire } from 'node:module';
import type { compile, Model, ResourceNode, UserInvocationTable } from 'fhirpath';
import type { ReleaseModel } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import type { RuleContext } from '../invariants/rule-context.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { makeFhirPathModel } from './fhirpath-model.ts';

type Compile = typeof compile;
type Evaluate = (node: JsonValue, variables: Record<string, unknown>) => unknown[];

/** The result of a rule; `undecided` if the engine has none. */
export type RuleResult = 'holds' | 'broken' | 'undecided';

/** Evaluates rules with the FHIRPath engine and the types of one release. Never uses the network. */
export class FhirPathEvaluator {
  private readonly release: ReleaseModel;
  private model: Model | undefined;
  private compile: Compile | undefined;
  private readonly compiled = new Map<ConstraintTable, Map<string, Evaluate>>();
  private context: RuleContext | undefined;
  private readonly functions: UserInvocationTable = {
    resolve: {
      fn: (nodes: ResourceNode[]) => this.resolve(nodes),
      arity: { 0: [] },
      internalStructures: true,
    },
    memberOf: {
      fn: (values: unknown[], url: string) => this.memberOf(values, url),
      arity: { 1: ['String'] },
    },
  };

  constructor(release: ReleaseModel) {
    this.release = release;
  }

  /** @param typeName table name of the element's type, from which the engine knows the types below it */
  evaluate(rule: ConstraintTable, typeName: string, node: JsonValue, context: RuleContext): RuleResult {
    this.context = context;
    try {
      const { resource, rootResource } = context;
      const result = this.evaluatorOf(rule, typeName)(node, { resource, rootResource });
      if (result.length === 1 && result[0] === false) return 'broken';
      if (result.length > 0) return 'holds';
      return rule.expression.includes('resolve()') ? 'undecided' : 'broken';
    } catch {
      // For instance, a quantity with a comparator cannot be compared: the resource is not to blame.
      return 'undecided';
    }
  }

  private evaluatorOf(rule: ConstraintTable, typeName: string): Evaluate {
    const byType = this.compiled.get(rule) ?? new Map<string, Evaluate>();
    this.compiled.set(rule, byType);
    const known = byType.get(typeName);
    if (known) return known;
    this.model ??= makeFhirPathModel(this.release);
    // Loading the engine takes 100 ms, and few resources need it.
    this.compile ??= (createRequire(import.meta.url)('fhirpath') as { compile: Compile }).compile;
    const evaluate = this.compile({ base: typeName, expression: rule.expression }, this.model, {
      userInvocationTable: this.functions,
    }) as Evaluate;
    byType.set(typeName, evaluate);
    return evaluate;
  }

  private resolve(nodes: readonly ResourceNode[]): ResourceNode[] {
    return nodes.flatMap((node) => {
      const data: unknown = typeof node === 'object' ? node.data : node;
      const reference = typeof data === 'string' ? data : (data as { reference?: unknown } | null)?.reference;
      const target = typeof reference === 'string' ? this.context?.resolve(reference) : undefined;
      return target && typeof node === 'object' ? [nodeOf(node, target)] : [];
    });
  }

  private memberOf(values: readonly unknown[], url: string): boolean[] {
    const set = this.release.valueSet(url);
    if (!set) return [];
    return values.map((value) => {
      const code = typeof value === 'object' && value !== null ? (value as { code?: unknown }).code : value;
      return typeof code === 'string' && set.codes.has(code);
    });
  }
}

/** Makes a node for another resource; the engine does not export the class of nodes. */
function nodeOf(sibling: ResourceNode, resource: JsonObject): ResourceNode {
  const NodeClass = sibling.constructor as new (...values: unknown[]) => ResourceNode;
  return new NodeClass((sibling as unknown as { ctx: unknown }).ctx, resource, null, null, null, null);
}
