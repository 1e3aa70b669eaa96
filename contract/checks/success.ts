import type { Endpoint } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import type { Facts } from '../facts.ts';
import {
  classify,
  isClientError,
  isDeclaredAsPage,
  isObject,
  isOnlyAnError,
  isSuccess,
  jsonOf,
} from '../judging/answers.ts';
import { entriesOf, holdsNoList, idOf, userIdentityOf } from '../judging/choose-records.ts';
import { kindOf, quote } from '../judging/describe.ts';
import { entriesIn } from '../judging/evidence.ts';
import { type Answer, BodyNotRead, type Exchange, isDocumented } from '../judging/exchange.ts';
import { hasValidKey } from '../judging/request.ts';
import {
  fail,
  failMark,
  failShape,
  failStatus,
  type Judgement,
  leaveOpen,
  pass,
  passAll,
  untestable,
} from '../judging/verdict.ts';
import type { FailureCode } from '../reasons.ts';
import { type Check, defineCheck, ownRecord } from './check.ts';

/** The document's promises about a success hold for every success with a valid key, regardless of the request. */

/** The requests that show successes: including those for a second record and another page. */
export function samples({ idsFrom, isPaged }: Endpoint) {
  return {
    valid: { key: 'valid' },
    ...(idsFrom === undefined ? {} : { second: { key: 'valid', id: 'second', more: true } as const }),
    ...(isPaged === true ? { page: { key: 'valid', page: 'next', more: true } as const } : {}),
  } as const;
}

/** The JSON successes with a valid key, for requests that the document describes. */
function successesIn(all: readonly Exchange[]): readonly Exchange[] {
  return all.filter((one) => isDocumented(one) && hasValidKey(one.request) && isSuccess(one));
}

export const noSuccess = 'No request with a valid key succeeded here, so there is nothing to judge.';

/**
 * Judges each exchange separately. The first failure counts, with all exchanges on which the check fails.
 * @param judge undefined is a pass; `none` means that the exchange does not concern the check
 * @param nothing why nothing could be judged, as a sentence
 */
export function judgeEach(
  exchanges: readonly Exchange[],
  judge: (exchange: Exchange) => Judgement | 'none' | undefined,
  nothing: string,
): Judgement {
  const failures: Judgement[] = [];
  const passed: Exchange[] = [];
  let open: Judgement | undefined;
  for (const exchange of exchanges) {
    try {
      const judgement = judge(exchange);
      if (judgement === 'none') continue;
      if (judgement === undefined) passed.push(exchange);
      else if (judgement.outcome === 'fail') failures.push(judgement);
      else open ??= judgement;
    } catch (thrown) {
      if (!(thrown instanceof BodyNotRead)) throw thrown;
      open ??= untestable('not-read', thrown.message);
    }
  }
  const [failure] = failures;
  if (failure !== undefined)
    return { ...failure, restsOn: failures.flatMap(({ exchange, restsOn }) => restsOn ?? exchange ?? []) };
  if (open !== undefined) return open;
  const [first, ...more] = passed;
  return first === undefined ? untestable('nothing-to-judge', nothing) : passAll([first, ...more]);
}

/** Judges what every success must contain. */
export function onSuccess(
  all: readonly Exchange[],
  judge: (exchange: Exchange, value: unknown) => Judgement | undefined,
): Judgement {
  const judgeJson = (exchange: Exchange): Judgement | 'none' | undefined => {
    const json = exchange.answer?.json;
    return json?.ok === true ? judge(exchange, json.value) : 'none';
  };
  return judgeEach(successesIn(all), judgeJson, noSuccess);
}

/**
 * A failure if the record is not the requested one: its own id is another requested id or, if it is not a Bundle
 * (GAP-FHIR-ID), the same path also returned the right record, or the list has an entry with this id; or an unknown id
 * gets the complete answer for a record.
 */
