/** One regular expression and where it stands. */
export interface FoundRegex {
  /** From the root of the project. */
  readonly file: string;
  readonly line: number;
  /** As in the code: the pattern; if it is not constant, the expression that makes it. */
  readonly source: string;
  readonly flags: string;
  /** False if only a run can say what the pattern is. */
  readonly isConstant: boolean;
}

/**
 * The patterns in a text of JSON values, one a line or all in one: the values of `pattern`, at any depth. Schemas
 * and the tables of FHIR rules have them, and they are compiled as they stand.
 */
export function patternsInJson(file: string, text: string): readonly FoundRegex[] {
  return valuesOf(text).flatMap(([value, line]) =>
    patternsOf(value).map((source) => ({ file, line, source, flags: 's', isConstant: true })),
  );
}

/** A table of FHIR has a value a line, behind its kind and name. */
function valuesOf(text: string): readonly (readonly [unknown, number])[] {
  if (text.startsWith('{')) return [[JSON.parse(text), 1]];
  return text.split('\n').flatMap((line, index) => {
    const start = line.indexOf('{');
    return start < 0 ? [] : [[JSON.parse(line.slice(start)) as unknown, index + 1] as const];
  });
}

function patternsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'pattern' && typeof item === 'string' ? [item] : patternsOf(item),
  );
}
