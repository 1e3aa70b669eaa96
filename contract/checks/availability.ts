import { classify, isSameErrorElsewhere, saysUnauthorized } from '../answers.ts';
import { defineCheck } from '../check.ts';
import type { AnswerKind, Endpoint } from '../endpoints.ts';
import {
  brokenByBody,
  brokenByStatus,
  errorShapeFault,
  isOnlyAnError,
  shapePromise,
} from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { otherVersionFour, unknownPath } from '../request.ts';
import { failAnswer, failContent, leaveUntestable, passAnswer } from '../sentences.ts';
import { samples, samplesOfOthers } from './success.ts';

/** Statuses that neither a missing parameter nor an id explains: no such method, gone for good, not as JSON. */
const unexplainedStatuses: readonly number[] = [405, 406, 410];

/** Statuses that mean that a record is not there for this key. */
const notThere: readonly number[] = [403, 404, 410];

/** Statuses that are wrong for an id that exists: not found, gone, or not taken for an id. */
const wrongForPinned: readonly number[] = [400, 404, 410, 422];

/** Statuses that mean that the path does not exist, or not with this method. */
const absentStatuses: readonly number[] = [404, 405, 410, 501];

export const availabilityChecks = [
  defineCheck({
    id: 'availability.endpoint-answers',
    title: 'exists and answers',
    topic: 'availability',
    gravity: 'unavailable',
    requirements: ['VERSION-1'],
    claims: 'existence',
    at: (endpoint) => endpoint.kind !== 'import',
    asks: {
      valid: { key: 'header' },
      none: { key: 'none', optional: true },
      unknownPath: { ...unknownPath, optional: true },
    },
    judge: ({ valid, none, unknownPath: odd }, endpoint) => {
      if (valid.answer === undefined) return failAnswer(valid, 'an answer');
      const isAbsent = saysAbsent(valid, endpoint);
      if (isAbsent && odd !== undefined && isSameErrorElsewhere(valid, odd))
        return failAnswer(valid, 'this endpoint, and a path that does not exist gets the same answer');
      if (isAbsent && none !== undefined && saysAbsent(none, endpoint))
        return failAnswer(valid, 'this endpoint, and a request without a key found nothing there either');
      if (endpoint.kind === 'unstated' && isAbsent) return failAnswer(valid, 'this endpoint');
      if (
        endpoint.kind !== 'unstated' &&
        endpoint.needsOnlyKey === true &&
        classify(valid) === 'client-error'
      )
        return failAnswer(valid, 'a success: this endpoint takes nothing but a key');
      const promise = classify(valid) === 'client-error' ? brokenPromise(valid, endpoint) : undefined;
      if (promise !== undefined) return failAnswer(valid, promise);
      return classify(valid) === 'client-error'
        ? leaveUntestable(valid, adviceAt(valid, endpoint))
        : passAnswer(valid);
    },
  }),
  defineCheck({
    id: 'availability.import-answers',
    title: 'exists and answers',
    topic: 'availability',
    gravity: 'unavailable',
    like: 'availability.endpoint-answers',
    requirements: ['VERSION-1'],
    claims: 'existence',
    at: (endpoint) => endpoint.kind === 'import',
    asks: { none: { key: 'none', body: 'refusable' } },
    judge: ({ none }, endpoint) => {
      if (none.answer === undefined) return failAnswer(none, 'an answer');
      // That it is there says nothing of what a Bundle is answered: without leave to import nobody knows.
      return saysAbsent(none, endpoint) ? failAnswer(none, 'this endpoint') : passAnswer(none, ['VERSION-1']);
    },
  }),
  defineCheck({
    id: 'availability.documented-status',
    title: 'answers a valid key with 200, 201 or a 4xx error of the documented shape',
    topic: 'availability',
    gravity: 'wrong-form',
    like: 'availability.endpoint-answers',
    requirements: ['SERVICE-6', 'SERVICE-7', 'SERVICE-8', 'ERROR-1', 'ERROR-2', 'ERROR-3', 'RULE-3'],
    at: (endpoint) => endpoint.kind !== 'import',
    asks: (endpoint) => {
      const { byHeader, byQuery: _, ...others } = samples(endpoint);
      return {
        ...others,
        ...samplesOfOthers(endpoint),
        valid: byHeader,
        unscoped: { key: 'header', unscoped: true, optional: true },
        setback: { key: 'header', setback: '4xx', optional: true },
      } as const;
    },
    after: ['availability.endpoint-answers'],
    judge: ({ valid, unscoped, setback, second, page, otherUser, otherUserByQuery, last }, { kind }) => {
      const strange = [valid, second, page].find((one) => one !== undefined && classify(one) === 'outside');
      if (strange !== undefined)
        return failAnswer(
          strange,
          'status 200 or 201 for a success and a 4xx status for an error',
          brokenByStatus,
        );
      for (const exchange of [valid, unscoped, setback, second, page, otherUser, otherUserByQuery, last]) {
        const isOther =
          exchange === setback || (exchange !== undefined && classify(exchange) === 'client-error');
        if (exchange?.answer === undefined || !isOther) continue;
        const found = errorShapeFault(exchange.answer);
        if (found !== undefined)
          return failContent(exchange, found, shapePromise, brokenByBody(exchange.answer));
      }
      // What it answers is not stated, but an error is none of it.
      const isError = valid.answer?.json.ok === true && isOnlyAnError(valid.answer.json.value);
      if (kind === 'unstated' && classify(valid) === 'success' && isError)
        return failContent(
          valid,
          'reports an error as a success',
          'a 4xx status for an error',
          brokenByStatus,
        );
      return passAnswer(valid);
    },
  }),
  defineCheck({
    id: 'availability.version-four-alone',
    title: 'has no other path of version 4 beside it',
    topic: 'availability',
    gravity: 'wrong-form',
    requirements: ['VERSION-4'],
    at: ({ kind }) => kind === 'unstated',
    asks: { other: otherVersionFour, odd: { ...unknownPath, optional: true } },
    judge: ({ other, odd }) => {
      const { answer } = other;
      const says = answer?.json.ok === true && !isOnlyAnError(answer.json.value);
      if (classify(other) !== 'success' || !says) return passAnswer(other);
      if (odd === undefined || classify(odd) === 'success')
        return leaveUntestable(other, 'a path that does not exist may get a success too');
      return failAnswer(other, 'nothing but /api/v4/projects in version 4');
    },
  }),
];

