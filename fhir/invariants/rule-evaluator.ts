import type { ReleaseModel } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import type { JsonValue } from '../json/read-json.ts';
import { FhirPathEvaluator } from './fhirpath-evaluator.ts';
import { nativeExpressions, nativeRules } from './native-rules.ts';
import { isObject, type NativeRule, type RuleContext } from './rule-context.ts';
import { compileProgram } from './run-program.ts';

/** Judges one element by one rule; `typeName` tells the engine the types below the element. */
type CompiledRule = (node: JsonValue, context: RuleContext, typeName: string) => boolean;

/** Judges the rules of one release, each in the cheapest way that is right: native, program, engine. */
export class RuleEvaluator {
  private readonly judges = new Map<ConstraintTable, CompiledRule>();
  private readonly engine: FhirPathEvaluator;

  constructor(model: ReleaseModel) {
    this.engine = new FhirPathEvaluator(model);
  }

  /** Whether the element breaks the rule. */
  isBroken(rule: ConstraintTable, typeName: string, node: JsonValue, context: RuleContext): boolean {
    let judge = this.judges.get(rule);
    if (!judge) {
      judge = this.compile(rule);
      this.judges.set(rule, judge);
    }
    return judge(node, context, typeName);
  }

  private compile(rule: ConstraintTable): CompiledRule {
    const native = nativeRuleOf(rule);
    if (native) return (node, context) => isObject(node) && !native(node, context);
    if (rule.program) {
      const judge = compileProgram(rule.program);
      return (node, context) => judge(node, context.resource) !== true;
    }
    return (node, context, typeName) => this.engine.evaluate(rule, typeName, node, context) === 'broken';
  }
}

function nativeRuleOf(rule: ConstraintTable): NativeRule | undefined {
  if (Object.hasOwn(nativeRules, rule.key)) return nativeRules[rule.key];
  return Object.hasOwn(nativeExpressions, rule.expression) ? nativeExpressions[rule.expression] : undefined;
}
