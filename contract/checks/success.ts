import { classify, isDeclaredAsPage, isObject } from '../answers.ts';
import { defineCheck, eitherWay } from '../check.ts';
import { kindOf, quote } from '../describe.ts';
import { type Endpoint, type EndpointId, isRead } from '../endpoints.ts';
import { isOnlyAnError } from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { entriesOf } from '../ids.ts';
import { isList, saysAnything } from '../list-shape.ts';
import { isOtherRecord, isSameRecord } from '../same-record.ts';
import { failAnswer, failContent, passAnswer } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';

/** What the document promises of a success holds for the key in the header and in the query. */

interface Samples {
  readonly byHeader: Exchange;
  readonly byQuery: Exchange | undefined;
  readonly second?: Exchange | undefined;
  readonly page?: Exchange | undefined;
}

/** The requests whose successes are judged: with a key either way, for a second record, for another page of a list. */
export function samples({ path, isPaged }: Endpoint) {
  return {
    ...eitherWay,
    ...(path.endsWith('/:id') ? { second: { key: 'header', id: 'second', more: true } as const } : {}),
    ...(isPaged === true ? { page: { key: 'header', page: 'next', more: true } as const } : {}),
  } as const;
}

/** Present only where an empty object cannot be an empty list: see `lookIntoEmptyObjects`. */
const arrayElsewhere = { key: 'header', elsewhere: 'array', optional: true } as const;

/** Judges every success and returns the first failure, or else the first judgement; untestable without a success. */
export function onSuccess(
  { byHeader, byQuery, second, page }: Samples,
  judge: (exchange: Exchange, value: unknown) => Judgement,
): Judgement {
  const judgements = [byHeader, byQuery, second, page].flatMap((exchange) =>
    exchange?.answer === undefined || classify(exchange) !== 'success'
      ? []
      : [judge(exchange, exchange.answer.json.ok ? exchange.answer.json.value : undefined)],
  );
  return (
    judgements.find(({ outcome }) => outcome === 'fail') ??
    judgements[0] ??
    untestable('No request with a valid key succeeded here, so there is nothing to judge.', byHeader)
  );
}

/** A failure where one of two records is the other one; otherwise what the check itself says. */
export function unlessOtherRecord(
  { byHeader, second }: Samples,
  { resource, noun }: Endpoint,
  judgement: Judgement,
): Judgement {
  if (second === undefined || judgement.outcome !== 'pass') return judgement;
  const promise = `the ${noun} with this id`;
  if (isSameRecord(byHeader, second, resource))
    return failContent(second, `returns the same ${noun} as another id`, promise);
  const [swapped] = [
    ...(isOtherRecord(byHeader, second, resource) ? [byHeader] : []),
    ...(isOtherRecord(second, byHeader, resource) ? [second] : []),
  ];
  return swapped === undefined
    ? judgement
    : failContent(swapped, `returns the ${noun} with another id`, promise);
}

/** A list, a plain record and a FHIR resource: what answers one kind without Accept answers all of that kind. */
const ofEachKind: readonly EndpointId[] = [
  'GET /api/v3/projects',
  'GET /api/v3/users',
  'GET /api/v3/extractions/:id',
];