export function judgeRecordId(
  exchange: Exchange,
  value: unknown,
  all: readonly Exchange[],
  { noun, fhirType, resource, answer }: Endpoint,
  list?: Exchange,
): Judgement | undefined {
  const asked = exchange.recordId;
  const own = ownIdOf(value);
  if (asked === undefined || own === asked) return undefined;
  const others = successesIn(all).filter((one) => one.id !== exchange.id);
  const isUnknown = exchange.request.id === 'unknown' || exchange.request.id === 'malformed';
  const shownBy = (other: Exchange, received: string): Judgement => {
    const facts = { received, expected: `the ${noun} with this id${isUnknown ? ', or a 4xx error' : ''}` };
    const failure = fail(exchange, 'wrong-record', facts, isUnknown ? brokenByError : answer);
    return { ...failure, restsOn: [exchange.id, other.id] };
  };
  const isRecord = isUnknown && showsRecord(value, fhirType);
  const ofOther = others.find(
    (one) =>
      (own !== undefined && one.recordId === own) ||
      (isRecord && one.recordId !== asked && isSameBody(one, exchange)),
  );
  if (ofOther !== undefined) return shownBy(ofOther, `the ${noun} of another id`);
  // A Bundle may get an id of its own each time it is made.
  if (own === undefined || fhirType === 'Bundle') return undefined;
  const right = others.find((one) => one.recordId === asked && ownIdOf(readJsonOf(one)) === asked);
  if (right !== undefined)
    return shownBy(right, `a ${noun} with another id than the same path returned otherwise`);
  const isListed = list && entriesIn(list, resource)?.some((entry) => idOf(entry)?.id === own);
  return isListed ? shownBy(list, `the ${noun} of another id`) : undefined;
}

/** True for a body that identifies its record. An empty FHIR resource may be the answer to more than one id. */
function showsRecord(value: unknown, fhirType: string | undefined): boolean {
  if (fhirType === undefined) return isOneRecord(value) && hasScalar(value);
  if (!isObject(value)) return false;
  const { entry } = value;
  const hasEntries = Array.isArray(entry) && entry.length > 0;
  // Only the type of a large body is kept.
  return ownIdOf(value) !== undefined || hasEntries || Object.keys(value).length === 1;
}

function isSameBody({ answer: one }: Exchange, { answer: other }: Exchange): boolean {
  return one?.unread === undefined && one?.digest === other?.digest;
}

function ownIdOf(value: unknown): string | undefined {
  const record = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(record) ? idOf({ id: record.id, uuid: record.uuid, _id: record._id })?.id : undefined;
}

/** The body of an answer, if it is JSON that was read. */
function readJsonOf(exchange: Exchange): unknown {
  return exchange.answer?.unread === undefined ? jsonOf(exchange) : undefined;
}

export const successChecks: readonly Check[] = [
  defineCheck({
    id: 'success.list-kind',
    title: 'returns a list: an array, or an object that holds one',
    requirements: ['ERROR-1', 'SERVICE-8'],
    claims: 'answer',
    at: ({ kind }) => kind === 'list',
    requests: samples,
    judge: (_asked, { resource, answer: promised }, all) =>
      onSuccess(all, (exchange, value) => {
        if (isOnlyAnError(value) || holdsNoList(value, resource)) {
          const shown = isObject(value) ? ` that holds no list (${fieldsPhrase(value)})` : '';
          return failKind(exchange, value, 'no-list', { received: kindOf(value) + shown }, promised);
        }
        const entries = entriesOf(value, resource);
        if (entries === undefined)
          return leaveOpen(
            exchange,
            `its list was not recognized (${fieldsPhrase(value)}), so its entries are not judged`,
          );
        return entries.length > 0 && !entries.some((entry) => hasScalar(entry))
          ? fail(exchange, 'entries-without-value', {}, promised)
          : undefined;
      }),
  }),
  defineCheck({
    id: 'success.record-kind',
    title: 'returns one record as an object',
    requirements: ['ERROR-1', 'SERVICE-8'],
    claims: 'answer',
    at: ({ kind, fhirType }) => kind === 'record' && fhirType === undefined,
    requests: (endpoint) => ({
      ...samples(endpoint),
      ...(endpoint.idsFrom === undefined
        ? {}
        : { list: { key: 'valid', at: endpoint.idsFrom, optional: true } as const }),
    }),
    judge: ({ list }, endpoint, all) =>
      onSuccess(all, (exchange, value) => {
        if (isOneRecord(value) && hasScalar(value))
          return judgeRecordId(exchange, value, all, endpoint, list);
        const received = isOneRecord(value) ? `${kindOf(value)} without any value` : kindOf(value);
        const facts = { received, expected: `one ${endpoint.noun}` };
        return failKind(exchange, value, 'no-record', facts, endpoint.answer);
      }),
  }),
];

