import type { FhirIssue, FhirRelease, IssueLevel } from '../../fhir/index.ts';
import type { Endpoint } from '../document/endpoints.ts';
import type { Facts, FhirIssueGroup } from '../facts.ts';
import { isObject } from '../judging/answers.ts';
import { jsonTypeOf, kindOf, quote } from '../judging/describe.ts';
import type { Exchange } from '../judging/exchange.ts';
import { fail, type Judgement, leaveOpen } from '../judging/verdict.ts';
import { type Check, defineCheck } from './check.ts';
import { failKind, judgeRecordId, onSuccess, samples } from './success.ts';

const isFhir = (endpoint: Endpoint): boolean => endpoint.fhirType !== undefined;

export const fhirChecks: readonly Check[] = [
  defineCheck({
    id: 'fhir.resource-type',
    title: 'returns the FHIR resource that the document names',
    requirements: ['ERROR-1', 'SERVICE-8'],
    claims: 'answer',
    at: isFhir,
    requests: samples,
    judge: (_asked, endpoint, all) =>
      onSuccess(all, (exchange, value) => {
        const { fhirType, answer: promised } = endpoint;
        if (isObject(value) && value.resourceType === fhirType)
          return judgeRecordId(exchange, value, all, endpoint);
        const facts = { ...resourceFacts(value), expected: `a FHIR ${fhirType}` };
        return failKind(exchange, value, 'wrong-fhir-type', facts, promised);
      }),
  }),
  defineCheck({
    id: 'fhir.valid',
    title: 'returns valid FHIR',
    requirements: ['RESOURCE-11'],
    at: isFhir,
    requests: samples,
    after: ['fhir.resource-type'],
    judge: (_asked, _endpoint, all) => onSuccess(all, judgeFhir),
  }),
];

function judgeFhir(exchange: Exchange): Judgement | undefined {
  const report = exchange.answer?.fhir;
  if (report === undefined) return leaveOpen(exchange, 'its body was not read as FHIR');
  if (report.valid) return undefined;
  const release =
    report.release === undefined ? {} : { release: releasePhrase(report.release, report.issues) };
  const issues = issueGroups(report.issues);
  const omitted =
    report.omittedIssues === 0 ? {} : { detail: `${report.omittedIssues} more issues are not kept` };
  return fail(exchange, 'fhir-invalid', { received: errorPhrase(issues), issues, ...release, ...omitted });
}

/**
 * "judged by 5.0.0; only FHIR 5.0.0 defines ArtifactAssessment": the release of the root and the reason, or that of an
 * entry.
 */
function releasePhrase(release: FhirRelease, issues: readonly FhirIssue[]): string {
  const why = issues.find(({ whyRelease }) => whyRelease !== undefined)?.whyRelease;
  const clause = why === undefined ? '' : `; ${why.charAt(0).toLowerCase()}${why.slice(1, -1)}`;
  return `judged by ${release}${clause}`;
}

/** The most severe kinds of errors first: they hide the others until a reader corrects them. */
const levels: readonly IssueLevel[] = [
  'text',
  'structure',
  'choice',
  'primitive-format',
  'cardinality',
  'invariant',
  'reference',
  'binding',
];

/** "structure at project_id": the most severe kind of error, at any resource. */
function errorPhrase([first]: readonly FhirIssueGroup[]): string {
  const { level = 'structure', path = '' } = first ?? {};
  return `${level} at ${path.split('.').at(-1)}`;
}

/** Narratives come last: a client reads the data. */
function rankOf({ level, path }: FhirIssueGroup): number {
  return /\.(?:text|div)\b/.test(path) ? levels.length : levels.indexOf(level as IssueLevel);
}

/** The errors by kind and path, without indices, the most severe first. */
function issueGroups(issues: readonly FhirIssue[]): readonly FhirIssueGroup[] {
  const groups = new Map<string, FhirIssueGroup>();
  for (const { severity, level, path: at, message } of issues) {
    if (severity !== 'error') continue;
    const path = at.replaceAll(/\[\d+\]/g, '');
    const key = `${level} ${path}`;
    const first = groups.get(key) ?? { level, path, ...(at === path ? {} : { at }), message, count: 0 };
    groups.set(key, { ...first, count: first.count + 1 });
  }
  return [...groups.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** What came in place of a resource of the promised type: as data, and as a phrase. */
function resourceFacts(value: unknown): Pick<Facts, 'form' | 'received'> {
  if (!isObject(value)) return { form: jsonTypeOf(value), received: kindOf(value) };
  const { resourceType } = value;
  return typeof resourceType === 'string'
    ? { form: `resource ${resourceType}`, received: `a resource of type ${quote(resourceType)}` }
    : { form: 'object', received: 'an object without a resourceType' };
}
