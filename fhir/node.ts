import type { Validate, Validator } from './validator.ts';

/**
 * Makes the validator that this suite itself uses: like `createValidator`, but it reads the tables of a release from
 * their file when the first resource needs them, since commands start often and few need all.
 */
export function createFhirValidator(): Pick<Validator, 'prepare' | 'validate'> {
  let loaded: Promise<Validate> | undefined;
  const prepare = (): Promise<Validate> => {
    loaded ??= load();
    return loaded;
  };
  return {
    prepare,
    validate: async (body, options) => (await prepare())(body, options),
  };
}

async function load(): Promise<Validate> {
  const [{ installedDefinitions }, { validateBody }] = await Promise.all([
    import('./installed-definitions.ts'),
    import('./validate-body.ts'),
  ]);
  const definitions = installedDefinitions();
  return (body, options) => validateBody(definitions, body, options);
}