/** How JavaScript, Ruby and Python print an object that was not converted to JSON. */
const unserialized =
  /^(?:\[object \w{1,40}\]|#<\w[^>]{0,200}>|<[\w.]{1,200} object at 0x[0-9a-fA-F]{1,20}>)$/;

/**
 * True for a value in which some field contains a text or a number. Levels deeper than those of records are not examined,
 * and may contain one.
 */
function hasScalar(value: unknown, depth = 0): boolean {
  if (depth === 12 || typeof value === 'number') return true;
  if (typeof value === 'string') return !unserialized.test(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => hasScalar(one, depth + 1))
  );
}

/** A failure if the body of a success is something else, or reports an error, which requires another status. */
export function failKind(
  exchange: Exchange,
  value: unknown,
  code: FailureCode,
  facts: Facts,
  promised: readonly RequirementId[],
): Judgement {
  return isOnlyAnError(value)
    ? fail(exchange, 'error-as-success', facts)
    : fail(exchange, code, facts, promised);
}

function fieldsPhrase(value: unknown): string {
  const names = isObject(value) ? Object.keys(value) : [];
  return `its fields: ${quote(names.slice(0, 8).join(', '))}`;
}

/** True for an object, or an array of one: the document states neither the fields nor the wrapping of a plain record. */
function isOneRecord(value: unknown): boolean {
  if (isOnlyAnError(value)) return false;
  return isObject(value) || (Array.isArray(value) && value.length === 1 && isObject(value[0]));
}

const brokenByError = ['ERROR-1', 'SERVICE-8'] as const;

export const unknownIdChecks: readonly Check[] = [
  defineCheck({
    id: 'errors.unknown-id',
    title: 'answers an id that no record has with a 4xx error, or with what the endpoint promises',
    requirements: ['ERROR-1', 'ERROR-2', 'ERROR-3', 'SERVICE-6', 'SERVICE-8'],
    at: ({ idsFrom }) => idsFrom !== undefined,
    after: ['availability.endpoint-answers'],
    requests: {
      unknown: { key: 'valid', id: 'unknown' },
      malformed: { key: 'valid', id: 'malformed', more: true },
    },
    judge: ({ unknown, malformed }, endpoint, all) => {
      // A router that does not recognise such a path answers as it does to unknown ones: 404 or 405.
      const isRouted = malformed !== undefined && [404, 405].includes(malformed.answer?.status ?? 0);
      const asked = [unknown, ...(malformed === undefined || isRouted ? [] : [malformed])];
      const judgements = asked.map((one) => judgeUnneeded(one, endpoint, all));
      return judgements.find(({ outcome }) => outcome === 'fail') ?? judgements[0];
    },
  }),
];

/** The answer to an id that the endpoint need not know: a documented error, or the kind of record that it promises. */
function judgeUnneeded(exchange: Exchange, endpoint: Endpoint, all: readonly Exchange[]): Judgement {
  const { answer } = exchange;
  if (answer === undefined || classify(exchange) === 'outside') return failStatus(exchange, brokenByError);
  const fault = isClientError(exchange)
    ? failShape(exchange)
    : judgeUnexpectedSuccess(exchange, answer, endpoint, all);
  const failure = fault ?? failMark(exchange);
  if (failure !== undefined) return failure;
  return isDeclaredAsPage(answer) ? fail(exchange, 'declared-as-page', {}, ['SERVICE-6']) : pass(exchange);
}

