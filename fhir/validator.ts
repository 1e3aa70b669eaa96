import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import { type FhirRelease, fhirReleases, type ValidateOptions, type ValidationReport } from './types.ts';

/** What a validator is made for. */
export interface ValidatorOptions {
  /** The releases to validate against; without them, all. Only the tables of these are loaded. */
  readonly releases?: readonly FhirRelease[];
}

const validatorOptions = ['releases'] as const satisfies readonly (keyof ValidatorOptions)[];
const validateOptions = [
  'release',
  'expectType',
  'positions',
] as const satisfies readonly (keyof ValidateOptions)[];

/** Validates one body at once, in the calling thread; see `Validator.validate`. */
export type Validate = (textOrValue: unknown, options?: ValidateOptions) => ValidationReport;

/** Validates FHIR resources against HL7's definitions. */
export interface Validator {
  /** Those that it validates against, in the order in which a resource is tried. */
  readonly releases: readonly FhirRelease[];
  /**
   * Validates one resource; of a Bundle, each entry as well.
   *
   * @param textOrValue JSON text, its UTF-8 bytes, or the parsed value. Text is judged more strictly: only there duplicate
   *   properties and numbers such as `1.0` can be seen.
   * @returns a report for any body; rejects only if the tables cannot be loaded, or with a TypeError if
   *   `options.release` is none of the validator's, or for an option that there is not or of another type
   */
  readonly validate: (textOrValue: unknown, options?: ValidateOptions) => Promise<ValidationReport>;
  /** Loads the tables before the first body needs them, and gives a function that validates without waiting. */
  readonly prepare: () => Promise<Validate>;
}

/**
 * Makes a validator. It works in Node.js, in pages and in workers; code and tables are loaded with the first body, or by
 * `prepare`.
 *
 * @throws TypeError if `releases` is empty or names a release that is not included, and for an option that there is not
 */
export function createValidator(options: ValidatorOptions = {}): Validator {
  refuseUnknownOptions('createValidator', options, validatorOptions);
  const { releases = fhirReleases } = options;
  if (!Array.isArray(releases))
    throw new TypeError(`createValidator: \`releases\` must be a list, not ${JSON.stringify(releases)}.`);
  for (const release of releases) requireRelease(release, fhirReleases);
  if (releases.length === 0) throw new TypeError('A validator needs at least one release.');
  const chosen = fhirReleases.filter((release) => releases.includes(release));
  let loading: Promise<Validate> | undefined;
  const prepare = (): Promise<Validate> => {
    loading ??= load(chosen).catch((thrown: unknown) => {
      // A network that failed once may answer the next time.
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
  return {
    releases: chosen,
    prepare,
    validate: async (textOrValue, validateOptions) => (await prepare())(textOrValue, validateOptions),
  };
}

async function load(releases: readonly FhirRelease[]): Promise<Validate> {
  const [{ Definitions }, { validateBody }, { importTables }] = await Promise.all([
    import('./release-definitions.ts'),
    import('./validate-body.ts'),
    import('./definitions/import-tables.ts'),
  ]);
  const tables = new Map(
    await Promise.all(releases.map(async (release) => [release, await importTables(release)] as const)),
  );
  const definitions = new Definitions((release) => tables.get(release) ?? '', releases);
  return (textOrValue, options = {}) => {
    refuseUnknownOptions('validate', options, validateOptions);
    requireType('expectType', options.expectType, 'string');
    requireType('positions', options.positions, 'boolean');
    if (options.release !== undefined) requireRelease(options.release, releases);
    return validateBody(definitions, textOrValue, options);
  };
}

function requireType(name: keyof ValidateOptions, value: unknown, type: 'string' | 'boolean'): void {
  if (value === undefined || typeof value === type) return;
  throw new TypeError(`validate: \`${name}\` must be a ${type}, not ${JSON.stringify(value)}.`);
}

function requireRelease(release: unknown, known: readonly FhirRelease[]): void {
  if (known.some((each) => each === release)) return;
  throw new TypeError(`The release must be one of ${known.join(', ')}, not ${JSON.stringify(release)}.`);
}
