import type { ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.ts';

/** One mistake in the configuration: its place, and what to do about it. */
export interface Problem {
  /** A variable, or a place in a file. */
  readonly place: string;
  readonly message: string;
}

/** Every mistake in the configuration at once; a mistake shared by several installations is listed once. */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const byText = new Map(problems.map((problem) => [`${problem.place}: ${problem.message}`, problem]));
    super([...byText.keys()].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = [...byText.values()];
  }
}

/** Thrown by the parser of a value. Its message is a sentence without the value, which may be secret. */
export class BadValue extends Error {}

/** The result of `parse`, or undefined for a bad value, which is noted with its place. */
export function attempt<T>(problems: Problem[], place: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    problems.push({ place, message: thrown.message });
    return undefined;
  }
}

/** The names and indices that lead to a place in a file. */
export type Path = readonly (string | number)[];

/** One schema violation in a file. */
export interface SchemaProblem {
  readonly path: Path;
  /** A sentence for the author of the file. */
  readonly message: string;
  /** The same as a clause that follows "because". */
  readonly reason: string;
}

/**
 * Describes the schema violations of a file. Schemas may supply sentences in the keyword `errorMessage`, which editors
 * show as well; ajv passes them on only if it is `verbose`.
 */
export function schemaProblems(errors: readonly ErrorObject[] | null | undefined): readonly SchemaProblem[] {
  // A field missing in one branch of an alternative is reported by the alternative itself.
  return (errors ?? []).filter(({ schemaPath }) => !schemaPath.includes('/oneOf/')).map(problemOf);
}

/** The first violation as a clause that follows "because", for a file that a program wrote. */
export function firstReason(errors: readonly ErrorObject[] | null | undefined): string {
  return schemaProblems(errors)[0]?.reason ?? 'it is something else';
}

function problemOf(error: ErrorObject): SchemaProblem {
  const { keyword, message = 'must be something else', parentSchema } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const path = pathOf(error.instancePath);
  const subject = path.length === 0 ? 'it' : path.join('.');
  const reason = `${subject} ${message}`;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const known = Object.keys((parentSchema?.properties ?? {}) as object);
      const sentence = `The name ${name} is not known here.${didYouMean(name, known)}`;
      return { path: [...path, name], message: sentence, reason };
    }
    case 'required': {
      const name = String(params.missingProperty);
      return { path, message: `${name} is missing.`, reason: `${subject} has no ${name}` };
    }
    case 'enum': {
      const values = (params.allowedValues as readonly unknown[]).join(', ');
      return { path, message: `Write one of ${values}.`, reason };
    }
    default: {
      const sentence: unknown = parentSchema?.errorMessage;
      const usual = keyword === 'type' ? kinds[String(params.type)] : undefined;
      const own = keyword === 'minItems' ? 'at least one entry' : usual;
      const said = own === undefined ? `This ${message}.` : `Write ${own} here.`;
      return { path, message: typeof sentence === 'string' ? sentence : said, reason };
    }
  }
}

/** The wording for each type of JSON Schema. */
const kinds: Readonly<Record<string, string>> = {
  object: 'names with values',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  'string,number': 'a text or a number',
  'string,number,boolean': 'a text, a number, true or false',
};

/** The steps of a JSON pointer. */
function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
