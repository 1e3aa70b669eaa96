import type { FhirIssue } from '../types.ts';
import { elementOffsets, type SoughtElement } from './element-offsets.ts';
import type { TextIssue } from './read-json.ts';
import { positionsOf } from './text-position.ts';

/** What an issue is located in. */
export interface LocatedText {
  readonly text: string;
  /** FHIRPath of the root, with which every path begins. */
  readonly root: string;
  /** The problems of the text itself, if there are any: then these are the issues. */
  readonly textIssues: readonly TextIssue[];
}

/** Issues with their lines and columns. Costs one more pass over the text, and nothing if there is no issue. */
export function withPositions<I extends FhirIssue>(
  issues: readonly I[],
  { text, root, textIssues }: LocatedText,
): I[] {
  if (issues.length === 0) return [];
  const offsets =
    textIssues.length > 0
      ? textIssues.map(({ offset }) => offset)
      : elementOffsets(
          text,
          issues.map((issue) => soughtOf(issue, root)),
        );
  const positions = positionsOf(text, offsets);
  return issues.map((issue, index) => ({ ...issue, ...positions[index] }));
}

function soughtOf({ path, level }: FhirIssue, root: string): SoughtElement {
  return {
    steps: path.startsWith(root) ? stepsOf(path.slice(root.length)) : [],
    isChoice: level === 'choice',
  };
}

/** The steps of a path below its root. Of one that was shortened, those before the cut that are certainly whole. */
function stepsOf(path: string): (string | number)[] {
  const pattern = /\.(\w+)|\[(\d+)\]/y;
  const steps: (string | number)[] = [];
  let end = 0;
  for (let step = pattern.exec(path); step !== null; step = pattern.exec(path)) {
    steps.push(step[1] ?? Number(step[2]));
    end = pattern.lastIndex;
  }
  const isCutName = path.charAt(end) === '…' && typeof steps.at(-1) === 'string';
  return isCutName ? steps.slice(0, -1) : steps;
}
