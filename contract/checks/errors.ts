import { classify, errorMessageOf, isClientError, isObject } from '../answers.ts';
import { type Check, defineCheck } from '../check.ts';
import { kindOf, quote } from '../describe.ts';
import type { Endpoint } from '../endpoints.ts';
import {
  brokenByBody,
  brokenByStatus,
  errorShapeFault,
  isOnlyAnError,
  shapePromise,
} from '../error-shape.ts';
import type { Answer, Exchange } from '../exchange.ts';
import type { Credential } from '../request.ts';
import { isSameRecord } from '../same-record.ts';
import { failAnswer, failContent, leaveUntestable, passAnswer } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';
import { furtherWithoutKey, refusableBody, validBody } from './authentication.ts';
import { hasImportedTheSame, isAboutBundle } from './import-gate.ts';
import { isOneRecord } from './success.ts';

/** The requests without a valid key. The optional ones are judged if other checks send them. */
function refusalAsks(endpoint: Endpoint) {
  const body = refusableBody(endpoint);
  return {
    none: { key: 'none', ...body },
    wrongHeader: { key: 'wrong-header', ...body },
    wrongQuery: { key: 'wrong-query', ...body },
    revokedHeader: { key: 'revoked-header', ...body, optional: true },
    revokedQuery: { key: 'revoked-query', ...body, optional: true },
    cutHeader: { key: 'cut-header', ...body, optional: true },
    cutQuery: { key: 'cut-query', ...body, optional: true },
    longerHeader: { key: 'longer-header', ...body, optional: true },
    otherCase: { key: 'swapped-case-key', ...body, optional: true },
    emptyHeader: { key: 'empty-header', ...body, optional: true },
    emptyQuery: { key: 'empty-query', ...body, optional: true },
    ...furtherWithoutKey(endpoint),
    valid: { key: 'header', ...validBody(endpoint), optional: true },
  } as const;
}

type Refused = Readonly<Record<string, Exchange | undefined>>;

/** A check that applies one rule to every refusal at an endpoint and reports the first that breaks it. */
function refusalCheck(
  entry: Pick<Check, 'id' | 'title' | 'requirements'> & { readonly after?: readonly string[] },
  fault: (answer: Answer) => string | undefined,
  promise: string,
  isLeftOpen: (exchange: Exchange, valid: Exchange | undefined) => boolean = () => false,
): Check {
  return defineCheck({
    ...entry,
    topic: 'errors',
    gravity: 'wrong-form',
    at: () => true,
    after: ['availability.endpoint-answers', 'availability.import-answers', ...(entry.after ?? [])],
    asks: refusalAsks,
    judge: ({ valid, ...refused }: Refused): Judgement => {
      const refusals = Object.values(refused).filter((one) => one !== undefined && isClientError(one));
      const judged = refusals.filter((one) => one !== undefined && !isLeftOpen(one, valid));
      for (const exchange of judged) {
        if (exchange?.answer === undefined) continue;
        const found = fault(exchange.answer);
        if (found !== undefined) return failContent(exchange, found, promise);
      }
      const first = judged[0];
      if (first !== undefined) return passAnswer(first);
      const reason =
        refusals.length === 0
          ? 'No request without a valid key was refused with a 4xx status, so there is no error answer to judge.'
          : 'The requests were refused for their content, before the key was checked.';
      return untestable(reason);
    },
  });
}

/** A service may report an empty key as malformed instead of unauthorized. */
const malformedKeys: readonly Credential[] = ['empty-header', 'empty-query'];

/**
 * A service may check the request before the key: the same 4xx as with a valid key or, at the import, a 4xx about a
 * Bundle that no valid key imported is not about the key.
 */
function mayBeInOtherWords(exchange: Exchange, valid: Exchange | undefined): boolean {
  if (malformedKeys.includes(exchange.request.key)) return true;
  if (exchange.answer === undefined || classify(exchange) === 'refusal') return false;
  if (exchange.request.body !== undefined)
    return isAboutBundle(exchange) && !hasImportedTheSame(exchange, valid);
  return (
    valid?.answer !== undefined &&
    valid.answer.status === exchange.answer.status &&
    errorMessageOf(valid.answer) === errorMessageOf(exchange.answer)
  );
}

