import { parse } from 'fhirpath';
import type { Constant, Items, Program } from '../definitions/rule-program.ts';
import type { TypeTable } from '../definitions/tables.ts';
import {
  calledFunction,
  child,
  constantOf,
  type SyntaxNode,
  Untranslatable,
  unionOf,
  unwrap,
} from './fhirpath-tree.ts';

/** A collection during translation: its items and their types. */
interface TypedItems {
  readonly items: Items;
  readonly types: readonly string[];
}

type Tables = ReadonlyMap<string, TypeTable>;

const logic: Readonly<Record<string, 'and' | 'or' | 'xor' | 'implies'>> = {
  AndExpression: 'and',
  OrExpression: 'or',
  ImpliesExpression: 'implies',
};
const orders = new Set(['<', '<=', '>', '>=', '=', '!=']);

/**
 * Translates a FHIRPath rule into a program.
 *
 * @param owner table name of the type that states the rule
 * @param focus types of the elements at which the rule is evaluated
 * @returns undefined if the rule needs the FHIRPath engine
 */
export function translateRule(
  expression: string,
  owner: string,
  focus: readonly string[],
  tables: Tables,
): Program | undefined {
  try {
    return new Translator(tables, owner).logical(unwrap(parse(expression) as SyntaxNode), focus);
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

class Translator {
  private readonly tables: Tables;
  private readonly owner: string;

  constructor(tables: Tables, owner: string) {
    this.tables = tables;
    this.owner = owner;
  }

  /** @param focus types of `$this` */
  logical(wrapped: SyntaxNode, focus: readonly string[]): Program {
    const node = unwrap(wrapped);
    const op = node.text === 'xor' ? 'xor' : logic[node.type];
    if (op)
      return { op, left: this.logical(child(node, 0), focus), right: this.logical(child(node, 1), focus) };
    if (node.type === 'EqualityExpression' || node.type === 'InequalityExpression')
      return this.comparison(node, focus);
    if (node.type === 'MembershipExpression') return this.membership(node, focus);
    const called = calledFunction(node);
    if (called) return this.call(called.name, called.arguments, called.subject, focus);
    const typed = this.collection(node, focus);
    if (typed.types.length !== 1 || typed.types[0] !== 'boolean') throw new Untranslatable();
    return { op: 'true', of: typed.items };
  }

  private call(
    name: string,
    parameters: readonly SyntaxNode[],
    subject: SyntaxNode | undefined,
    focus: readonly string[],
  ): Program {
    if (name === 'not' && subject) return { op: 'not', of: this.logical(subject, focus) };
    if (name === 'all' && parameters[0]) {
      const typed = this.subject(subject, focus);
      return { op: 'all', of: typed.items, rule: this.logical(unwrap(parameters[0]), typed.types) };
    }
    if (name === 'exists' && parameters[0]) {
      const typed = this.subject(subject, focus);
      return { op: 'any', of: typed.items, rule: this.logical(unwrap(parameters[0]), typed.types) };
    }
    const typed = this.subject(subject, focus);
    const of = typed.items;
    if (name === 'exists') return { op: 'exists', of };
    if (name === 'empty') return { op: 'empty', of };
    if (name === 'hasValue') return { op: 'has-value', of };
    const primitive = typed.types.every((type) => this.tables.get(type)?.kind === 'primitive');
    if (name === 'isDistinct' && primitive) return { op: 'distinct', of };
    const text = parameters[0] ? constantOf(unwrap(parameters[0])) : undefined;
    if (!primitive || typeof text !== 'string') throw new Untranslatable();
    if (name === 'matches') return { op: 'matches', of, pattern: checkedPattern(text) };
    if (name === 'startsWith') return { op: 'starts-with', of, text };
    if (name === 'contains') return { op: 'contains', of, text };
    throw new Untranslatable();
  }

  private comparison(node: SyntaxNode, focus: readonly string[]): Program {
    const is = String(node.text);
    const right = unwrap(child(node, 1));
    const value = constantOf(right);
    const left = unwrap(child(node, 0));
    const counts = this.counts(left, focus);
    if (counts && typeof value === 'number' && orders.has(is)) {
      return { op: 'count', of: counts, is: is as '<', than: value };
    }
    const measured = this.measuredTexts(left, focus);
    if (measured && typeof value === 'number' && orders.has(is)) {
      return { op: 'length', of: measured, is: is as '<', than: value };
    }
    if (value !== undefined && (is === '=' || is === '!=')) {
      const typed = this.collection(left, focus);
      const comparable = typed.types.every((type) => isComparable(type, value));
      if (!comparable) throw new Untranslatable();
      return { op: is === '=' ? 'equals' : 'differs', of: typed.items, value };
    }
    if (is !== '=' && is !== '!=') return this.order(this.collection(left, focus), is, value);
    // Both sides are true or false, never empty: then "=" is the opposite of "xor".
    const sides = [this.neverEmpty(left, focus), this.neverEmpty(right, focus)] as const;
    const differs: Program = { op: 'xor', left: sides[0], right: sides[1] };
    return is === '!=' ? differs : { op: 'not', of: differs };
  }

  private order(typed: TypedItems, is: string, value: Constant | undefined): Program {
    const numeric = typed.types.every((type) => isNumber(type));
    if (typeof value !== 'number' || !orders.has(is) || !numeric) throw new Untranslatable();
    return { op: 'number', of: typed.items, is: is as '<', than: value };
  }

  /** @throws Untranslatable if the result may be empty */
  private neverEmpty(node: SyntaxNode, focus: readonly string[]): Program {
    const program = this.logical(node, focus);
    if (program.op !== 'exists' && program.op !== 'empty') throw new Untranslatable();
    return program;
  }

  private counts(node: SyntaxNode, focus: readonly string[]): Items[] | undefined {
    if (node.type === 'AdditiveExpression' && node.text === '+') {
      const left = this.counts(unwrap(child(node, 0)), focus);
      const right = this.counts(unwrap(child(node, 1)), focus);
      return left && right ? [...left, ...right] : undefined;
    }
    const called = calledFunction(node);
    return called?.name === 'count' ? [this.subject(called.subject, focus).items] : undefined;
  }

  /** The texts whose length is compared. */
  private measuredTexts(node: SyntaxNode, focus: readonly string[]): Items | undefined {
    const called = calledFunction(node);
    if (called?.name !== 'length') return undefined;
    const typed = this.subject(called.subject, focus);
    if (!typed.types.every((type) => isText(type))) throw new Untranslatable();
    return typed.items;
  }

  private membership(node: SyntaxNode, focus: readonly string[]): Program {
    if (node.text !== 'in') throw new Untranslatable();
    const values = unionOf(unwrap(child(node, 1))).map(constantOf);
    const typed = this.collection(unwrap(child(node, 0)), focus);
    const strings = values.filter((value) => typeof value === 'string');
    if (strings.length !== values.length || !typed.types.every((type) => isText(type)))
      throw new Untranslatable();
    return { op: 'in', of: typed.items, values: strings };
  }

  private subject(node: SyntaxNode | undefined, focus: readonly string[]): TypedItems {
    return node ? this.collection(node, focus) : { items: { from: 'focus', steps: [] }, types: focus };
  }

  private collection(wrapped: SyntaxNode, focus: readonly string[]): TypedItems {
    const node = unwrap(wrapped);
    switch (node.type) {
      case 'ThisInvocation':
        return this.subject(undefined, focus);
      case 'ExternalConstantTerm':
        return this.external(String(node.text));
      case 'MemberInvocation':
        return this.firstStep(String(node.text), focus);
      case 'InvocationExpression': {
        const called = calledFunction(node);
        if (called) return this.filtered(called.name, called.arguments, called.subject, focus);
        const member = child(node, 1);
        if (member.type !== 'MemberInvocation') throw new Untranslatable();
        return this.step(this.collection(child(node, 0), focus), String(member.text));
      }
      default:
        throw new Untranslatable();
    }
  }

  private filtered(
    name: string,
    parameters: readonly SyntaxNode[],
    subject: SyntaxNode | undefined,
    focus: readonly string[],
  ): TypedItems {
    if (!parameters[0]) throw new Untranslatable();
    const typed = this.subject(subject, focus);
    if (name === 'select') return this.selected(typed, unwrap(parameters[0]));
    if (name !== 'where') throw new Untranslatable();
    const rule = this.logical(unwrap(parameters[0]), typed.types);
    return { items: { where: typed.items, rule, steps: [] }, types: typed.types };
  }

  /** `select(name)` takes the same step as `.name`. */
  private selected(typed: TypedItems, node: SyntaxNode): TypedItems {
    if (node.type !== 'MemberInvocation') throw new Untranslatable();
    return this.step(typed, String(node.text));
  }

  private external(name: string): TypedItems {
    const resource = this.owner.split('.')[0] ?? '';
    if (name !== 'resource' || this.tables.get(resource)?.kind !== 'resource') throw new Untranslatable();
    return { items: { from: 'resource', steps: [] }, types: [resource] };
  }

  private firstStep(name: string, focus: readonly string[]): TypedItems {
    const here = this.subject(undefined, focus);
    return focus.length === 1 && focus[0] === name ? here : this.step(here, name);
  }

  private step(typed: TypedItems, name: string): TypedItems {
    const names = new Set<string>();
    const types = new Set<string>();
    for (const type of typed.types) {
      const table = this.tables.get(type);
      if (!table || table.kind === 'primitive' || table.abstract) throw new Untranslatable();
      const found = this.element(type, name);
      for (const [property, itsType] of found) {
        names.add(property);
        types.add(itsType);
      }
    }
    // Where a rule names an element that no type has, the step has no names and leads to nothing.
    return {
      items: { ...typed.items, steps: [...typed.items.steps, [...names]] },
      types: [...types],
    };
  }

  private element(type: string, name: string): (readonly [string, string])[] {
    for (let at: string | undefined = type; at !== undefined; at = this.tables.get(at)?.base) {
      const elements = this.tables.get(at)?.elements ?? {};
      const plain = elements[name];
      if (plain) return plain.types.map((itsType) => [name, itsType]);
      const choice = elements[`${name}[x]`];
      if (choice)
        return choice.types.map((itsType) => [
          name + itsType.charAt(0).toUpperCase() + itsType.slice(1),
          itsType,
        ]);
    }
    return [];
  }
}

/** Published patterns escape characters that JavaScript's Unicode mode does not allow: without it, most compile. */
function checkedPattern(text: string): string {
  try {
    new RegExp(text, 's');
  } catch {
    throw new Untranslatable();
  }
  return text;
}

function isText(type: string): boolean {
  return ['code', 'string', 'uri', 'url', 'canonical', 'id', 'markdown'].includes(type);
}

function isNumber(type: string): boolean {
  return ['integer', 'positiveInt', 'unsignedInt', 'decimal'].includes(type);
}

function isComparable(type: string, value: Constant): boolean {
  if (typeof value === 'string') return isText(type);
  return typeof value === 'boolean' ? type === 'boolean' : isNumber(type);
}
