import type { FhirIssue } from '../../../fhir/index.ts';
import type { Seen } from './evidence.ts';

/** Answers that the tables use often. */

export const ok: Seen = {};
export const lost: Seen = { failure: 'timeout' };
export const page: Seen = { body: '<!doctype html>' };
export const crash: Seen = { status: 500, body: '{"error":"Something went wrong."}' };
export const unauthorized: Seen = { status: 401, body: '{"error":"Unauthorized"}' };

export const reported = (status: number, error: string): Seen => ({
  status,
  body: JSON.stringify({ error }),
});
export const notFound = reported(404, 'Not Found');
export const forbidden = reported(403, 'Forbidden');
export const badRequest = reported(400, 'Which project?');
export const badBundle = reported(422, 'Not a good Bundle.');
/** What a gateway answers in place of the service. */
export const gateway: Seen = { status: 502, body: '<h1>Bad Gateway</h1>' };

/** Marks the answer to an import: all answers with this mark belong to the same Bundle. */
export const sameBundle = (seen: Seen): Seen => ({ ...seen, bundleHash: 'a' });
export const imported = sameBundle({ status: 201, body: '{"id":7}' });

export function issue(path: string, severity: FhirIssue['severity'] = 'error'): FhirIssue {
  return { severity, level: 'structure', path, message: `wrong ${path}` };
}
