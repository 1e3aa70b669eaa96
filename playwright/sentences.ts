import { requirementsAt, type Topic } from '../contract/checks/check.ts';
import { requirements } from '../contract/document/requirements.ts';
import { keyPhrase } from '../contract/judging/describe.ts';
import type { CheckCase } from '../contract/judging/judge.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import type { TestFinding } from './broker/test-findings.ts';
import { type CheckCaseName, checkCaseOf, type TopicCheckCases } from './check-cases.ts';

/** The title of each topic's test, after the name of its endpoint. */
const titles: Readonly<Record<Topic, string>> = {
  availability: 'exists and answers with a documented status',
  auth: 'accepts valid keys and refuses all others',
  success: 'answers a success as documented',
  fhir: 'returns valid FHIR of the promised type',
  errors: 'answers errors as documented',
  users: 'shows the owner of the key',
  import: 'imports a Bundle and answers invalid ones as documented',
};

/** How a test refers to another: "GET /api/v3/users (auth)". */
export function testNameOf([name]: readonly CheckCaseName[]): string {
  const topic = name === undefined ? undefined : checkCaseOf(name)?.check.topic;
  return `${name?.endpoint} (${topic})`;
}

export function titleOf({ topic }: TopicCheckCases): string {
  return titles[topic];
}

type Annotation = { type: string; description: string };

/** The annotation that names a check case of a test. */
export function annotationOf({ check, endpoint }: CheckCase): Annotation {
  return { type: 'check', description: `${check.id} at ${endpoint.id}: ${check.title}` };
}

/** The requirements that a test judges, without duplicates. */
export function requirementAnnotations({ endpoint, checkCases }: TopicCheckCases): readonly Annotation[] {
  const ids = new Set(checkCases.flatMap(({ check }) => requirementsAt(endpoint, check)));
  return requirements
    .filter(({ id }) => ids.has(id))
    .map(({ id, statement }) => ({ type: 'requirement', description: `${id}: ${statement}` }));
}

/** Links to each broken requirement of a test in the annotated document. */
export function documentAnnotations({ verdicts }: RunRecord, document: string): readonly Annotation[] {
  const broken = verdicts.filter(({ outcome }) => outcome === 'fail').flatMap((one) => one.requirements);
  return [...new Set(broken)].map((id) => ({ type: 'document', description: `${document}#${id}` }));
}

/** The title of the step that shows a verdict: "fail: auth.no-key-rejected refuses a request without a key". */
export function stepTitle(verdict: RecordedVerdict): string {
  const { outcome, known, check } = verdict;
  const shown = outcome === 'fail' && known !== undefined ? 'known failure' : outcome;
  return `${shown}: ${check} ${checkCaseOf(verdict)?.check.title ?? ''}`;
}

/** The name under which an exchange is attached: "GET /api/v3/users with a wrong key in the header.json". */
export function attachmentName(
  exchange: RecordedExchange,
  all: readonly Pick<RecordedExchange, 'endpoint' | 'key'>[],
): string {
  const { endpoint, key, id } = exchange;
  const isOneOfSeveral = all.filter((one) => one.endpoint === endpoint && one.key === key).length > 1;
  return `${endpoint} ${keyPhrase(key)}${isOneOfSeveral ? ` (${id})` : ''}.json`;
}

/** A finding that this test reports: its headline, its sentence and endpoints, then its failures here. */
export function findingText(
  { headline, sentence, endpoints, failures, advice }: TestFinding,
  record: RunRecord,
): string {
  const own = record.verdicts.filter((verdict) =>
    failures.some(({ check, endpoint }) => check === verdict.check && endpoint === verdict.endpoint),
  );
  const texts = own.map((verdict) => failureText(verdict, record));
  const todo = advice === undefined ? [] : [`  to do: ${advice}`];
  if (own.length === 1 && own[0]?.message === sentence) return [`${headline}:`, ...texts, ...todo].join('\n');
  return [`${headline}: ${sentence}`, `  endpoints: ${endpoints.join(', ')}`, ...texts, ...todo].join('\n');
}

/** A finding that another test reports, in one sentence. */
export function referenceText({ sentence, reportedBy }: TestFinding): string {
  return `One finding with what the test ${reportedBy} reports: ${sentence}`;
}

/** A failed verdict as text: the message, the check and its requirements, and a command that repeats the request. */
export function failureText(verdict: RecordedVerdict, { exchanges }: RunRecord): string {
  const exchange = exchanges.find(({ id }) => id === verdict.exchange);
  const lines = [
    verdict.message,
    `  check ${verdict.check}, requirements ${verdict.requirements.join(', ')}`,
  ];
  if (exchange !== undefined) lines.push(`  repeat: ${exchange.curl}`);
  return lines.join('\n');
}
