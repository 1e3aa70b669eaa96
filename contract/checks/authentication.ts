import { classify, isClientError, isSameError } from '../answers.ts';
import { type Asks, type Check, defineCheck, type Need } from '../check.ts';
import { type Endpoint, isRead } from '../endpoints.ts';
import { brokenByStatus } from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { entriesOf } from '../ids.ts';
import { isList } from '../list-shape.ts';
import type { BodyName, Credential } from '../request.ts';
import type { RequirementId } from '../requirements.ts';
import { failAnswer, failContent, leaveUntestable, passAnswer } from '../sentences.ts';
import { judgeGate } from './import-gate.ts';

const accepted = 'that a valid key sent either way authenticates the request';
const rejected = 'a 4xx answer to a request without a valid key';
/** Not ready, in conflict, locked, too early: a moment later the same request may succeed. */
const ofTheMoment: readonly number[] = [408, 409, 423, 425];
const acceptsBothWays = ['AUTH-6', 'AUTH-7', 'AUTH-8'] as const;

const everywhere = (): boolean => true;
/** Where near misses of a key are tried: one list and the user, which show whose data such a key would expose. */
const atAFew = ({ id }: Endpoint): boolean => id === 'GET /api/v3/projects' || id === 'GET /api/v3/users';
const atUsers = ({ id }: Endpoint): boolean => id === 'GET /api/v3/users';

/** The body of a request whose key must be refused: only an import has one. */
export function refusableBody(endpoint: Endpoint): { readonly body?: BodyName } {
  return endpoint.kind === 'import' ? { body: 'refusable' } : {};
}

/** The body of the request with a valid key that such a request is compared with. */
export function validBody(endpoint: Endpoint): { readonly body?: BodyName } {
  return endpoint.kind === 'import' ? { body: 'valid' } : {};
}

interface RejectedKey {
  readonly id: string;
  readonly title: string;
  readonly key: Credential;
  readonly requirements: readonly RequirementId[];
  readonly at: (endpoint: Endpoint) => boolean;
  readonly needs?: Need;
  /** The check of a simpler wrong key: if that key is accepted, this check adds nothing. */
  readonly afterPlainer?: string;
  readonly explainedBy?: readonly string[];
}

const rejectedKeys: readonly RejectedKey[] = [
  {
    id: 'auth.no-key-rejected',
    title: 'refuses a request without a key',
    key: 'none',
    requirements: ['AUTH-1', 'AUTH-9', 'ERROR-1', 'SERVICE-8'],
    at: everywhere,
  },
  {
    id: 'auth.wrong-header-key-rejected',
    title: 'refuses a wrong key in the header',
    key: 'wrong-header',
    requirements: ['AUTH-1', 'AUTH-9', 'ERROR-1', 'SERVICE-8'],
    at: everywhere,
    explainedBy: ['auth.no-key-rejected'],
  },
  {
    id: 'auth.wrong-query-key-rejected',
    title: 'refuses a wrong key in the query',
    key: 'wrong-query',
    requirements: ['AUTH-1', 'AUTH-9', 'ERROR-1', 'SERVICE-8'],
    at: everywhere,
    explainedBy: ['auth.no-key-rejected'],
  },
  {
    id: 'auth.revoked-header-key-rejected',
    title: 'refuses a revoked key in the header',
    key: 'revoked-header',
    requirements: ['AUTH-5', 'AUTH-9'],
    at: everywhere,
    needs: 'revoked-key',
    afterPlainer: 'auth.wrong-header-key-rejected',
  },
  {
    id: 'auth.revoked-query-key-rejected',
    title: 'refuses a revoked key in the query',
    key: 'revoked-query',
    requirements: ['AUTH-5', 'AUTH-9'],
    at: everywhere,
    needs: 'revoked-key',
    afterPlainer: 'auth.wrong-query-key-rejected',
  },
  {
    id: 'auth.empty-header-key-rejected',
    title: 'refuses an empty key in the header',
    key: 'empty-header',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atAFew,
    explainedBy: ['auth.wrong-header-key-rejected'],
    afterPlainer: 'auth.no-key-rejected',
  },
  {
    id: 'auth.empty-query-key-rejected',
    title: 'refuses an empty key in the query',
    key: 'empty-query',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atAFew,
    explainedBy: ['auth.wrong-query-key-rejected'],
    afterPlainer: 'auth.no-key-rejected',
  },
  {
    id: 'auth.cut-header-key-rejected',
    title: 'refuses a truncated key in the header',
    key: 'cut-header',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atAFew,
    afterPlainer: 'auth.wrong-header-key-rejected',
  },
  {
    id: 'auth.other-case-key-rejected',
    title: 'refuses the key with the letter case swapped',
    key: 'swapped-case-key',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atUsers,
    needs: 'mixed-case-key',
    afterPlainer: 'auth.wrong-header-key-rejected',
  },
  {
    id: 'auth.cut-query-key-rejected',
    title: 'refuses a truncated key in the query',
    key: 'cut-query',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atUsers,
    afterPlainer: 'auth.wrong-query-key-rejected',
  },
  {
    id: 'auth.longer-key-rejected',
    title: 'refuses a key with a character behind it',
    key: 'longer-header',
    requirements: ['AUTH-1', 'AUTH-9'],
    at: atUsers,
    afterPlainer: 'auth.wrong-header-key-rejected',
  },
];

