import type { Endpoint } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import {
  classify,
  errorMessageOf,
  errorShapeFault,
  isAboutBundle,
  isClientError,
  isDeclaredAsPage,
  isGatewayAnswer,
  isOnlyAnError,
  isSameError,
  isSuccess,
  isUndecodable,
  jsonOf,
} from '../judging/answers.ts';
import { type Exchange, isDocumented } from '../judging/exchange.ts';
import { hasImportedTheSame, isOfKey, type UserAnswers } from '../judging/let-in.ts';
import { hasValidKey } from '../judging/request.ts';
import {
  brokenWithoutJson,
  explainedBy,
  fail,
  failMark,
  failShape,
  failStatus,
  type Judgement,
  skip,
} from '../judging/verdict.ts';
import { lacksValidKey, refusableBody } from './authentication.ts';
import { type Check, type CheckEntry, type CheckRequests, defineCheck, userRequests } from './check.ts';
import { judgeEach, noSuccess, samples } from './success.ts';

/** Judges throttled answers only: a run without any has no verdict of it. */
export const throttledAnswerCheck = 'errors.throttled-answer';

/** An import that a gateway answered may have been carried out: its answer says nothing about the service. */
function isJudged(exchange: Exchange, { kind }: Endpoint): boolean {
  return isDocumented(exchange) && !(kind === 'import' && isGatewayAnswer(exchange));
}

interface AnswerRule extends Pick<CheckEntry<CheckRequests>, 'id' | 'title' | 'requirements' | 'after'> {
  readonly about: (exchange: Exchange) => boolean;
  readonly judge: (exchange: Exchange, endpoint: Endpoint) => Judgement | undefined;
  /** Why nothing could be judged, as a sentence. */
  readonly nothing: string;
}

function everyAnswer({ about, judge, nothing, ...row }: AnswerRule): Check {
  // An error can break this one, and other checks show that it is kept.
  const kept = row.requirements.filter((id) => id !== 'AUTH-9');
  const isAboutErrors = row.id.startsWith('errors.');
  return defineCheck({
    ...row,
    at: () => true,
    after: ['availability.endpoint-answers', 'availability.import-answers', ...(row.after ?? [])],
    requests: (endpoint) => {
      if (endpoint.kind === 'import') return { none: { key: 'none', ...refusableBody(endpoint) } };
      const { valid, ...more } = samples(endpoint);
      return isAboutErrors ? { none: { key: 'none' }, ...more } : { valid, ...more };
    },
    judge: (_asked, endpoint, all) => {
      const judged = all.filter((one) => isJudged(one, endpoint) && about(one));
      const isImported = all.some((one) => hasValidKey(one.request));
      const isLost = all.some((one) => one.sentAgain === undefined && !isJudged(one, endpoint));
      if (judged.length === 0 && endpoint.kind === 'import' && !isImported && !isLost)
        return skip('imports-not-allowed');
      const judgement = judgeEach(judged, (exchange) => judge(exchange, endpoint), nothing);
      return judgement.outcome === 'pass' ? { ...judgement, requirements: kept } : judgement;
    },
  });
}

/** The requirements that are also broken if the answer is a refusal. */
const ofRefusal = (exchange: Exchange): readonly RequirementId[] =>
  lacksValidKey(exchange) ? ['AUTH-9'] : [];

const anyAnswer = 'No answer here could be judged.';
const noError =
  'No request here, apart from those for unknown ids, was answered with a 4xx status, so there is no error to judge.';

