import type { Topic } from '../../../contract/check.ts';
import { requirementsAt } from '../../../contract/check.ts';
import type { Endpoint } from '../../../contract/endpoints.ts';
import type { CheckCase } from '../../../contract/judge.ts';
import { requirements } from '../../../contract/requirements.ts';
import type { RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import type { TopicCheckCases } from './check-cases.ts';

/** What a test of a topic says, after the name of its endpoint. */
const titles: Readonly<Record<Topic, string>> = {
  availability: 'is there and answers with a documented status',
  auth: 'accepts valid keys and refuses all others',
  success: 'answers a success as documented',
  fhir: 'gives valid FHIR of the promised type',
  errors: 'answers errors as documented',
  users: 'tells about the owner of the key',
  import: 'imports a Bundle and answers bad ones as documented',
};

export function titleOf({ topic }: TopicCheckCases): string {
  return titles[topic];
}

export function tagOf({ topic }: TopicCheckCases): string {
  return `@${topic}`;
}

/** The annotation by which a test names one of its check cases. */
export function annotationOf({ check, endpoint }: CheckCase): {
  readonly type: string;
  readonly description: string;
} {
  return { type: 'check', description: `${check.id} at ${endpoint.id}: ${check.title}` };
}

/** The requirements that a test judges, each once. */
export function requirementAnnotations({
  endpoint,
  checkCases,
}: TopicCheckCases): readonly { type: string; description: string }[] {
  const ids = new Set(checkCases.flatMap(({ check }) => requirementsAt(endpoint as Endpoint, check)));
  return requirements
    .filter(({ id }) => ids.has(id))
    .map(({ id, statement }) => ({ type: 'requirement', description: `${id}: ${statement}` }));
}

/** One failed verdict as text: the sentence, what it rests on, how to repeat it. */
export function failureText(verdict: RecordedVerdict, { exchanges }: RunRecord): string {
  const exchange = exchanges.find(({ id }) => id === verdict.exchange);
  const lines = [
    verdict.message,
    `  check ${verdict.check}, requirements ${verdict.requirements.join(', ')}`,
  ];
  if (exchange !== undefined) lines.push(`  repeat: ${exchange.curl}`);
  return lines.join('\n');
}
