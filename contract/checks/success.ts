import { classify, isDeclaredAsPage, isObject } from '../answers.ts';
import { type Asks, defineCheck, eitherWay } from '../check.ts';
import { kindOf, quote } from '../describe.ts';
import { type Endpoint, type EndpointId, isRead } from '../endpoints.ts';
import {
  brokenByBody,
  brokenByStatus,
  errorShapeFault,
  isOnlyAnError,
  shapePromise,
} from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { entriesOf } from '../ids.ts';
import { isList, saysAnything } from '../list-shape.ts';
import type { RequirementId } from '../requirements.ts';
import { isAnotherThan, isOtherRecord, isSameRecord } from '../same-record.ts';
import { failAnswer, failContent, passAnswer } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';

/** What the document promises of a success holds for the key in the header and in the query. */

type Samples = { readonly byHeader: Exchange } & Readonly<Record<string, Exchange | undefined>>;

/** The requests whose successes are judged: with a key either way, for a second record, for another page of a list. */
export function samples({ path, isPaged }: Endpoint) {
  return {
    ...eitherWay,
    ...(path.endsWith('/:id') ? { second: { key: 'header', id: 'second', more: true } as const } : {}),
    ...(isPaged === true ? { page: { key: 'header', page: 'next', more: true } as const } : {}),
  } as const;
}

/** A list, a plain record and a FHIR resource: what answers one kind without Accept answers all of that kind. */
const ofEachKind: readonly EndpointId[] = [
  'GET /api/v3/projects',
  'GET /api/v3/users',
  'GET /api/v3/extractions/:id',
];

const whateverAccept = {
  noAccept: { key: 'header', accept: 'missing', optional: true },
  anyAccept: { key: 'header', accept: 'anything', optional: true },
} as const satisfies Asks;

/** Where another user's key is tried, and the first one once more at the end. */
const askedForOthers: readonly EndpointId[] = ['GET /api/v3/projects', 'GET /api/v3/users'];

const ofOtherUsers = {
  otherUser: { key: 'second-header', optional: true },
  otherUserByQuery: { key: 'second-query', optional: true },
  last: { key: 'header', again: true, optional: true },
} as const satisfies Asks;

/** What is sent for other checks where another user's key is tried. */
export function samplesOfOthers({ id }: Endpoint): Partial<typeof ofOtherUsers> {
  return askedForOthers.includes(id) ? ofOtherUsers : {};
}

/** What other checks ask for beside the samples, with a valid key: its body is what the endpoint promises as well. */
export function furtherSamples(endpoint: Endpoint) {
  return {
    ...(ofEachKind.includes(endpoint.id) ? whateverAccept : {}),
    ...samplesOfOthers(endpoint),
  } as const;
}

/** Present only where an empty object cannot be an empty list: see `lookIntoEmptyObjects`. */
const arrayElsewhere = { key: 'header', elsewhere: 'array', optional: true } as const;

/** Judges every success and returns the first failure, or else the first judgement; untestable without a success. */
export function onSuccess(
  asked: Samples,
  judge: (exchange: Exchange, value: unknown) => Judgement,
): Judgement {
  const judgements = Object.values(asked).flatMap((exchange) => {
    if (exchange?.answer === undefined || classify(exchange) !== 'success') return [];
    const { json } = exchange.answer;
    // What is no JSON because of Accept is what success.any-accept judges.
    if (exchange.request.accept !== undefined && !json.ok) return [];
    return [judge(exchange, json.ok ? json.value : undefined)];
  });
  return (
    judgements.find(({ outcome }) => outcome === 'fail') ??
    judgements[0] ??
    untestable('No request with a valid key succeeded here, so there is nothing to judge.', asked.byHeader)
  );
}

/** A failure where a record is another one than was asked for; otherwise what the check itself says. */
export function unlessOtherRecord(
  { byHeader, byQuery, second, noAccept, anyAccept }: Samples,
  { resource, noun, answer }: Endpoint,
  judgement: Judgement,
): Judgement {
  if (judgement.outcome !== 'pass') return judgement;
  const promise = `the ${noun} with this id`;
  const others = [byQuery, noAccept, anyAccept].filter((one) => one !== undefined);
  const another =
    others.find((one) => isAnotherThan(byHeader, one, resource)) ??
    (others.some((one) => isAnotherThan(one, byHeader, resource)) ? byHeader : undefined);
  if (another !== undefined)
    return failContent(
      another,
      `returns a ${noun} with another id than the same request did otherwise`,
      promise,
      answer,
    );
  if (second === undefined) return judgement;
  if (isSameRecord(byHeader, second, resource))
    return failContent(second, `returns the same ${noun} as another id`, promise, answer);
  const confused = others.find((one) => isSameRecord(one, second, resource));
  if (confused !== undefined)
    return failContent(confused, `returns the same ${noun} as another id`, promise, answer);
  const [swapped] = [
    ...(isOtherRecord(byHeader, second, resource) ? [byHeader] : []),
    ...(isOtherRecord(second, byHeader, resource) ? [second] : []),
  ];
  return swapped === undefined
    ? judgement
    : failContent(swapped, `returns the ${noun} with another id`, promise, answer);
}

