import { isClientError, standingOf } from '../../contract/answers.ts';
import type { Need } from '../../contract/check.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { formId } from '../../contract/request.ts';
import type { FhirValidator } from '../../fhir/index.ts';
import { type Installation, secretsOf } from '../configuration/installation.ts';
import type { Counts } from '../http/client.ts';
import type { Findings } from '../record/make-record.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Finding } from '../run/diagnose.ts';
import { hasNeed } from '../run/plan.ts';
import type { Halt } from '../run/session.ts';
import { type Examination, readAnswer } from './make-exchange.ts';
import { redactionOf } from './redaction.ts';

/** Whole exchanges of a run, which can be judged again without a network. Free of secrets. */
export interface KeptEvidence {
  readonly formatVersion: 1;
  readonly installation: { readonly name: string; readonly baseUrl: string };
  readonly tier: RunRecord['tier'];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly needs: readonly Need[];
  readonly exchanges: readonly Exchange[];
  readonly finding?: Finding;
  readonly halt?: Halt;
  readonly counts: Readonly<Counts>;
}

const allNeeds: readonly Need[] = ['second-key', 'revoked-key', 'imports'];

/** Makes what `KEEP_EVIDENCE` writes. What can be read anew from a body (its JSON, its FHIR report) is left out. */
export function keepEvidence(
  findings: Findings,
  record: RunRecord,
  installation: Installation,
): KeptEvidence {
  const finding = findings.finding();
  const halt = findings.halt();
  const kept: KeptEvidence = {
    formatVersion: 1,
    installation: record.installation,
    tier: record.tier,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt,
    needs: allNeeds.filter((need) => hasNeed(installation, need)),
    exchanges: findings.exchanges().map(withoutReadings),
    ...(finding === undefined ? {} : { finding }),
    ...(halt === undefined ? {} : { halt }),
    counts: findings.counts,
  };
  return redactionOf(secretsOf(installation)).deep(kept);
}

function withoutReadings(exchange: Exchange): Exchange {
  if (exchange.answer?.text === undefined) return exchange;
  const { fhir: _, ...answer } = exchange.answer;
  return { ...exchange, answer: { ...answer, json: { ok: true, value: null } } };
}

/** Reads kept evidence for judging: bodies are read as JSON and validated as FHIR anew. */
export async function findingsOf(kept: KeptEvidence, fhir: FhirValidator): Promise<Findings> {
  const nothingSecret = redactionOf([]);
  const examination: Examination = { redaction: nothingSecret, fhir, reports: new Map(), keepBodies: true };
  const exchanges = await Promise.all(kept.exchanges.map((exchange) => readAgain(exchange, examination)));
  const byRequest = byRequestOf(exchanges);
  const { finding, halt } = kept;
  return {
    counts: kept.counts,
    exchanges: () => exchanges,
    finding: () => finding,
    halt: () => halt,
    evidence: () => ({
      ...(finding === undefined ? {} : { obstacle: finding.cause }),
      has: (need) => kept.needs.includes(need),
      of: (endpoint: Endpoint, form) => byRequest.get(`${endpoint.id} ${formId(form)}`),
    }),
  };
}

async function readAgain(exchange: Exchange, examination: Examination): Promise<Exchange> {
  const { answer } = exchange;
  if (answer?.text === undefined) return exchange;
  const body = Buffer.from(answer.text);
  const sent = { status: answer.status, headers: answer.headers, body };
  return {
    ...exchange,
    answer: await readAnswer(endpointOf(exchange.endpoint), exchange.form, sent, examination),
  };
}

/**
 * Finds exchanges by their request. A list that was asked twice, plainly and with its project, is judged by what
 * `lists.ts` settled on: its project's answer where the plain one was a refusal and the other one more than that.
 */
function byRequestOf(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const found = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const key = `${exchange.endpoint} ${formId(exchange.form)}`;
    const earlier = found.get(key);
    if (earlier !== undefined && (standingOf(earlier) === 'success' || isClientError(exchange))) continue;
    found.set(key, exchange);
    if (earlier !== undefined)
      found.set(`${exchange.endpoint} ${formId({ ...earlier.form, unscoped: true })}`, earlier);
  }
  return found;
}
