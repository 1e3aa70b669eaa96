import { isObject } from './answers.ts';
import { kindOf } from './describe.ts';
import type { Answer } from './exchange.ts';

/**
 * What a JSON body of an error is in place of the shape that the document promises, as a phrase: the same as
 * schemas/error.schema.json says, which a test compares. Undefined if nothing is wrong.
 */
export function errorShapeFault({ json }: Answer): string | undefined {
  if (!json.ok) return `an error body that is not JSON (${json.reason})`;
  const { value } = json;
  if (!isObject(value)) return `${kindOf(value)} as its error body`;
  if (!('error' in value)) return 'an error body without `error`';
  return typeof value.error === 'string' ? undefined : `${kindOf(value.error)} as its \`error\``;
}

/** Fields that describe an error and are not part of a record. */
const aboutErrors: readonly string[] = [
  'error',
  'errors',
  'error_description',
  'message',
  'detail',
  'details',
  'status',
  'statusCode',
  'code',
  'success',
  'path',
  'timestamp',
  'request_id',
];

/** True for a body that reports an error and nothing else: with a success status it breaks ERROR-1. */
export function isOnlyAnError(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.resourceType === 'OperationOutcome') return hasSevereIssue(value.issue);
  const hasMessage = typeof value.error === 'string' && value.error !== '';
  return hasMessage && Object.keys(value).every((name) => aboutErrors.includes(name));
}

function hasSevereIssue(issues: unknown): boolean {
  return (
    Array.isArray(issues) &&
    issues.some((issue) => isObject(issue) && (issue.severity === 'error' || issue.severity === 'fatal'))
  );
}
