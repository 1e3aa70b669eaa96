import { classify, isClientError, isObject } from '../answers.ts';
import { type Check, defineCheck } from '../check.ts';
import { kindOf } from '../describe.ts';
import type { Endpoint } from '../endpoints.ts';
import { isOnlyAnError } from '../error-shape.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { fail, failShape, failStatus, type Judgement, pass } from '../verdict.ts';
import { isOneRecord, wrongRecord } from './success.ts';

const brokenByError = ['ERROR-1', 'SERVICE-8'] as const;

export const unknownIdChecks: readonly Check[] = [
  defineCheck({
    id: 'errors.unknown-id',
    title: 'answers an id that no record has with a 4xx error, or with what the endpoint promises',
    topic: 'errors',
    requirements: ['ERROR-1', 'ERROR-2', 'ERROR-3', 'SERVICE-6', 'SERVICE-8'],
    at: ({ idsFrom }) => idsFrom !== undefined,
    after: ['availability.endpoint-answers'],
    asks: {
      unknown: { key: 'valid', id: 'unknown' },
      malformed: { key: 'valid', id: 'malformed', more: true },
    },
    judge: ({ unknown, malformed }, endpoint, { all }) => {
      // A router that takes such an address for none of its own answers as it does to all of those.
      const isRouted = malformed !== undefined && isClientError(malformed);
      const asked = [unknown, ...(malformed === undefined || isRouted ? [] : [malformed])];
      const judgements = asked.map((one) => judgeUnneeded(one, endpoint, all));
      return judgements.find(({ outcome }) => outcome === 'fail') ?? judgements[0];
    },
  }),
];

/** The answer to an id that the endpoint need not know: an error of the document, or the kind of record that it promises. */
function judgeUnneeded(exchange: Exchange, endpoint: Endpoint, all: readonly Exchange[]): Judgement {
  const { answer } = exchange;
  if (answer === undefined || classify(exchange) === 'outside')
    return failStatus(exchange, 'undocumented-status', {}, brokenByError);
  if (isClientError(exchange)) return failShape(exchange) ?? pass(exchange);
  return judgeUnexpectedSuccess(exchange, answer, endpoint, all);
}

/** A success for an unknown id must be the kind of record that the endpoint returns, and no other record. */
function judgeUnexpectedSuccess(
  exchange: Exchange,
  answer: Answer,
  endpoint: Endpoint,
  all: readonly Exchange[],
): Judgement {
  const { fhirType, noun } = endpoint;
  if (!answer.json.ok) return fail(exchange, 'not-json', { received: answer.json.reason }, ['SERVICE-6']);
  const { value } = answer.json;
  const expected = `the ${noun} with this id, or a 4xx error`;
  const wrong = wrongRecord(exchange, value, all, endpoint);
  if (wrong !== undefined)
    return fail(exchange, 'wrong-record', { received: wrong, expected }, brokenByError);
  if (fhirType === undefined) {
    if (isOnlyAnError(value)) return fail(exchange, 'error-as-success', {}, brokenByError);
    return isOneRecord(value)
      ? pass(exchange)
      : fail(exchange, 'wrong-answer-to-unknown-id', { received: kindOf(value), expected }, brokenByError);
  }
  return isObject(value) && value.resourceType === fhirType
    ? pass(exchange)
    : fail(
        exchange,
        'wrong-answer-to-unknown-id',
        {
          received: `${kindOf(value)} that is not of type ${fhirType}`,
          expected: `a FHIR ${fhirType}, or a 4xx error`,
        },
        brokenByError,
      );
}
