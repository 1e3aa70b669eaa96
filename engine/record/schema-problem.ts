import type { ErrorObject } from 'ajv';

/** What is wrong with a file that a schema describes, as the end of a sentence that begins with "because". */
export function schemaProblem(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is something else';
  const place = error.instancePath === '' ? 'it' : error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') return `${place} has no ${String(error.params.missingProperty)}`;
  return `${place} ${error.message ?? 'is something else'}`;
}
