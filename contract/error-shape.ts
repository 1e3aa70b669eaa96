import { isObject } from './answers.ts';
import { kindOf } from './describe.ts';
import type { Answer } from './exchange.ts';
import { isErrorBody } from './generated/error-body.ts';
import type { RequirementId } from './requirements.ts';

export const shapePromise = 'a JSON object whose `error` is a string';

/** What is wrong with an error answer's body, or nothing. schemas/error.schema.json decides; this names the fault. */
export function errorShapeFault(answer: Answer): string | undefined {
  if (!answer.json.ok) return `has an error body that is not JSON (${answer.json.reason})`;
  const { value } = answer.json;
  if (isErrorBody(value)) return undefined;
  if (!isObject(value)) return `has ${kindOf(value)} as its error body`;
  if (!('error' in value)) return 'has an error body without `error`';
  return `has ${kindOf(value.error)} as its \`error\``;
}

/** What a status breaks that is neither a success nor an error, whatever the body is: that may be as it should be. */
export const brokenByStatus = ['SERVICE-7', 'SERVICE-8', 'RULE-3', 'ERROR-1'] as const;

/** What the body of an error breaks, whose status is right. */
export function brokenByBody({ json }: Answer): readonly RequirementId[] {
  return json.ok ? ['ERROR-3'] : ['SERVICE-6', 'SERVICE-8', 'ERROR-2', 'ERROR-3'];
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
