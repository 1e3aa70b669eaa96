import { relative } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isRegularExpressionLiteral,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import type { FoundRegex } from './collect-patterns.ts';

/**
 * Every regular expression in the sources of some folders, as parsed by TypeScript: literals, and `RegExp(…)` calls,
 * whose pattern may be known only at run time.
 * @param root the folder of tsconfig.json
 * @param folders names in it that end with a slash
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
      return source === undefined ? [] : regexesIn(source, file);
    });
  } finally {
    api.close();
  }
}

function regexesIn(sourceFile: SourceFile, file: string): readonly FoundRegex[] {
  const found: FoundRegex[] = [];
  const visit = (node: Node): void => {
    const regex = regexOf(node);
    if (regex !== undefined) {
      const line = sourceFile.getLineAndCharacterOfPosition(node.getStart(sourceFile)).line + 1;
      found.push({ file, line, ...regex });
    }
    node.forEachChild(visit);
  };
  visit(sourceFile);
  return found;
}

function regexOf(node: Node): Omit<FoundRegex, 'file' | 'line'> | undefined {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1), isConstant: true };
  }
  if (!isNewExpression(node) && !isCallExpression(node)) return undefined;
  if (!isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  return { source: node.arguments?.[0]?.getText() ?? '', flags: '', isConstant: false };
}
