import { Ajv2020 } from 'ajv/dist/2020.js';
import { allCheckCases, catalogue } from '../contract/checks/catalogue.ts';
import { endpoints } from '../contract/document/endpoints.ts';
import { caseKey } from '../contract/judging/judge.ts';
import { verdictKey } from '../contract/judging/verdict.ts';
import { didYouMean } from '../engine/configuration/did-you-mean.ts';
import { type Path, type SchemaProblem, schemaProblems } from '../engine/configuration/problems.ts';
import { parseYaml } from '../engine/configuration/yaml-file.ts';
import { UserError } from '../engine/user-error.ts';
import knownFailuresSchema from '../schemas/known-failures.schema.json' with { type: 'json' };
import { allEndpoints, type KnownFailure } from './known-failures.ts';

/** A list of known failures that cannot be used, with every problem as a sentence with its line. */
export class KnownFailuresError extends UserError {
  override readonly name = 'KnownFailuresError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      [
        'The list of known failures cannot be used; nothing was sent.',
        ...problems.map((one) => `  ${one}`),
      ].join('\n'),
    );
    this.problems = problems;
  }
}

/** Compiles the schema once. Tests check our own schemas. */
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false });
const checkIds = catalogue.map(({ id }) => id);
const endpointIds: readonly string[] = [...endpoints.map(({ id }) => id), allEndpoints];

/**
 * Reads a list of known failures from YAML or JSON (schemas/known-failures.schema.json).
 * @param fileName precedes each problem
 * @throws KnownFailuresError with all problems of the file
 */
export function parseKnownFailures(text: string, fileName: string): readonly KnownFailure[] {
  const parsed = parseYaml(text);
  if ('mistakes' in parsed)
    throw new KnownFailuresError(
      parsed.mistakes.map(({ line, message }) => `${fileName}:${line}: ${message}`),
    );
  // An empty file lists nothing.
  const list = parsed.value ?? [];
  const validate = ajv.compile<readonly KnownFailure[]>(knownFailuresSchema);
  const problems = validate(list) ? problemsOf(list) : schemaProblems(validate.errors);
  if (problems.length > 0)
    throw new KnownFailuresError(
      problems.map(({ path, message }) => `${fileName}:${parsed.lineOf(path.join('.'))}: ${message}`),
    );
  return (list as readonly KnownFailure[]).map((entry) => ({ ...entry, reason: entry.reason.trim() }));
}

type Problem = Pick<SchemaProblem, 'path' | 'message'>;

/** Problems in entries of the right form: they name something that does not exist, or the same thing twice. */
function problemsOf(entries: readonly KnownFailure[]): readonly Problem[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const { check, endpoint, until } = entry;
    const note = (message: string, ...field: Path): Problem => ({ path: [index, ...field], message });
    if (!checkIds.includes(check))
      return note(`No check is named "${check}".${didYouMean(check, checkIds)}`, 'check');
    if (!endpointIds.includes(endpoint))
      return note(`No endpoint is named "${endpoint}".${didYouMean(endpoint, endpointIds)}`, 'endpoint');
    if (endpoint !== allEndpoints && !allCheckCases.some((one) => caseKey(one) === verdictKey(entry)))
      return note(`The check ${check} does not apply to ${endpoint}.`);
    if (until !== undefined && !isDay(until)) return note(`There is no day ${until}.`, 'until');
    if (seen.has(verdictKey(entry))) return note(`${check} at ${endpoint} is listed twice.`);
    seen.add(verdictKey(entry));
    return [];
  });
}

/** The schema's pattern accepts 30 February. */
function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
