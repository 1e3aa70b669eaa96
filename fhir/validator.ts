import type { FhirReport, ValidateOptions } from './types.ts';

/** Validates bodies in the calling thread. */
export interface FhirValidator {
  /**
   * @param body JSON text, or its UTF-8 bytes
   * @returns a report; never rejects because of what the body holds
   */
  readonly validate: (body: Uint8Array | string, options?: ValidateOptions) => Promise<FhirReport>;
  /** Loads the validation code, so that it is not loaded while responses are being timed. */
  readonly prepare: () => Promise<ValidateBody>;
}

/** Validates a body at once. */
export type ValidateBody = (body: Uint8Array | string, options?: ValidateOptions) => FhirReport;

/** Makes a validator. It loads its definitions with the first body, since most commands never validate one. */
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
  const [{ Definitions }, { validateBody }] = await Promise.all([
    import('./release-definitions.ts'),
    import('./validate-body.ts'),
  ]);
  const definitions = new Definitions();
  return (body, options) => validateBody(definitions, body, options);
}
