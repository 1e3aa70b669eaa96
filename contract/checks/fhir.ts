import { isObject } from '../answers.ts';
import { defineCheck } from '../check.ts';
import { kindOf, quote } from '../describe.ts';
import type { Endpoint } from '../endpoints.ts';
import { isOnlyAnError } from '../error-shape.ts';
import type { Exchange } from '../exchange.ts';
import { failContent, passAnswer } from '../sentences.ts';
import { type Judgement, untestable } from '../verdict.ts';
import { brokenBy, furtherSamples, onSuccess, samples, unlessOtherRecord } from './success.ts';

const isFhir = (endpoint: Endpoint): boolean => endpoint.fhirType !== undefined;

const fhirSamples = (endpoint: Endpoint) => ({ ...samples(endpoint), ...furtherSamples(endpoint) }) as const;

/** How many issues a message names; kept evidence and `validate` show the others. */
const issuesNamed = 3;

export const fhirChecks = [
  defineCheck({
    id: 'fhir.resource-type',
    title: 'returns the FHIR resource that the document names',
    topic: 'fhir',
    gravity: 'wrong-content',
    requirements: ['ERROR-1'],
    claims: 'answer',
    at: isFhir,
    asks: fhirSamples,
    after: ['success.json-body'],
    judge: (asked, endpoint) => {
      const { fhirType } = endpoint;
      const judgement = onSuccess(asked, (exchange, value) => {
        if (isObject(value) && value.resourceType === fhirType) return passAnswer(exchange);
        return failContent(
          exchange,
          `returns ${resourcePhrase(value)}`,
          `a FHIR ${fhirType}`,
          brokenBy(value, endpoint.answer),
        );
      });
      return unlessOtherRecord(asked, endpoint, judgement);
    },
  }),
  defineCheck({
    id: 'fhir.valid',
    title: 'returns valid FHIR',
    topic: 'fhir',
    gravity: 'wrong-content',
    requirements: ['RESOURCE-11'],
    at: isFhir,
    asks: fhirSamples,
    after: ['success.json-body', 'fhir.resource-type'],
    judge: (asked) => onSuccess(asked, judgeFhir),
  }),
];

function judgeFhir(exchange: Exchange): Judgement {
  const report = exchange.answer?.fhir;
  if (report === undefined) return untestable('The body was not read as FHIR.', exchange);
  if (report.valid) return passAnswer(exchange);
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
