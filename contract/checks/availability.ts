import type { Endpoint } from '../document/endpoints.ts';
import { factsOf } from '../facts.ts';
import {
  absentStatuses,
  classify,
  isGatewayAnswer,
  isKeyRefused,
  isOnlyAnError,
  isSameAnswerElsewhere,
  isSuccess,
  isUnauthorizedMessage,
  mayBeUnrouted,
} from '../judging/answers.ts';
import { entriesIn } from '../judging/evidence.ts';
import { type Exchange, isThrottledToTheEnd, unreadSentence, whyUnread } from '../judging/exchange.ts';
import { isOfKey } from '../judging/let-in.ts';
import { hasValidKey, otherVersionFour, unknownPath, unknownPathAt } from '../judging/request.ts';
import { fail, failStatus, type Judgement, leaveOpen, pass, skip, untestable } from '../judging/verdict.ts';
import { type Check, defineCheck, userRequests } from './check.ts';

/** Statuses that no parameter or other id explains: method not allowed, no JSON available, permanently gone. */
const unexplainedStatuses: readonly number[] = [405, 406, 410];
/** Statuses that are wrong for an existing id: forbidden, not found, gone, or not accepted as an id. */
const wrongForPinned: readonly number[] = [400, 403, 404, 410, 422];

const statusOf = ({ answer }: Exchange): number => answer?.status ?? 0;

function isAbsent(exchange: Exchange): boolean {
  return absentStatuses.includes(statusOf(exchange)) && seemsUnrouted(exchange);
}

function seemsUnrouted(exchange: Exchange): boolean {
  const { answer } = exchange;
  return answer !== undefined && mayBeUnrouted(exchange) && !isUnauthorizedMessage(answer);
}

export const availabilityChecks: readonly Check[] = [
  defineCheck({
    id: 'availability.endpoint-answers',
    title: 'exists and answers a valid key with a success',
    requirements: ['VERSION-1'],
    claims: 'existence',
    at: (endpoint) => endpoint.kind !== 'import',
    requests: (endpoint) => ({
      valid: { key: 'valid' },
      byQuery: { key: 'query', optional: true },
      none: { key: 'none', optional: true },
      second: { key: 'valid', id: 'second', optional: true },
      odd: { ...unknownPath, at: unknownPathAt, optional: true },
      ...(endpoint.kind === 'unstated' ? { other: { ...otherVersionFour, optional: true } } : {}),
      ...(endpoint.idsFrom === undefined
        ? {}
        : {
            list: { key: 'valid', optional: true, at: endpoint.idsFrom },
            listWithoutKey: { key: 'none', optional: true, at: endpoint.idsFrom },
          }),
      named: { key: 'valid', project: 'named', optional: true },
      projects: { key: 'valid', at: 'GET /api/v3/projects', optional: true },
    }),
    judge: (asked, endpoint, all) => {
      const { valid, byQuery, none, odd, other, named, projects } = asked;
      const { kind, existence } = endpoint;
      if (valid.answer === undefined) return failStatus(valid, endpoint.existence);
      if (isSuccess(valid)) {
        const successes = all.filter((one) => isSuccess(one) && hasValidKey(one.request));
        const isRead = kind === 'unstated' || successes.some((one) => whyUnread(one) === undefined);
        return isRead ? pass(valid) : notRead(valid);
      }
      const isRecord = endpoint.idsFrom !== undefined;
      const isLikeUnknown = [odd, other].some(
        (one) => one !== undefined && isSameAnswerElsewhere(valid, one, byQuery),
      );
      // 403 may be about the project that the request does not name.
      const wantsProject = statusOf(valid) === 403 && endpoint.projectScoped === true && named === undefined;
      if (!isRecord && seemsUnrouted(valid) && isLikeUnknown && !wantsProject) return fail(valid, 'missing');
      if (isRecord && isAbsent(valid) && isUnrouted(valid, asked)) return fail(valid, 'missing');
      if (kind === 'unstated') {
        if (statusOf(valid) === 410)
          return fail(valid, 'endpoint-refused', { expected: 'that this path exists' }, existence);
        const doubt = isAbsent(valid) && statusOf(valid) !== 405 ? 'it may exist' : 'it exists';
        return leaveOpen(valid, `${doubt}, and the document does not state what it takes`);
      }
      const answerClass = classify(valid);
      if (answerClass === 'outside')
        return leaveOpen(valid, 'the check availability.documented-status reports the status', 'explained');
      if (isKeyRefused(valid, none))
        return leaveOpen(valid, 'the check auth.header-key-accepted reports the refusal', 'explained');
      const expected = deniedBy(valid, asked, endpoint);
      // A project's list cannot be requested without a project.
      const lacksProject =
        endpoint.projectScoped === true &&
        isSuccess(projects) &&
        entriesIn(projects, 'projects')?.length === 0;
      const own = existence.filter((id) => id.startsWith('ENDPOINT-'));
      if (expected !== undefined) return fail(valid, 'endpoint-refused', { expected }, own);
      if (lacksProject) return leaveOpen(valid, 'no project is listed, so that none can be named');
      const isThrottled = all.some(
        (one) => isThrottledToTheEnd(one) && (one.request.id === 'second' || one.request.project === 'named'),
      );
      return isThrottled
        ? leaveOpen(valid, 'another request that may succeed was throttled to the end', 'throttled')
        : notShown(valid, endpoint, named);
    },
  }),
  defineCheck({
    id: 'availability.import-answers',
    title: 'exists and answers',
    requirements: ['VERSION-1'],
    claims: 'existence',
    at: (endpoint) => endpoint.kind === 'import',
    requests: {
      none: { key: 'none', body: 'refusable' },
      valid: { key: 'valid', body: 'valid', optional: true },
      wrong: { key: 'wrong-header', body: 'refusable', optional: true },
      ...userRequests('none'),
    },
    judge: ({ none, valid, wrong, ...users }) => {
      if (none.answer === undefined) {
        const answered = [valid, wrong].find((one) => one?.answer !== undefined);
        if (answered === undefined) return failStatus(none);
        // An unanswered request without a key is judged as a refusal.
        return isAbsent(answered) || classify(answered) === 'refusal'
          ? leaveOpen(
              answered,
              'without an answer to a request without a key, it does not show whether the endpoint exists',
            )
          : pass(answered, ['VERSION-1']);
      }
      if (valid !== undefined && isSuccess(valid) && whyUnread(valid) !== undefined) return notRead(valid);
      const shown = valid ?? none;
      if (isGatewayAnswer(shown)) return leaveOpen(shown, 'a gateway answered in place of the service');
      // An installation may hide what exists from clients without a key.
      const isHidden = isOfKey(none, users) || (isAbsent(none) && wrong !== undefined && !isAbsent(wrong));
      if (isAbsent(shown) && (valid === undefined ? !isHidden : isAbsent(none)))
        return fail(shown, 'missing');
      if (valid === undefined && (isHidden || classify(none) === 'refusal'))
        return skip(
          'imports-not-allowed',
          'Imports are not allowed here (ALLOW_IMPORT), and a refusal without a key does not show that the endpoint exists.',
        );
      return pass(shown, isSuccess(shown) ? undefined : ['VERSION-1']);
    },
  }),
  defineCheck({
    id: 'availability.version-four-alone',
    title: 'has no other path of version 4',
    requirements: ['VERSION-4'],
    at: ({ kind }) => kind === 'unstated',
    after: ['availability.endpoint-answers'],
    requests: {
      other: otherVersionFour,
      odd: { ...unknownPath, at: unknownPathAt, optional: true },
    },
    judge: ({ other, odd }) => {
      const { answer } = other;
      if (answer === undefined) return leaveOpen(other, 'no answer shows whether it exists');
      const says = answer.json.ok && !isOnlyAnError(answer.json.value);
      if (!isSuccess(other)) {
        const isNotThere = absentStatuses.includes(answer.status) || answer.status === 410;
        return isNotThere || (odd !== undefined && isSameAnswerElsewhere(other, odd))
          ? pass(other)
          : leaveOpen(other, 'an unknown path is answered otherwise, so it may exist');
      }
      if (!says) return pass(other);
      if (odd === undefined || isSuccess(odd))
        return leaveOpen(other, 'a path that does not exist may get a success too');
      return fail(other, 'other-path-of-version-4');
    },
  }),
];

