import type { FhirReport, ValidateOptions } from './types.ts';

/** Validates bodies in the calling thread of a process of Node.js. */
export interface FhirValidator {
  /**
   * @param body JSON text, or its UTF-8 bytes; anything else is taken for the parsed value
   * @returns a report; never rejects because of what the body holds
   */
  readonly validate: (body: unknown, options?: ValidateOptions) => Promise<FhirReport>;
  /** Loads the validation code, so that it is not loaded while responses are being timed. */
  readonly prepare: () => Promise<ValidateBody>;
}

/** Validates a body at once. */
export type ValidateBody = (body: unknown, options?: ValidateOptions) => FhirReport;

/**
 * Makes the validator that this suite itself uses: like `createValidator`, but it reads the tables of a release from
 * their file when the first resource needs them, since commands start often and few need all.
 */
export function createFhirValidator(): FhirValidator {
  let loaded: Promise<ValidateBody> | undefined;
  const prepare = (): Promise<ValidateBody> => {
    loaded ??= load();
    return loaded;
  };
  return {
    prepare,
    validate: async (body, options) => (await prepare())(body, options),
  };
}

async function load(): Promise<ValidateBody> {
  const [{ installedDefinitions }, { validateBody }] = await Promise.all([
    import('./installed-definitions.ts'),
    import('./validate-body.ts'),
  ]);
  const definitions = installedDefinitions();
  return (body, options) => validateBody(definitions, body, options);
}
