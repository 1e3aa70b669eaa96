import type { Constant } from '../definitions/rule-program.ts';

/** A node of the syntax tree that the FHIRPath parser makes. */
export interface SyntaxNode {
  readonly type: string;
  readonly text?: string;
  readonly children?: readonly SyntaxNode[];
}

/** A function call with the expression that it is called on. */
export interface Call {
  readonly name: string;
  readonly arguments: readonly SyntaxNode[];
  readonly subject: SyntaxNode | undefined;
}

/** Thrown if an expression needs more than programs can do; the FHIRPath engine then evaluates it. */
export class Untranslatable extends Error {}

const wrappers = ['EntireExpression', 'TermExpression', 'InvocationTerm', 'ParenthesizedTerm', 'LiteralTerm'];
const externals: Readonly<Record<string, string>> = { ucum: 'http://unitsofmeasure.org' };

/** @throws Untranslatable if there is no such child */
export function child(node: SyntaxNode, index: number): SyntaxNode {
  const found = node.children?.[index];
  if (!found) throw new Untranslatable();
  return found;
}

/** Skips the nodes that only wrap another. */
export function unwrap(node: SyntaxNode): SyntaxNode {
  return wrappers.includes(node.type) && node.children?.length === 1 ? unwrap(child(node, 0)) : node;
}

/** The last function call of an expression, or undefined if it does not end with one. */
export function calledFunction(wrapped: SyntaxNode): Call | undefined {
  const node = unwrap(wrapped);
  const invoked = node.type === 'InvocationExpression' ? child(node, 1) : node;
  if (invoked.type !== 'FunctionInvocation') return undefined;
  const parameters = child(invoked, 0).children?.find((part) => part.type === 'ParamList');
  return {
    name: String(invoked.text),
    arguments: parameters?.children ?? [],
    subject: node === invoked ? undefined : child(node, 0),
  };
}

/** The members of `(a | b | c)`. */
export function unionOf(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'UnionExpression') return [node];
  return [...unionOf(unwrap(child(node, 0))), ...unionOf(unwrap(child(node, 1)))];
}

/** The value of a constant, or undefined if the node is not a constant. */
export function constantOf(node: SyntaxNode): Constant | undefined {
  const text = String(node.text);
  if (node.type === 'StringLiteral') return text.slice(1, -1).replace(/\\(.)/g, '$1');
  if (node.type === 'NumberLiteral') return Number(text);
  if (node.type === 'BooleanLiteral') return text === 'true';
  if (node.type === 'ExternalConstantTerm') return externals[text];
  return undefined;
}
