import type { ReleaseModel } from '../definitions/release-model.ts';
import type { ConstraintTable } from '../definitions/tables.ts';
import { isObject, type JsonValue } from '../json/json-value.ts';
import { textRules } from './element-rules.ts';
import { nativeExpressions, nativeRules } from './native-rules.ts';
import { compilePlace } from './program-place.ts';
import type { Finding, NativeRule, RuleContext } from './rule-context.ts';
import { compileProgram } from './run-program.ts';
import { valueSetRules } from './value-set-rules.ts';

/** The problem at an element; undefined if the rule holds. */
type CompiledRule = (node: JsonValue, context: RuleContext) => Finding | undefined;

const broken: Finding = {};

/** Evaluates the rules of one release, each as code or as a program, at a cost that is linear in what it looks at. */
export class RuleEvaluator {
  private readonly compiled = new Map<ConstraintTable, CompiledRule>();
  private readonly model: ReleaseModel;

  constructor(model: ReleaseModel) {
    this.model = model;
  }

  isBroken(rule: ConstraintTable, node: JsonValue, context: RuleContext): boolean {
    const finding = this.findingOf(rule, node, context);
    return finding !== undefined && finding.severity === undefined;
  }

  /** The problem at an element; undefined if the rule holds. */
  findingOf(rule: ConstraintTable, node: JsonValue, context: RuleContext): Finding | undefined {
    let evaluate = this.compiled.get(rule);
    if (!evaluate) {
      evaluate = compile(rule, this.model);
      this.compiled.set(rule, evaluate);
    }
    return evaluate(node, context);
  }
}

/** How a rule is evaluated: in code, as a program, or not at all. A test finds rules that have neither. */
export function kindOf(rule: ConstraintTable): 'code' | 'program' | 'none' {
  const inCode = nativeRuleOf(rule) ?? ownOf(textRules, rule.key) ?? ownOf(valueSetRules, rule.expression);
  if (inCode) return 'code';
  return rule.program ? 'program' : 'none';
}

function compile(rule: ConstraintTable, model: ReleaseModel): CompiledRule {
  const native = nativeRuleOf(rule);
  if (native) return (node, context) => (isObject(node) ? findingIn(native(node, context)) : undefined);
  const ofText = ownOf(textRules, rule.key);
  if (ofText) return (node) => (typeof node === 'string' ? findingIn(ofText(node)) : undefined);
  const ofValueSets = ownOf(valueSetRules, rule.expression)?.(model);
  if (ofValueSets) return (node) => (isObject(node) ? findingIn(ofValueSets(node)) : undefined);
  if (!rule.program) return () => undefined;
  const { program } = rule;
  const holds = compileProgram(program);
  let findPlace: ReturnType<typeof compilePlace> | undefined;
  return (node, context) => {
    if (holds(node, context.resource) === true) return undefined;
    findPlace ??= compilePlace(program);
    const at = findPlace(node, context.resource);
    return at === undefined ? broken : { at };
  };
}

function findingIn(result: boolean | Finding): Finding | undefined {
  return result === true ? undefined : result === false ? broken : result;
}

function nativeRuleOf(rule: ConstraintTable): NativeRule | undefined {
  return ownOf(nativeRules, rule.key) ?? ownOf(nativeExpressions, rule.expression);
}

function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