export const successChecks = [
  defineCheck({
    id: 'success.json-body',
    title: 'returns a JSON body with a success',
    topic: 'success',
    gravity: 'wrong-content',
    requirements: ['SERVICE-6'],
    at: isRead,
    asks: (endpoint) => ({ ...samples(endpoint), ...furtherSamples(endpoint) }) as const,
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
    title: 'answers a valid key as documented whatever the header Accept says',
    topic: 'success',
    gravity: 'wrong-content',
    like: 'success.json-body',
    requirements: [
      'SERVICE-6',
      'SERVICE-7',
      'SERVICE-8',
      'AUTH-8',
      'ERROR-1',
      'ERROR-2',
      'ERROR-3',
      'RULE-3',
    ],
    at: ({ id }) => ofEachKind.includes(id),
    asks: {
      missing: { key: 'header', accept: 'missing' },
      anything: { key: 'header', accept: 'anything' },
      valid: { key: 'header', optional: true },
    },
    after: [
      'availability.endpoint-answers',
      'availability.documented-status',
      'auth.header-key-accepted',
      'success.json-body',
    ],
    judge: ({ missing, anything, valid }) => {
      for (const exchange of [missing, anything]) {
        const { answer } = exchange;
        if (answer === undefined) return failAnswer(exchange, 'an answer');
        const answerClass = classify(exchange);
        if (answerClass === 'outside')
          return failAnswer(
            exchange,
            'status 200 or 201 for a success and a 4xx status for an error',
            brokenByStatus,
          );
        const isWelcome = valid !== undefined && classify(valid) === 'success';
        if (answerClass === 'refusal' && isWelcome)
          return failAnswer(exchange, 'that a valid key authenticates the request', ['AUTH-8']);
        if (!answer.json.ok)
          return failContent(exchange, `has a body that is not JSON (${answer.json.reason})`, 'JSON', [
            'SERVICE-6',
          ]);
        const found = answerClass === 'success' ? undefined : errorShapeFault(answer);
        if (found !== undefined) return failContent(exchange, found, shapePromise, brokenByBody(answer));
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
    asks: (endpoint) =>
      ({
        ...samples(endpoint),
        ...samplesOfOthers(endpoint),
        none: { key: 'none', optional: true },
        wrongHeader: { key: 'wrong-header', optional: true },
        wrongQuery: { key: 'wrong-query', optional: true },
        revokedHeader: { key: 'revoked-header', optional: true },
        revokedQuery: { key: 'revoked-query', optional: true },
        emptyHeader: { key: 'empty-header', optional: true },
        emptyQuery: { key: 'empty-query', optional: true },
        unscoped: { key: 'header', unscoped: true, optional: true },
        unknown: { key: 'header', id: 'unknown', optional: true },
      }) as const,
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
    asks: (endpoint) => ({ ...samples(endpoint), ...furtherSamples(endpoint), arrayElsewhere }) as const,
    after: ['success.json-body'],
    judge: ({ arrayElsewhere: other, ...asked }, { resource, answer: promised }) =>
      onSuccess(asked, (exchange, value) => {
        if (!isList(value, resource) || isOnlyAnError(value))
          return failContent(exchange, listFault(value), 'a list', brokenBy(value, promised));
        const entries = entriesOf(value, resource);
        if (entries.length > 0 && (!saysAnything(entries) || entries.every(isYesOrNo)))
          return failContent(exchange, 'has a list whose entries hold no value', 'a list', promised);
        if (other !== undefined && isObject(value) && Object.keys(value).length === 0)
          return failContent(
            exchange,
            `has an empty object as its body, and lists are arrays here`,
            'a list',
            promised,
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
    asks: (endpoint) => ({ ...samples(endpoint), ...furtherSamples(endpoint) }) as const,
    after: ['success.json-body'],
    judge: (asked, endpoint) => {
      const { noun, answer: promised } = endpoint;
      const judgement = onSuccess(asked, (exchange, value) =>
        isOneRecord(value) && saysAnything(value)
          ? passAnswer(exchange)
          : failContent(exchange, recordFault(value), `one ${noun}`, brokenBy(value, promised)),
      );
      return unlessOtherRecord(asked, endpoint, judgement);
    },
  }),
];

const isYesOrNo = (entry: unknown): boolean => typeof entry === 'boolean';

/** What a success breaks whose body is something else: that an error has another status only where it reports one. */
export function brokenBy(value: unknown, promised: readonly RequirementId[]): readonly RequirementId[] {
  return isOnlyAnError(value) ? [...promised, 'ERROR-1'] : promised;
}

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
