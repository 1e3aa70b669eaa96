import type { ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.ts';

/** One mistake in the configuration: where it is, and what to do about it. */
export interface Problem {
  /** A variable, or a place in a file. */
  readonly place: string;
  readonly message: string;
}

/** Every mistake in the configuration at once; the same mistake, made for several installations, once. */
export class ConfigurationError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const byText = new Map(problems.map((problem) => [`${problem.place}: ${problem.message}`, problem]));
    super([...byText.keys()].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = [...byText.values()];
  }
}

/** Raised by a parser of one value; its message is a sentence without the value, which may be secret. */
export class BadValue extends Error {}

/** What `parse` makes; or undefined if it finds a bad value, which is noted with its place. */
export function attempt<T>(problems: Problem[], place: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    problems.push({ place, message: thrown.message });
    return undefined;
  }
}

/** Names and indices that lead to a place in a file. */
export type Path = readonly (string | number)[];

/** One thing that a schema finds wrong with a file. */
export interface SchemaProblem {
  readonly path: Path;
  /** A sentence for the author of the file. */
  readonly message: string;
  /** The same as the end of a sentence that begins with "because". */
  readonly reason: string;
}

/**
 * What a schema finds wrong, in words. Sentences of the schema itself stand in its keyword `errorMessage`, which
 * editors show too; ajv gives them only if it is `verbose`.
 */
export function schemaProblems(errors: readonly ErrorObject[] | null | undefined): readonly SchemaProblem[] {
  // A field missing in one branch of an alternative is reported by the alternative itself.
  return (errors ?? []).filter(({ schemaPath }) => !schemaPath.includes('/oneOf/')).map(problemOf);
}

/** The first of them as the end of a sentence that begins with "because", for a file that a program wrote. */
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

/** What to write for a type of JSON Schema. */
const kinds: Readonly<Record<string, string>> = {
  object: 'names with values',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** The steps of a JSON pointer. */
function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}
