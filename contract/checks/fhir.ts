import { isObject } from '../answers.ts';
import { type Check, defineCheck } from '../check.ts';
import { kindOf, quote } from '../describe.ts';
import type { Endpoint } from '../endpoints.ts';
import { isOnlyAnError } from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { failContent } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';
import { brokenBy, onSuccess, samples, wrongRecord } from './success.ts';

const isFhir = (endpoint: Endpoint): boolean => endpoint.fhirType !== undefined;

/** How many issues a message names; kept evidence and `validate` show the others. */
const issuesNamed = 3;

export const fhirChecks: readonly Check[] = [
  defineCheck({
    id: 'fhir.resource-type',
    title: 'returns the FHIR resource that the document names',
    topic: 'fhir',
    gravity: 'wrong-content',
    requirements: ['ERROR-1'],
    claims: 'answer',
    at: isFhir,
    asks: samples,
    judge: (_asked, endpoint, { all }) =>
      onSuccess(all, (exchange, value) => {
        const { fhirType, noun, answer: promised } = endpoint;
        if (!isObject(value) || value.resourceType !== fhirType)
          return failContent(
            exchange,
            `returns ${resourcePhrase(value)}`,
            `a FHIR ${fhirType}`,
            brokenBy(value, promised),
          );
        const wrong = wrongRecord(exchange, value, all, endpoint);
        return wrong === undefined
          ? undefined
          : failContent(exchange, wrong, `the ${noun} with this id`, promised);
      }),
  }),
  defineCheck({
    id: 'fhir.valid',
    title: 'returns valid FHIR',
    topic: 'fhir',
    gravity: 'wrong-content',
    requirements: ['RESOURCE-11'],
    at: isFhir,
    asks: samples,
    after: ['fhir.resource-type'],
    judge: (_asked, _endpoint, { all }) => onSuccess(all, judgeFhir),
  }),
];

function judgeFhir(exchange: Exchange): Judgement | undefined {
  const report = exchange.answer?.fhir;
  if (report === undefined) return untestable('The body was not read as FHIR.', exchange);
  if (report.valid) return undefined;
  const errors = report.issues.filter(({ severity }) => severity === 'error');
  const named = errors.slice(0, issuesNamed).map(({ path, message }) => `${path}: ${message}`);
  const more = errors.length - named.length + report.omittedIssues;
  const tail = more > 0 ? ` (and ${more} more)` : '';
  return failContent(
    exchange,
    `returns a resource that is not valid FHIR: ${named.join('; ')}${tail}`,
    'a FHIR structure',
  );
}

function resourcePhrase(value: unknown): string {
  if (!isObject(value)) return kindOf(value);
  if (isOnlyAnError(value) && value.resourceType === undefined) return 'an error as a success';
  const { resourceType } = value;
  return typeof resourceType === 'string'
    ? `a resource of type ${quote(resourceType)}`
    : 'an object without a resourceType';
}