/** A success for an unknown id must be the endpoint's kind of record, and no other record. */
function judgeUnexpectedSuccess(
  exchange: Exchange,
  { json }: Answer,
  endpoint: Endpoint,
  all: readonly Exchange[],
): Judgement | undefined {
  const { fhirType, noun } = endpoint;
  if (!json.ok) return fail(exchange, 'not-json', { received: json.reason }, ['SERVICE-6']);
  const { value } = json;
  const wrong = judgeRecordId(exchange, value, all, endpoint);
  if (wrong !== undefined) return wrong;
  // Without a record, a text `error` is no field of one.
  if (isOnlyAnError(value) || (isObject(value) && typeof value.error === 'string' && value.error !== ''))
    return fail(exchange, 'error-as-success', {}, brokenByError);
  const isPromised =
    fhirType === undefined ? isOneRecord(value) : isObject(value) && value.resourceType === fhirType;
  if (isPromised)
    return fhirType !== undefined || ownIdOf(value) !== undefined
      ? undefined
      : leaveOpen(exchange, 'it names no id, so it does not show whether it is a record or an error');
  const received = `${kindOf(value)}${fhirType === undefined ? '' : ` that is not of type ${fhirType}`}`;
  const record = fhirType === undefined ? `the ${noun} with this id` : `a FHIR ${fhirType}`;
  const facts = { received, expected: `${record}, or a 4xx error` };
  return fail(exchange, 'wrong-answer-to-unknown-id', facts, brokenByError);
}

/**
 * Whether two records are about the same user, by `id`, otherwise by `email`. A different body alone does not prove
 * another user.
 */
function compareUsers(one: Exchange, other: Exchange): 'same' | 'other' | 'open' {
  const [first, second] = [userIdentityOf(jsonOf(one)), userIdentityOf(jsonOf(other))];
  for (const name of ['id', 'email'] as const)
    if (first[name] !== undefined && second[name] !== undefined)
      return first[name] === second[name] ? 'same' : 'other';
  return one.answer?.digest === other.answer?.digest ? 'same' : 'open';
}

function leaveIncomparable(users: readonly Exchange[]): Judgement | undefined {
  const unusable = users.find((one) => readJsonOf(one) === undefined || !isSuccess(one));
  return unusable && leaveOpen(unusable, 'without this answer the users cannot be compared');
}

const ofUsers = { claims: 'answer', at: ({ id }: Endpoint): boolean => id === ownRecord } as const;

export const userChecks: readonly Check[] = [
  defineCheck({
    id: 'users.same-user-either-way',
    title: 'shows the same user for the key in the header and in the query',
    requirements: ['AUTH-2', 'AUTH-8'],
    ...ofUsers,
    requests: { byHeader: { key: 'header' }, byQuery: { key: 'query' } },
    after: ['availability.endpoint-answers', 'auth.query-key-accepted', 'success.record-kind'],
    judge: ({ byHeader, byQuery }, _endpoint, all) => {
      const incomparable = leaveIncomparable([byHeader, byQuery]);
      if (incomparable !== undefined) return incomparable;
      const own = successesIn(all).filter(({ request: { key } }) => key === 'header' || key === 'query');
      const [first, second] = [userIdentityOf(jsonOf(byHeader)), userIdentityOf(jsonOf(byQuery))];
      const isAnonymous = first.id !== undefined && second.id === undefined && second.email === undefined;
      const [other] = own.filter(
        (one) => compareUsers(byHeader, one) === 'other' || (one.id === byQuery.id && isAnonymous),
      );
      if (other !== undefined) return fail(other, 'other-user-by-way');
      return compareUsers(byHeader, byQuery) === 'same'
        ? pass(byQuery)
        : leaveOpen(byQuery, 'it has no `id` with a digit and no `email` to compare');
    },
  }),
  defineCheck({
    id: 'users.other-user-for-other-key',
    title: "shows another user for another user's key",
    requirements: ['AUTH-2'],
    ...ofUsers,
    needs: 'second-key',
    requests: { first: { key: 'valid' }, second: { key: 'second' } },
    after: [
      'availability.endpoint-answers',
      'auth.header-key-accepted',
      'auth.second-key-accepted',
      'users.same-user-either-way',
      'success.record-kind',
    ],
    judge: ({ first, second }, _endpoint, all) => {
      const seconds = successesIn(all).filter(
        ({ request: { key } }) => key === 'second-header' || key === 'second-query',
      );
      const incomparable = leaveIncomparable([first, second]);
      if (incomparable !== undefined) return incomparable;
      const { id, email } = userIdentityOf(jsonOf(first));
      const why = 'it has no `id` with a digit and no `email`, so nothing tells users apart';
      if (id === undefined && email === undefined) return leaveOpen(first, why);
      const same = seconds.find((one) => compareUsers(first, one) === 'same');
      if (same !== undefined) return fail(same, 'same-user-for-other-key');
      return compareUsers(first, second) === 'other' ? pass(second) : leaveOpen(second, why);
    },
  }),
];
