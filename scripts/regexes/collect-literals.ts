import { relative } from 'node:path';
import { type Expression, type Node, NodeFlags, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Project, SymbolFlags } from 'typescript/unstable/sync';
import type { FoundRegex } from './collect-patterns.ts';

/**
 * Every regular expression in the sources of some folders, as TypeScript's own parser sees it: literals, and
 * `RegExp(…)` with what it is given. Constants are followed to where they are declared.
 * @param root the folder of tsconfig.json
 * @param folders names in it that end in a slash
 */
export function collectRegexes(root: string, folders: readonly string[]): readonly FoundRegex[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects();
    if (project === undefined) throw new Error(`There is no TypeScript project in ${root}.`);
    return project.rootFiles.flatMap((path) => {
      const file = relative(root, path);
      const source = folders.some((folder) => file.startsWith(folder))
        ? project.program.getSourceFile(path)
        : undefined;
      return source === undefined ? [] : regexesIn(source, file, project);
    });
  } finally {
    api.close();
  }
}

function regexesIn(sourceFile: SourceFile, file: string, project: Project): readonly FoundRegex[] {
  const found: FoundRegex[] = [];
  const visit = (node: Node): void => {
    const regex = regexOf(node, project);
    if (regex !== undefined) {
      const line = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile)).line + 1;
      found.push({ file, line, ...regex });
    }
    node.forEachChild(visit);
  };
  visit(sourceFile);
  return found;
}

function regexOf(node: Node, project: Project): Omit<FoundRegex, 'file' | 'line'> | undefined {
  if (isRegularExpressionLiteral(node)) return { ...partsOf(node.text), isConstant: true };
  if (!isNewExpression(node) && !isCallExpression(node)) return undefined;
  if (!isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  const [pattern, flags] = node.arguments ?? [];
  if (pattern === undefined) return { source: '', flags: '', isConstant: true };
  const constant = constantOf(pattern, project);
  const constantFlags = flags === undefined ? '' : constantOf(flags, project);
  if (constant !== undefined && constantFlags !== undefined)
    return { source: constant, flags: constantFlags, isConstant: true };
  return { source: pattern.getText(), flags: '', isConstant: false };
}

function partsOf(literal: string): { readonly source: string; readonly flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** The text that an expression always has; undefined if only a run can say. */
function constantOf(expression: Expression, project: Project): string | undefined {
  if (isStringLiteral(expression) || isNoSubstitutionTemplateLiteral(expression)) return expression.text;
  if (isParenthesizedExpression(expression)) return constantOf(expression.expression, project);
  if (isTemplateExpression(expression)) {
    const spans = expression.templateSpans.map((span) =>
      joined([constantOf(span.expression, project), span.literal.text]),
    );
    return joined([expression.head.text, ...spans]);
  }
  if (isBinaryExpression(expression) && expression.operatorToken.kind === SyntaxKind.PlusToken)
    return joined([constantOf(expression.left, project), constantOf(expression.right, project)]);
  if (isPropertyAccessExpression(expression) && expression.name.text === 'source') {
    const regex = declaredAs(expression.expression, project);
    return regex !== undefined && isRegularExpressionLiteral(regex) ? partsOf(regex.text).source : undefined;
  }
  const declared = declaredAs(expression, project);
  return declared === undefined || declared === expression ? undefined : constantOf(declared, project);
}

/** What a `const` of this or another file is declared as; any other expression as it is. */
function declaredAs(expression: Expression, project: Project): Expression | undefined {
  if (!isIdentifier(expression)) return expression;
  const { checker } = project;
  const symbol = checker.getSymbolAtLocation(expression);
  if (symbol === undefined) return undefined;
  const original = (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const declaration = original.valueDeclaration?.resolve(project);
  if (declaration === undefined || !isVariableDeclaration(declaration)) return undefined;
  const isConst = (declaration.parent.flags & NodeFlags.Const) !== 0;
  return isConst ? declaration.initializer : undefined;
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}
