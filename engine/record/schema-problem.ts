import type { ErrorObject } from 'ajv';

/** A schema violation in a file, as a clause that follows "because". */
export function schemaProblem(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is something else';
  const place = error.instancePath === '' ? 'it' : error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') return `${place} has no ${String(error.params.missingProperty)}`;
  return `${place} ${error.message ?? 'is something else'}`;
}
