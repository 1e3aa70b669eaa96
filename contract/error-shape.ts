import { isObject } from './answers.ts';
import { kindOf } from './describe.ts';
import type { Answer } from './exchange.ts';

export const shapePromise = 'a JSON object whose `error` is a string';

/** What is wrong with the body of an error, or undefined: the same as schemas/error.schema.json says, which a test compares. */
export function errorShapeFault(answer: Answer): string | undefined {
  if (!answer.json.ok) return `has an error body that is not JSON (${answer.json.reason})`;
  const { value } = answer.json;
  if (!isObject(value)) return `has ${kindOf(value)} as its error body`;
  if (!('error' in value)) return 'has an error body without `error`';
  return typeof value.error === 'string' ? undefined : `has ${kindOf(value.error)} as its \`error\``;
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