export const errorChecks: readonly Check[] = [
  refusalCheck(
    {
      id: 'errors.refusal-json',
      title: 'refuses with a JSON body',
      requirements: ['ERROR-2', 'SERVICE-6', 'SERVICE-8', 'AUTH-9'],
    },
    ({ json }) => (json.ok ? undefined : `has an error body that is not JSON (${json.reason})`),
    'that an error is JSON',
  ),
  refusalCheck(
    {
      id: 'errors.refusal-shape',
      title: 'refuses with an `error` that is a string',
      requirements: ['ERROR-3', 'AUTH-9'],
      after: ['errors.refusal-json'],
    },
    errorShapeFault,
    shapePromise,
  ),
  refusalCheck(
    {
      id: 'errors.refusal-message',
      title: 'refuses with the message Unauthorized',
      requirements: ['ERROR-4'],
      after: ['errors.refusal-json', 'errors.refusal-shape'],
    },
    (answer) => {
      const message = errorMessageOf(answer);
      return message === 'Unauthorized' ? undefined : `says ${quote(message ?? '')}`;
    },
    'the message "Unauthorized" for an unauthenticated request',
    mayBeInOtherWords,
  ),
  defineCheck({
    id: 'errors.unknown-id',
    title: 'answers an id that no record has with a 4xx error, or with what the endpoint promises',
    topic: 'errors',
    gravity: 'wrong-form',
    explainedBy: ['availability.endpoint-answers', 'availability.documented-status'],
    requirements: ['ERROR-1', 'ERROR-2', 'ERROR-3', 'SERVICE-6', 'SERVICE-8'],
    at: ({ path }) => path.endsWith('/:id'),
    asks: {
      unknown: { key: 'header', id: 'unknown' },
      malformed: { key: 'header', id: 'malformed', more: true },
      // What an import created may be of another type, so that this endpoint need not know it.
      created: { key: 'header', id: 'created', optional: true },
      byHeader: { key: 'header', optional: true },
    },
    judge: ({ unknown, malformed, created, byHeader }, endpoint) => {
      const { noun, resource } = endpoint;
      if (byHeader !== undefined && isSameRecord(byHeader, unknown, resource))
        return failContent(
          unknown,
          `returns the same ${noun} as another id`,
          `the ${noun} with this id, or a 4xx error`,
          brokenByStatus,
        );
      const judgement = judgeUnneeded(unknown, endpoint);
      // A router that takes such an address for none of its own answers as it does to all of those, which the document does not name.
      const isRouted = malformed !== undefined && isClientError(malformed);
      // Where no record at all is as promised, those that an import created show nothing more.
      const isAsUsual = byHeader === undefined || judgeUnneeded(byHeader, endpoint).outcome !== 'fail';
      const others = [isRouted ? undefined : malformed, isAsUsual ? created : undefined].filter(
        (one) => one !== undefined,
      );
      return (
        [judgement, ...others.map((one) => judgeUnneeded(one, endpoint))].find(
          ({ outcome }) => outcome === 'fail',
        ) ?? judgement
      );
    },
  }),
];

/** The answer to an id that the endpoint need not know: an error of the document, or the kind of record that it promises. */
function judgeUnneeded(exchange: Exchange, endpoint: Endpoint): Judgement {
  const { answer } = exchange;
  if (answer === undefined) return failAnswer(exchange, 'an answer');
  const answerClass = classify(exchange);
  if (answerClass === 'refusal')
    return leaveUntestable(exchange, 'the key was refused, which says nothing about the id');
  if (answerClass === 'outside') return failAnswer(exchange, 'a 4xx error, or a success', brokenByStatus);
  if (answerClass === 'success') return judgeUnexpectedSuccess(exchange, answer, endpoint);
  const found = errorShapeFault(answer);
  return found === undefined
    ? passAnswer(exchange)
    : failContent(exchange, found, shapePromise, brokenByBody(answer));
}

/** A success for an unknown id must be the kind of record that the endpoint returns. */
function judgeUnexpectedSuccess(exchange: Exchange, answer: Answer, { fhirType, noun }: Endpoint): Judgement {
  if (!answer.json.ok)
    return failContent(exchange, `has a body that is not JSON (${answer.json.reason})`, 'JSON', [
      'SERVICE-6',
    ]);
  const { value } = answer.json;
  if (fhirType === undefined) {
    if (isOnlyAnError(value))
      return failContent(
        exchange,
        'reports an error as a success',
        'a 4xx status for an error',
        brokenByStatus,
      );
    return isOneRecord(value)
      ? passAnswer(exchange)
      : failContent(exchange, `returns ${kindOf(value)}`, `one ${noun}`);
  }
  const fits = isObject(value) && value.resourceType === fhirType;
  return fits
    ? passAnswer(exchange)
    : failContent(exchange, `returns ${kindOf(value)} that is not of type ${fhirType}`, `a FHIR ${fhirType}`);
}
