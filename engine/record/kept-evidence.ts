import { classify, isClientError } from '../../contract/answers.ts';
import type { Need } from '../../contract/check.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { readingLimitsOf } from '../../contract/limits.ts';
import { requestSpecId, unknownPath } from '../../contract/request.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { defaults, hasNeed, type Installation } from '../configuration/installation.ts';
import type { AbortReason } from '../evidence/abort-reason.ts';
import type { BodyReader } from '../evidence/body-reader.ts';
import type { CollectedEvidence, Diagnosis } from '../evidence/collected-evidence.ts';
import { hide } from '../evidence/hidden.ts';
import { type ExchangeContext, readAnswer } from '../evidence/make-exchange.ts';
import { type Clean, redactFhirReport, redactHeaders, redactReading } from '../evidence/redact-fields.ts';
import type { Redaction } from '../evidence/redaction.ts';
import type { Counts } from '../http/client.ts';
import type { RunRecord } from './run-record.ts';

/** The whole exchanges of a run, which can be judged again without a network. Free of secrets. */
export interface KeptEvidence {
  readonly formatVersion: 2;
  readonly installation: { readonly name: string; readonly baseUrl: string };
  readonly tier: RunRecord['tier'];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly needs: readonly Need[];
  readonly exchanges: readonly Exchange[];
  readonly diagnosis?: Diagnosis;
  readonly abortReason?: AbortReason;
  readonly counts: Readonly<Counts>;
}

/** The format of earlier versions of this suite: the same with other names. */
interface KeptEvidenceOfVersion1
  extends Omit<KeptEvidence, 'formatVersion' | 'exchanges' | 'diagnosis' | 'abortReason'> {
  readonly formatVersion: 1;
  readonly exchanges: readonly (Omit<Exchange, 'request'> & { readonly form: Exchange['request'] })[];
  readonly finding?: Diagnosis;
  readonly halt?: AbortReason;
}

/** Converts kept evidence of any version to the current one; undefined if the value is not kept evidence. */
export function asKeptEvidence(value: unknown): KeptEvidence | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('exchanges' in value) || !Array.isArray(value.exchanges)) return undefined;
  const kept = value as KeptEvidence | KeptEvidenceOfVersion1;
  if (kept.formatVersion === 2) return kept;
  if (kept.formatVersion !== 1) return undefined;
  const { finding, halt, exchanges, ...rest } = kept;
  return {
    ...rest,
    formatVersion: 2,
    exchanges: exchanges.map(({ form, ...exchange }) => ({ ...exchange, request: form })),
    ...(finding === undefined ? {} : { diagnosis: finding }),
    ...(halt === undefined ? {} : { abortReason: halt }),
  };
}

const allNeeds: readonly Need[] = ['second-key', 'revoked-key', 'imports', 'mixed-case-key'];

/** Makes what `KEEP_EVIDENCE` writes, without what can be derived from a body: its JSON and its FHIR report. */
export function keepEvidence(
  collected: CollectedEvidence,
  record: RunRecord,
  installation: Installation,
  redaction: Redaction,
): KeptEvidence {
  const diagnosis = collected.diagnosis();
  const abortReason = collected.abortReason();
  const clean = redaction.parts;
  return {
    formatVersion: 2,
    installation: record.installation,
    tier: record.tier,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt,
    needs: allNeeds.filter((need) => hasNeed(installation, need)),
    exchanges: collected.exchanges().map((exchange) => keptExchange(exchange, clean)),
    ...(diagnosis === undefined ? {} : { diagnosis: { ...diagnosis, cause: clean(diagnosis.cause) } }),
    ...(abortReason === undefined
      ? {}
      : { abortReason: { ...abortReason, reason: clean(abortReason.reason) } }),
    counts: collected.counts,
  };
}

/** An exchange with its body, or with its readings where the body could not be read again without the secrets. */
function keptExchange(exchange: Exchange, clean: Clean): Exchange {
  if (exchange.answer === undefined) return exchange;
  const { text: given, fhir, json, ...answer } = exchange.answer;
  const shown = { ...answer, headers: redactHeaders(answer.headers, clean) };
  const text = given === undefined ? undefined : clean(given);
  // A secret of digits may have been a number of the body, which is no JSON without it.
  if (text !== undefined && (text === given || !json.ok || isJson(text)))
    return { ...exchange, answer: { ...shown, json: { ok: true, value: null }, text } };
  return {
    ...exchange,
    answer: {
      ...shown,
      json: redactReading(json, clean),
      ...(fhir === undefined ? {} : { fhir: redactFhirReport(fhir, clean) }),
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Prepares kept evidence for judging: parses its bodies as JSON and validates them as FHIR again. */
export async function readKeptEvidence(
  kept: KeptEvidence,
  bodies: BodyReader,
  fhirRelease?: FhirRelease,
): Promise<CollectedEvidence> {
  const context: ExchangeContext = {
    hidden: hide([]),
    bodies,
    limits: readingLimitsOf(defaults),
    readings: new Map(),
    ...(fhirRelease === undefined ? {} : { fhirRelease }),
    keepBodies: true,
  };
  const exchanges = await Promise.all(kept.exchanges.map((exchange) => readAgain(exchange, context)));
  const byRequest = byRequestOf(exchanges);
  const { diagnosis, abortReason } = kept;
  return {
    counts: { ...kept.counts, flaky: kept.counts.flaky ?? 0 },
    exchanges: () => exchanges,
    diagnosis: () => diagnosis,
    abortReason: () => abortReason,
    evidence: () => ({
      ...(diagnosis === undefined ? {} : { obstacle: diagnosis.cause }),
      has: (need) => kept.needs.includes(need),
      of: (endpoint: Endpoint, request) => {
        const isOdd = endpoint.kind === 'unstated' && request.path === unknownPath.path;
        return byRequest.get(`${isOdd ? 'GET /api/v3/projects' : endpoint.id} ${requestSpecId(request)}`);
      },
    }),
  };
}

async function readAgain(exchange: Exchange, context: ExchangeContext): Promise<Exchange> {
  const { answer } = exchange;
  if (answer?.text === undefined) return exchange;
  const body = Buffer.from(answer.text);
  const sent = { status: answer.status, headers: answer.headers, body, bytes: answer.bytes };
  return {
    ...exchange,
    answer: await readAnswer(endpointOf(exchange.endpoint), exchange.request, sent, context),
  };
}

/**
 * Indexes exchanges by request. A list that was requested with and without its project is judged as in `lists.ts`: by
 * the answer with the project, if the other is not a success and this one is not a client error. A record that was
 * requested by several ids is judged as in `records.ts`: by the first success, or else by the first answer.
 */
function byRequestOf(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const found = new Map<string, Exchange>();
  const imports = 'POST /api/v3/fhir_imports';
  for (const exchange of exchanges) {
    const { setback } = exchange.request;
    if (setback !== undefined) {
      found.set(`${exchange.endpoint} ${requestSpecId({ key: 'header', setback })}`, exchange);
      continue;
    }
    const isRead = exchange.request.id === 'created';
    const key = `${isRead ? imports : exchange.endpoint} ${requestSpecId(exchange.request)}`;
    const earlier = found.get(key);
    const isRecord = exchange.endpoint.endsWith('/:id');
    if (earlier !== undefined && (classify(earlier) === 'success' || isClientError(exchange))) continue;
    if (earlier !== undefined && isRecord && classify(exchange) !== 'success') continue;
    found.set(key, exchange);
    if (earlier !== undefined && !isRecord)
      found.set(`${exchange.endpoint} ${requestSpecId({ ...earlier.request, unscoped: true })}`, earlier);
  }
  return found;
}