/** One refusal may be luck: of several servers one may be open, or refuse otherwise, or a cache may answer. */
const repeatedly = {
  again: { key: 'none', again: true, more: true },
  third: { key: 'none', again: 'third', more: true },
} as const satisfies Asks;

/** Many frameworks refuse with a page where no JSON is asked for, or by another part of the service. */
const whateverAccept = {
  noAccept: { key: 'none', accept: 'missing', more: true },
  anyAccept: { key: 'none', accept: 'anything', more: true },
} as const satisfies Asks;

/** What else is sent without a key: all of it must be refused, and in the documented form. */
export function furtherWithoutKey(endpoint: Endpoint) {
  return {
    ...(endpoint.isAskedOften === true ? repeatedly : {}),
    ...(atUsers(endpoint) ? whateverAccept : {}),
  } as const;
}

function rejectionCheck({
  id,
  title,
  key,
  requirements,
  at,
  needs,
  afterPlainer,
  explainedBy,
}: RejectedKey): Check {
  return defineCheck({
    id,
    title,
    topic: 'auth',
    gravity: 'open-door',
    ...(explainedBy === undefined ? {} : { explainedBy }),
    requirements,
    at,
    ...(needs === undefined ? {} : { needs }),
    after: [
      'availability.endpoint-answers',
      'availability.import-answers',
      ...(afterPlainer === undefined ? [] : [afterPlainer]),
    ],
    asks: (endpoint) => ({
      refused: { key, ...refusableBody(endpoint) },
      none: { key: 'none', ...refusableBody(endpoint), optional: true },
      wrongHeader: { key: 'wrong-header', ...refusableBody(endpoint), optional: true },
      wrongQuery: { key: 'wrong-query', ...refusableBody(endpoint), optional: true },
      valid: { key: 'header', ...validBody(endpoint), optional: true },
      ...(key === 'none' ? furtherWithoutKey(endpoint) : {}),
    }),
    judge: ({ refused, none, wrongHeader, wrongQuery, valid, ...further }) => {
      const { again, third, noAccept, anyAccept } = further;
      const letIn = [again, third, noAccept, anyAccept].find(
        (one) => one !== undefined && !isClientError(one),
      );
      if (letIn !== undefined && isClientError(refused)) return failAnswer(letIn, `${rejected}, each time`);
      const gate = judgeGate(refused, { none, wrongHeader, wrongQuery, valid }, rejected);
      if (gate !== undefined) return gate;
      if (isClientError(refused)) return passAnswer(refused);
      if (valid !== undefined && classify(valid) === 'outside' && isSameError(refused, valid))
        return leaveUntestable(refused, 'a valid key gets the same answer, so it is not about the key');
      if (key !== 'none' && none !== undefined && !isClientError(none) && isSameError(refused, none))
        return leaveUntestable(
          refused,
          'a request without a key gets the same answer, which auth.no-key-rejected reports',
        );
      return failAnswer(refused, rejected);
    },
  });
}

