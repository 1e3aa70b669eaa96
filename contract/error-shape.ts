import { isObject } from './answers.ts';
import { jsonTypeOf, kindOf } from './describe.ts';
import type { Answer } from './exchange.ts';

/** What is wrong with the body of an error: as data, which tells causes apart, and as a phrase. */
export interface ShapeFault {
  /** "body array", "no error", "error object". */
  readonly form: string;
  readonly received: string;
}

/**
 * What a JSON body of an error is in place of the shape that the document promises: the same as schemas/error.schema.json
 * says, which a test compares. Undefined if nothing is wrong.
 */
export function errorShapeFault({ json }: Answer): ShapeFault | undefined {
  if (!json.ok) return { form: 'no JSON', received: `an error body that is not JSON (${json.reason})` };
  const { value } = json;
  if (!isObject(value))
    return { form: `body ${jsonTypeOf(value)}`, received: `${kindOf(value)} as its error body` };
  if (!('error' in value)) return { form: 'no error', received: 'an error body without `error`' };
  const { error } = value;
  if (typeof error === 'string') return undefined;
  return { form: `error ${jsonTypeOf(error)}`, received: `${kindOf(error)} as its \`error\`` };
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
