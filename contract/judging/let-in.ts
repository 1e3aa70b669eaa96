import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import type { FailureCode } from '../reasons.ts';
import {
  classify,
  isAboutBundle,
  isClientError,
  isObject,
  isOnlyAnError,
  isSameError,
  isSuccess,
  jsonOf,
} from './answers.ts';
import { jsonTypeOf } from './describe.ts';
import { entriesIn } from './evidence.ts';
import type { Answer, Exchange } from './exchange.ts';
import { fail, failStatus, type Judgement, leaveOpen } from './verdict.ts';

/** The requirements broken by an answer that lets nobody in, but is not a documented error either. */
const notAnError: readonly RequirementId[] = ['AUTH-9', 'ERROR-1', 'SERVICE-8'];

/**
 * Judges a success without a valid key. It lets the client in, unless it contains no data: an error declared as a
 * success, a page, an object without any of a valid key's content, an empty list in place of entries, or at the import
 * the answer that the same key gets elsewhere.
 */
export function judgeLetIn(
  letIn: Exchange,
  valid: Exchange | undefined,
  endpoint: Endpoint,
  sameAtUsers: Exchange | undefined,
): Judgement {
  const { answer } = letIn;
  if (answer === undefined || answer.status < 200 || answer.status > 299)
    return failStatus(letIn, notAnError);
  // A body that was not read counts as letting in: only a read one can turn out to be an error.
  if (answer.unread === undefined && answer.json.ok && isOnlyAnError(answer.json.value))
    return fail(letIn, 'error-as-success', {}, notAnError);
  const isEmptied = valid !== undefined && isEmptiedBy(letIn, valid, endpoint);
  // An answer that the same key also gets at the user's record is not an import.
  const isNoImport = endpoint.kind === 'import' && isOfSameForm(answer, sameAtUsers);
  if (
    answer.unread === undefined &&
    (isEmptied || isNoImport || !resemblesValidAnswer(answer, valid?.answer))
  )
    return fail(letIn, 'not-refused', {}, notAnError);
  return fail(letIn, codeOfLetIn(letIn));
}

/** True for another success with the same body, or an object with the same names: a time in it may differ. */
function isOfSameForm({ digest, json }: Answer, other: Exchange | undefined): boolean {
  if (!isSuccess(other)) return false;
  if (other.answer?.digest === digest) return true;
  const [one, value] = [json.ok ? json.value : undefined, jsonOf(other)];
  if (!isObject(one) || !isObject(value)) return false;
  return isDeepStrictEqual(new Set(Object.keys(one)), new Set(Object.keys(value)));
}

function codeOfLetIn({ request: { key } }: Exchange): FailureCode {
  if (key === 'none') return 'accepts-missing-key';
  return key.startsWith('revoked-') ? 'accepts-revoked-key' : 'accepts-wrong-key';
}

/**
 * Whether an answer may contain what a valid key gets: not a page, but an object with mostly its names, or any JSON if
 * those are unknown.
 */
function resemblesValidAnswer({ json, bytes, excerpt }: Answer, valid: Answer | undefined): boolean {
  if (!json.ok) return bytes > 0 && !/^\s*</.test(excerpt);
  if (valid?.unread !== undefined || valid?.json.ok !== true || valid.status > 299) return true;
  if (!isObject(json.value) || !isObject(valid.json.value))
    return jsonTypeOf(json.value) === jsonTypeOf(valid.json.value);
  const names = Object.keys(valid.json.value);
  // An object without names does not show what it may contain.
  if (names.length === 0) return true;
  const own = Object.keys(json.value);
  return own.filter((name) => names.includes(name)).length > own.length / 2;
}

/** True for an empty list if another request gets entries. */
export function isEmptiedBy(one: Exchange, other: Exchange, { kind, resource }: Endpoint): boolean {
  if (kind !== 'list' || !isSuccess(other)) return false;
  return entriesIn(one, resource)?.length === 0 && (entriesIn(other, resource)?.length ?? 0) > 0;
}

/** True if a valid key imported the identical Bundle: then only the key can be the reason for a refusal. */
export function hasImportedTheSame(refused: Exchange, valid: Exchange | undefined): boolean {
  return isSuccess(valid) && refused.bundleHash !== undefined && refused.bundleHash === valid.bundleHash;
}

/** The answers to other requests without a valid key, and to the import with one. */
export type OtherImports = UserAnswers &
  Readonly<Record<'none' | 'wrongHeader' | 'wrongQuery' | 'imported', Exchange | undefined>>;

/** The answers of `users` to the same key, and to a valid one. */
export type UserAnswers = Readonly<Record<'sameAtUsers' | 'validAtUsers', Exchange | undefined>>;

/**
 * True for a refusal that the same key also gets at the user's record, and a valid key does not: it is about the key.
 */
export function isOfKey(refused: Exchange, { sameAtUsers, validAtUsers }: UserAnswers): boolean {
  if (sameAtUsers === undefined || !isClientError(sameAtUsers)) return false;
  return isSameError(refused, sameAtUsers) && isSuccess(validAtUsers);
}

/**
 * Judges an import without a valid key that was refused because of its Bundle. The order of these checks is open
 * (GAP-IMPORT-UNKEYED-ORDER); but if other keys are refused first, this one was accepted.
 * @returns undefined if the answer shows that the key was refused
 */
export function judgeGate(refused: Exchange, others: OtherImports): Judgement | undefined {
  if (!isAboutBundle(refused) || isOfKey(refused, others) || hasImportedTheSame(refused, others.imported))
    return undefined;
  // It is still a 4xx: the broken requirement is that the key is required, or that the old one is no longer valid.
  if (isKeyCheckedFirst(refused, others))
    return fail(
      refused,
      isSuccess(others.sameAtUsers) ? codeOfLetIn(refused) : 'import-checks-no-key',
      {},
      refused.request.key.startsWith('revoked-') ? ['AUTH-5'] : ['AUTH-1'],
    );
  const remedy =
    others.imported === undefined
      ? 'with ALLOW_IMPORT=true the Bundle is one that a valid key imports'
      : 'a Bundle that a valid key imports here, named by IMPORT_BUNDLE, would show it';
  return leaveOpen(refused, `this may be about the Bundle, and shows nothing about the key; ${remedy}`);
}

function isKeyCheckedFirst({ request }: Exchange, { none, wrongHeader, wrongQuery }: OtherImports): boolean {
  const isRefused = (one: Exchange | undefined): boolean => one !== undefined && classify(one) === 'refusal';
  if (request.key === 'none') return isRefused(wrongHeader) && isRefused(wrongQuery);
  return isRefused(none) || isRefused(request.key.endsWith('query') ? wrongQuery : wrongHeader);
}