export const authenticationChecks: readonly Check[] = [
  defineCheck({
    id: 'auth.header-key-accepted',
    title: 'accepts a valid key in the Authorization header',
    topic: 'auth',
    gravity: 'unavailable',
    requirements: ['AUTH-6', 'AUTH-8'],
    at: isRead,
    asks: ({ listedAreAccessible }) => ({
      valid: { key: 'header' },
      byQuery: { key: 'query', optional: true },
      none: { key: 'none', optional: true },
      ...(listedAreAccessible === true ? { second: { key: 'header', id: 'second', optional: true } } : {}),
    }),
    after: ['availability.endpoint-answers', 'availability.documented-status'],
    judge: ({ valid, byQuery, none, second }) => {
      if (classify(valid) === 'success') {
        // The list promises it to this key, which the first record shows to be accepted.
        const isRefused = second?.idIsListed === true && classify(second) === 'refusal';
        return isRefused ? failAnswer(second, accepted) : passAnswer(valid);
      }
      if (isKeyRefused(valid, none)) return failAnswer(valid, accepted);
      // Nothing but the key differs between both requests, unless the answer speaks of the moment.
      const queryWorked = byQuery !== undefined && classify(byQuery) === 'success';
      if (queryWorked && classify(valid) === 'client-error' && !isOfTheMoment(valid))
        return failAnswer(valid, accepted);
      return leaveUntestable(valid, 'this does not show whether the key was accepted');
    },
  }),
  defineCheck({
    id: 'auth.query-key-accepted',
    title: 'accepts a valid key in the query parameter api_key',
    topic: 'auth',
    gravity: 'unavailable',
    requirements: ['AUTH-7', 'AUTH-8'],
    at: isRead,
    asks: {
      valid: { key: 'query' },
      byHeader: { key: 'header', optional: true },
      // Sent where the two ways differ: in between, somebody may have deleted what was asked for.
      again: { key: 'header', again: true, optional: true },
      none: { key: 'none', optional: true },
    },
    after: ['availability.endpoint-answers'],
    judge: ({ valid, byHeader, again, none }, endpoint) => {
      if (classify(valid) === 'success') {
        if (byHeader === undefined || !isOtherwiseByQuery(byHeader, valid, endpoint))
          return passAnswer(valid);
        return again !== undefined && entryCount(again, endpoint.resource) === 0
          ? leaveUntestable(valid, 'the list is empty now, whichever way the key is sent')
          : failContent(
              valid,
              'returns an empty list, where the same key in the header gets entries',
              accepted,
            );
      }
      if ([byHeader, again].some((one) => one !== undefined && isSameError(valid, one))) {
        return leaveUntestable(
          valid,
          'the same request with the key in the header gets the same answer, so it is not about the key',
        );
      }
      if (isOfTheMoment(valid))
        return leaveUntestable(valid, 'this does not show whether the key was accepted');
      const headerWorked = byHeader !== undefined && classify(byHeader) === 'success';
      const silent = classify(valid) === 'no-answer' || classify(valid) === 'outside';
      if (headerWorked || silent || isKeyRefused(valid, none)) return failAnswer(valid, accepted);
      return leaveUntestable(valid, 'this does not show whether the key was accepted');
    },
  }),
  defineCheck({
    id: 'auth.second-key-accepted',
    title: "accepts another user's key in the header and in the query",
    topic: 'auth',
    gravity: 'unavailable',
    requirements: [...acceptsBothWays, ...brokenByStatus],
    at: ({ isAskedOften }) => isAskedOften === true,
    needs: 'second-key',
    asks: {
      byHeader: { key: 'second-header' },
      byQuery: { key: 'second-query' },
      first: { key: 'header', optional: true },
      none: { key: 'none', optional: true },
    },
    after: ['availability.endpoint-answers', 'auth.header-key-accepted', 'auth.query-key-accepted'],
    judge: ({ byHeader, byQuery, first, none }) => {
      const others = [byHeader, byQuery].filter((one) => classify(one) !== 'success');
      const [other] = others;
      if (other === undefined) return passAnswer(byHeader);
      if (first === undefined || classify(first) !== 'success')
        return leaveUntestable(other, 'the first key has no success here either');
      const strange = others.find((one) => classify(one) === 'outside');
      if (strange !== undefined)
        return failAnswer(strange, 'status 200 or 201 for a success (SECOND_API_KEY)', brokenByStatus);
      const refused = others.find((one) => classify(one) === 'no-answer' || isKeyRefused(one, none));
      if (refused === undefined && others.every(isOfTheMoment))
        return leaveUntestable(other, 'this does not show whether the key was accepted');
      // Who is known may still not be allowed to see this; then neither way succeeds.
      if (refused === undefined && others.length > 1)
        return leaveUntestable(other, 'this does not show whether the key was accepted');
      return failAnswer(refused ?? other, `${accepted} (SECOND_API_KEY)`, acceptsBothWays);
    },
  }),
  ...importAcceptance(),
  ...rejectedKeys.map(rejectionCheck),
];