/** What the document promises where no parameter and no other id can explain a 4xx to a valid key. */
function brokenPromise({ answer, idIsPinned, idIsListed }: Exchange, endpoint: Endpoint): string | undefined {
  const { kind, noun, pinnedId, listedAreAccessible, idsFrom } = endpoint;
  if (answer === undefined || kind === 'unstated') return undefined;
  if (idIsPinned === true && wrongForPinned.includes(answer.status))
    return `one ${noun} by its id, and ${pinnedId} names this id`;
  if (listedAreAccessible === true && idIsListed === true && notThere.includes(answer.status))
    return `one ${noun} by its id: ${idsFrom} lists those that are accessible, and none that was tried is there`;
  return unexplainedStatuses.includes(answer.status) ? 'this endpoint, as JSON' : undefined;
}

/** Status 405 means absent, except where the document states no method (GAP-V4-ANSWER). */
function saysAbsent({ answer }: Exchange, { kind }: Endpoint): boolean {
  if (answer === undefined || saysUnauthorized(answer)) return false;
  return absentStatuses.includes(answer.status) && !(kind === 'unstated' && answer.status === 405);
}

function adviceAt({ answer, idIsPinned }: Exchange, { kind, noun, pinnedId }: Endpoint): string {
  if (idIsPinned === true) return `the key may not be allowed to read the id that ${pinnedId} names`;
  const isForbidden = answer?.status === 403;
  const advice: Readonly<Record<AnswerKind, string>> = {
    list: isForbidden
      ? 'the key may not be allowed to read it without a parameter that the document does not name (PROJECT_PARAMETER, PROJECT_ID)'
      : 'it may need a parameter that the document does not name (PROJECT_PARAMETER, PROJECT_ID)',
    record: isForbidden
      ? `the key may not be allowed to read this ${noun}; name one that it may read by ${pinnedId}`
      : `the ids that its list shows may not be those that the path takes; name one that exists by ${pinnedId}`,
    import: 'this shows only that it exists',
    unstated: 'it exists, and the document does not state what it takes',
  };
  return advice[kind];
}