/** Requests that may explain why the valid one is refused. */
type Others = Partial<
  Record<'none' | 'odd' | 'second' | 'named' | 'list' | 'listWithoutKey', Exchange | undefined>
>;

/**
 * True for the path of a record that is also absent without a key, although its list refuses a request without a key;
 * or that answers like its missing list and like an unknown path.
 */
function isUnrouted(valid: Exchange, { none, odd, list, listWithoutKey }: Others): boolean {
  if (none && listWithoutKey && isAbsent(none) && !isAbsent(listWithoutKey)) return true;
  if (list === undefined || odd === undefined || !isAbsent(list)) return false;
  return isSameAnswerElsewhere(list, odd) && isSameAnswerElsewhere(valid, odd);
}

/** What the document promises and a refusal denies; undefined if another id or a parameter could explain the refusal. */
function deniedBy(
  valid: Exchange,
  { second, named }: Others,
  { needsOnlyKey, noun, pinnedId, idsFrom, projectScoped }: Endpoint,
): string | undefined {
  const status = statusOf(valid);
  if (needsOnlyKey === true) return 'a success: this endpoint takes nothing but a key';
  if (valid.idIsPinned === true && wrongForPinned.includes(status))
    return `one ${noun} by its id, and ${pinnedId} names this id`;
  if (status === 403 && idsFrom !== undefined)
    return `one ${noun} by its id, and ${idsFrom} lists it to this key`;
  if (status === 403 && (projectScoped !== true || named !== undefined)) return 'this list to a valid key';
  // A record may have been removed since it was listed.
  if (status === 410 && idsFrom !== undefined && (second === undefined || statusOf(second) !== 410))
    return undefined;
  return unexplainedStatuses.includes(status) ? 'this endpoint, as JSON' : undefined;
}

/** A success of which only the status is known: nothing shows that it is what the endpoint promises. */
function notRead(valid: Exchange): Judgement {
  return untestable('not-shown', unreadSentence(valid), factsOf(valid), valid);
}

/** An endpoint that was not shown to work, with the setting that helps. */
function notShown(
  valid: Exchange,
  { id, kind, noun, pinnedId }: Endpoint,
  named: Exchange | undefined,
): Judgement {
  const advice =
    kind === 'list'
      ? 'it may need a parameter that the document does not name: set PROJECT_PARAMETER and PROJECT_ID'
      : `the ids that its list shows may not be those that the path takes: name one ${noun} by ${pinnedId}`;
  const isSame = named?.answer === undefined || statusOf(named) === statusOf(valid);
  const statuses = isSame ? statusOf(valid) : `${statusOf(valid)}, with its project ${statusOf(named)},`;
  return untestable(
    'not-shown',
    `Not shown: ${id} answered ${statuses} to every request with a valid key; ${advice}.`,
    { ...factsOf(valid), setting: pinnedId ?? 'PROJECT_PARAMETER' },
    valid,
  );
}