export const successChecks = [
  defineCheck({
    id: 'success.json-body',
    title: 'returns a JSON body with a success',
    topic: 'success',
    gravity: 'wrong-content',
    requirements: ['SERVICE-6'],
    at: isRead,
    asks: samples,
    judge: (asked) =>
      onSuccess(asked, (exchange) => {
        const reading = exchange.answer?.json;
        return reading?.ok === true
          ? passAnswer(exchange)
          : failContent(exchange, `has a body that is not JSON (${reading?.reason ?? 'no body'})`, 'JSON');
      }),
  }),
  defineCheck({
    id: 'success.any-accept',
    title: 'returns JSON whatever the header Accept says',
    topic: 'success',
    gravity: 'wrong-content',
    like: 'success.json-body',
    requirements: ['SERVICE-6'],
    at: ({ id }) => ofEachKind.includes(id),
    asks: {
      missing: { key: 'header', accept: 'missing' },
      anything: { key: 'header', accept: 'anything' },
    },
    after: ['availability.endpoint-answers', 'availability.documented-status', 'success.json-body'],
    judge: ({ missing, anything }) => {
      for (const exchange of [missing, anything]) {
        const { answer } = exchange;
        if (answer === undefined) return failAnswer(exchange, 'an answer');
        if (classify(exchange) === 'outside')
          return failAnswer(exchange, 'status 200 or 201 for a success and a 4xx status for an error');
        if (!answer.json.ok)
          return failContent(exchange, `has a body that is not JSON (${answer.json.reason})`, 'JSON');
      }
      return passAnswer(missing);
    },
  }),
  defineCheck({
    id: 'success.json-content-type',
    title: 'declares no JSON as a web page',
    topic: 'success',
    gravity: 'wrong-form',
    like: 'success.json-body',
    requirements: ['SERVICE-6'],
    at: isRead,
    asks: {
      ...eitherWay,
      none: { key: 'none', optional: true },
      wrongHeader: { key: 'wrong-header', optional: true },
      wrongQuery: { key: 'wrong-query', optional: true },
      unknown: { key: 'header', id: 'unknown', optional: true },
    },
    after: ['success.json-body'],
    judge: (asked) => {
      const read = Object.values(asked).filter((one) => one?.answer?.json.ok === true);
      const page = read.find((one) => one?.answer !== undefined && isDeclaredAsPage(one.answer));
      if (page?.answer !== undefined) {
        const declared = quote(page.answer.headers['content-type'] ?? '');
        return failContent(page, `declares its JSON as ${declared}`, 'JSON');
      }
      return read[0] === undefined
        ? untestable('No answer here is JSON, so there is no declared type to judge.', asked.byHeader)
        : passAnswer(read[0]);
    },
  }),
  defineCheck({
    id: 'success.list-kind',
    title: 'returns a list: an array, or an object that holds one',
    topic: 'success',
    gravity: 'wrong-content',
    requirements: ['ERROR-1'],
    claims: 'answer',
    at: ({ kind }) => kind === 'list',
    asks: (endpoint) => ({ ...samples(endpoint), arrayElsewhere }) as const,
    after: ['success.json-body'],
    judge: ({ arrayElsewhere: other, ...asked }, { resource }) =>
      onSuccess(asked, (exchange, value) => {
        if (!isList(value, resource) || isOnlyAnError(value))
          return failContent(exchange, listFault(value), 'a list');
        const entries = entriesOf(value, resource);
        if (entries.length > 0 && !saysAnything(entries))
          return failContent(exchange, 'has a list whose entries hold no value', 'a list');
        if (other !== undefined && isObject(value) && Object.keys(value).length === 0)
          return failContent(
            exchange,
            `has an empty object as its body, and lists are arrays here`,
            'a list',
          );
        return passAnswer(exchange);
      }),
  }),
  defineCheck({
    id: 'success.record-kind',
    title: 'returns one record as an object',
    topic: 'success',
    gravity: 'wrong-content',
    like: 'success.list-kind',
    requirements: ['ERROR-1'],
    claims: 'answer',
    at: ({ kind, fhirType }) => kind === 'record' && fhirType === undefined,
    asks: samples,
    after: ['success.json-body'],
    judge: (asked, endpoint) => {
      const judgement = onSuccess(asked, (exchange, value) =>
        isOneRecord(value) && saysAnything(value)
          ? passAnswer(exchange)
          : failContent(exchange, recordFault(value), `one ${endpoint.noun}`),
      );
      return unlessOtherRecord(asked, endpoint, judgement);
    },
  }),
];

function listFault(value: unknown): string {
  return isObject(value) && !isOnlyAnError(value)
    ? `has an object as its body that holds no list (${fieldsPhrase(value)})`
    : bodyPhrase(value);
}

function recordFault(value: unknown): string {
  return isOneRecord(value) ? `has ${kindOf(value)} without any value as its body` : bodyPhrase(value);
}

function fieldsPhrase(value: object): string {
  const names = Object.keys(value);
  return `its fields: ${quote(names.slice(0, 8).join(', '))}`;
}

function bodyPhrase(value: unknown): string {
  return isOnlyAnError(value) ? 'reports an error as a success' : `has ${kindOf(value)} as its body`;
}

/** True for an object, or an array of one: the document states neither the fields nor the wrapping of a plain record. */
export function isOneRecord(value: unknown): boolean {
  if (isOnlyAnError(value)) return false;
  return isObject(value) || (Array.isArray(value) && value.length === 1 && isObject(value[0]));
}
