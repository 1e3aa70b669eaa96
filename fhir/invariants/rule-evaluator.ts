import type { ReleaseModel } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import { isObject, type JsonValue } from '../json/json-value.ts';
import { FhirPathEvaluator } from './fhirpath-evaluator.ts';
import { nativeExpressions, nativeRules } from './native-rules.ts';
import type { NativeRule, RuleContext } from './rule-context.ts';
import { compileProgram } from './run-program.ts';

/** Whether an element breaks a rule; from `typeName` the engine knows the types below the element. */
type CompiledRule = (node: JsonValue, context: RuleContext, typeName: string) => boolean;

/** Evaluates the rules of one release, each in the cheapest correct way: native code, program or FHIRPath engine. */
export class RuleEvaluator {
  private readonly compiled = new Map<ConstraintTable, CompiledRule>();
  private readonly engine: FhirPathEvaluator;

  constructor(model: ReleaseModel) {
    this.engine = new FhirPathEvaluator(model);
  }

  /** @param typeName table name of the element's type */
  isBroken(rule: ConstraintTable, typeName: string, node: JsonValue, context: RuleContext): boolean {
    let evaluate = this.compiled.get(rule);
    if (!evaluate) {
      evaluate = this.compile(rule);
      this.compiled.set(rule, evaluate);
    }
    return evaluate(node, context, typeName);
  }

  private compile(rule: ConstraintTable): CompiledRule {
    const native = nativeRuleOf(rule);
    if (native) return (node, context) => isObject(node) && !native(node, context);
    if (rule.program) {
      const holds = compileProgram(rule.program);
      return (node, context) => holds(node, context.resource) !== true;
    }
    return (node, context, typeName) => this.engine.evaluate(rule, typeName, node, context) === 'broken';
  }
}

function nativeRuleOf(rule: ConstraintTable): NativeRule | undefined {
  if (Object.hasOwn(nativeRules, rule.key)) return nativeRules[rule.key];
  return Object.hasOwn(nativeExpressions, rule.expression) ? nativeExpressions[rule.expression] : undefined;
}