export const everyAnswerChecks: readonly Check[] = [
  everyAnswer({
    id: 'availability.documented-status',
    title: 'answers every request with 200, 201 or a 4xx status',
    requirements: ['SERVICE-7', 'SERVICE-8', 'ERROR-1', 'RULE-3'],
    about: () => true,
    nothing: anyAnswer,
    judge: (exchange, { kind }) => {
      const status = exchange.answer?.status ?? 0;
      if (classify(exchange) === 'outside')
        return failStatus(exchange, status >= 500 ? ['SERVICE-8', 'ERROR-1'] : ['SERVICE-7', 'RULE-3']);
      // The document does not state the answer of version 4, except that it is not an error; elsewhere the kind of the
      // answer is judged.
      return kind === 'unstated' && isSuccess(exchange) && isOnlyAnError(jsonOf(exchange))
        ? fail(exchange, 'error-as-success', {}, ['SERVICE-8', 'ERROR-1'])
        : undefined;
    },
  }),
  everyAnswer({
    id: 'success.json-body',
    title: 'returns a JSON body with every success',
    requirements: ['SERVICE-6'],
    about: isSuccess,
    nothing: noSuccess,
    judge: (exchange) => {
      const reading = exchange.answer?.json;
      if (reading === undefined) return undefined;
      if (reading.ok) return failMark(exchange);
      return isUndecodable(exchange)
        ? fail(exchange, 'undecodable')
        : fail(exchange, 'not-json', { received: reading.reason });
    },
  }),
  everyAnswer({
    id: 'success.json-content-type',
    title: 'declares no JSON as a web page',
    requirements: ['SERVICE-6'],
    about: (exchange) => exchange.answer?.json.ok === true,
    nothing: 'No answer here is JSON, so there is no declared type to judge.',
    judge: (exchange) => {
      const { answer } = exchange;
      return answer && isDeclaredAsPage(answer) ? fail(exchange, 'declared-as-page') : undefined;
    },
  }),
  everyAnswer({
    id: 'errors.json-body',
    title: 'answers every error with a JSON body',
    requirements: ['ERROR-2', 'SERVICE-6', 'SERVICE-8', 'AUTH-9'],
    about: isClientError,
    nothing: noError,
    judge: (exchange) =>
      exchange.answer?.json.ok === false
        ? failShape(exchange, ofRefusal(exchange))
        : failMark(exchange, ofRefusal(exchange)),
  }),
  everyAnswer({
    id: 'errors.shape',
    title: 'answers every error with an `error` that is a string',
    requirements: ['ERROR-3', 'AUTH-9'],
    after: ['errors.json-body'],
    about: isClientError,
    nothing: noError,
    judge: (exchange) => failShape(exchange, ofRefusal(exchange)),
  }),
  defineCheck({
    id: 'errors.refusal-message',
    title: 'refuses with the message Unauthorized',
    requirements: ['ERROR-4'],
    at: () => true,
    after: ['availability.endpoint-answers', 'availability.import-answers'],
    requests: (endpoint) => ({
      none: { key: 'none', ...refusableBody(endpoint) },
      valid: endpoint.kind === 'import' ? { key: 'valid', body: 'valid', optional: true } : { key: 'valid' },
      missing: { key: 'valid', accept: 'missing', optional: true },
      anything: { key: 'valid', accept: 'anything', optional: true },
      ...userRequests('none'),
    }),
    judge: ({ valid, missing, anything, ...users }, endpoint, all) => {
      const likewise = ({ request: { accept } }: Exchange): Exchange | undefined =>
        accept === undefined ? valid : accept === 'missing' ? missing : anything;
      const refusals = all.filter(
        (one) => isJudged(one, endpoint) && lacksValidKey(one) && isClientError(one),
      );
      const [first] = refusals;
      // Other checks report errors without a message.
      const wellShaped = refusals.filter(({ answer }) => errorShapeFault(answer) === undefined);
      if (first !== undefined && wellShaped.length === 0)
        return explainedBy(first.answer?.json.ok === true ? 'errors.shape' : 'errors.json-body');
      return judgeEach(
        wellShaped.filter((one) => !mayBeInOtherWords(one, likewise(one), users)),
        (exchange) => {
          const message = exchange.answer === undefined ? undefined : errorMessageOf(exchange.answer);
          return message === 'Unauthorized' ? undefined : fail(exchange, 'refusal-message');
        },
        refusals.length === 0
          ? 'No request without a valid key was refused with a 4xx status, so there is no message to judge.'
          : 'No refusal here shows that it is about the key, so there is no message to judge.',
      );
    },
  }),
  defineCheck({
    id: throttledAnswerCheck,
    title: 'throttles with the JSON error of every other error',
    requirements: ['SERVICE-6', 'SERVICE-8', 'ERROR-2', 'ERROR-3'],
    at: () => true,
    requests: {},
    judge: (_asked, _endpoint, all) => {
      const throttled = all.filter(isThrottledError);
      return throttled.length === 0 ? undefined : judgeEach(throttled, judgeThrottled, anyAnswer);
    },
  }),
];

/** A throttled answer with a 4xx status: the choice of status is open, but it is an error like any other. */
function isThrottledError(exchange: Exchange): boolean {
  // The document describes no other method; the answer to HEAD has no body.
  return exchange.throttled && exchange.request.method === undefined && isClientError(exchange);
}

function judgeThrottled(exchange: Exchange): Judgement | undefined {
  const { answer } = exchange;
  const fault = errorShapeFault(answer);
  if (answer === undefined || fault === undefined) return failMark(exchange);
  const broken = answer.json.ok ? (['ERROR-3'] as const) : brokenWithoutJson;
  return fail(exchange, 'throttled-answer-form', { ...fault }, broken);
}

/** A service may report such a key as malformed instead of unauthorized, since it does not look like a token. */
const malformedKeys = /^(?:empty|percent|star)-/;

/**
 * A service may check the request before the key. A 4xx is therefore not about the key if a valid key gets the same or,
 * at the import, if it concerns a Bundle that no valid key imported.
 */
function mayBeInOtherWords(exchange: Exchange, valid: Exchange | undefined, users: UserAnswers): boolean {
  if (malformedKeys.test(exchange.request.key)) return true;
  if (exchange.answer === undefined || classify(exchange) === 'refusal') return false;
  if (exchange.request.body !== undefined)
    return isAboutBundle(exchange) && !isOfKey(exchange, users) && !hasImportedTheSame(exchange, valid);
  return valid !== undefined && isSameError(exchange, valid);
}
