/** A regular expression and its location. */
export interface FoundRegex {
  /** From the root of the project. */
  readonly file: string;
  readonly line: number;
  /** As in the code: the pattern or, if it is not constant, the expression that builds it. */
  readonly source: string;
  readonly flags: string;
  /** False if the pattern is known only at run time. */
  readonly isConstant: boolean;
}

/**
 * The patterns in a text of JSON values, one per line or as a whole: the values of `pattern`, at any depth. Schemas and
 * the tables of FHIR rules contain them, and they are compiled unchanged.
 */
export function patternsInJson(file: string, text: string): readonly FoundRegex[] {
  return valuesOf(text).flatMap(([value, line]) =>
    patternsOf(value).map((source) => ({ file, line, source, flags: 's', isConstant: true })),
  );
}

/** A FHIR table has one value per line, after its kind and name. */
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