/**
 * Whether a request with the key in the query got less than the same with the key in the header: a 4xx that is not about the
 * key, or a list without the entries.
 */
export function isOtherwiseByQuery(
  byHeader: Exchange,
  byQuery: Exchange,
  { kind, resource }: Endpoint,
): boolean {
  if (classify(byHeader) !== 'success') return false;
  if (classify(byQuery) === 'client-error') return true;
  return kind === 'list' && entryCount(byHeader, resource) > 0 && entryCount(byQuery, resource) === 0;
}

/** True for a 4xx that is not about the key, and that the same request may not get a moment later. */
function isOfTheMoment(exchange: Exchange): boolean {
  return classify(exchange) === 'client-error' && ofTheMoment.includes(exchange.answer?.status ?? 0);
}

/** How many entries a list has; none of what is no list, which other checks judge. */
function entryCount(exchange: Exchange, resource: string): number {
  if (classify(exchange) !== 'success' || exchange.answer?.json.ok !== true) return Number.NaN;
  const { value } = exchange.answer.json;
  return isList(value, resource) ? entriesOf(value, resource).length : Number.NaN;
}

/** At the import a valid key is tried only if imports are allowed; the key in the query with a body that creates nothing. */
function importAcceptance(): readonly Check[] {
  const isImport = (endpoint: Endpoint): boolean => endpoint.kind === 'import';
  return [
    defineCheck({
      id: 'auth.import-header-key-accepted',
      title: 'accepts a valid key in the Authorization header',
      topic: 'auth',
      gravity: 'unavailable',
      like: 'auth.header-key-accepted',
      requirements: ['AUTH-6', 'AUTH-8'],
      at: isImport,
      needs: 'imports',
      asks: {
        valid: { key: 'header', body: 'valid' },
        none: { key: 'none', body: 'refusable', optional: true },
      },
      after: ['availability.import-answers'],
      judge: ({ valid, none }) =>
        isKeyRefused(valid, none) ? failAnswer(valid, accepted) : passAnswer(valid),
    }),
    defineCheck({
      id: 'auth.import-query-key-accepted',
      title: 'accepts a valid key in the query parameter api_key',
      topic: 'auth',
      gravity: 'unavailable',
      like: 'auth.query-key-accepted',
      requirements: ['AUTH-7', 'AUTH-8'],
      at: isImport,
      needs: 'imports',
      asks: {
        valid: { key: 'query', body: 'other-type' },
        none: { key: 'none', body: 'refusable', optional: true },
      },
      after: ['availability.import-answers', 'import.other-type-answered'],
      judge: ({ valid, none }) => {
        if (isKeyRefused(valid, none)) return failAnswer(valid, accepted);
        const answerClass = classify(valid);
        return answerClass === 'no-answer' || answerClass === 'outside'
          ? failAnswer(valid, accepted)
          : passAnswer(valid);
      },
    }),
  ];
}

/** True if the answer says that the key was refused, or is the same 403 as without a key. */
export function isKeyRefused(valid: Exchange, none: Exchange | undefined): boolean {
  if (classify(valid) === 'refusal') return true;
  return valid.answer?.status === 403 && none !== undefined && isSameError(valid, none);
}
