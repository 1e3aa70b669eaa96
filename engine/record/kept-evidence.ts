import { endpointOf } from '../../contract/document/endpoints.ts';
import { isObject } from '../../contract/judging/answers.ts';
import type { Exchange, NotAsked } from '../../contract/judging/exchange.ts';
import { readingLimitsOf } from '../../contract/limits.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import { defaults } from '../configuration/installation.ts';
import type { BodyReader } from '../evidence/body-reader.ts';
import { type CollectedEvidence, withEvidence } from '../evidence/collected-evidence.ts';
import { type ExchangeContext, readAnswer } from '../evidence/make-exchange.ts';
import {
  type Clean,
  type Redaction,
  redactFhirReport,
  redactHeaders,
  redactionOf,
  redactReading,
} from '../evidence/redaction.ts';
import type { RunRecord } from './run-record.ts';

/** The whole exchanges of a run, which can be judged again without a network. Free of secrets. */
export interface KeptEvidence
  extends Pick<RunRecord, 'installation' | 'tier' | 'startedAt' | 'finishedAt'>,
    Omit<CollectedEvidence, 'evidence' | 'notAsked'> {
  readonly formatVersion: 3;
  readonly notAsked: Readonly<Record<string, NotAsked>>;
}

/** The value as kept evidence; undefined if it is something else, or from an earlier version of this suite. */
export function asKeptEvidence(value: unknown): KeptEvidence | undefined {
  const isKept = isObject(value) && value.formatVersion === 3 && Array.isArray(value.exchanges);
  return isKept ? (value as unknown as KeptEvidence) : undefined;
}

/**
 * Creates the content that `KEEP_EVIDENCE` writes, without what can be derived from a body: its JSON and its FHIR
 * report.
 */
export function keepEvidence(
  { exchanges, notAsked, diagnosis, abortReason, counts, needs }: CollectedEvidence,
  record: RunRecord,
  redaction: Redaction,
): KeptEvidence {
  const clean = redaction.parts;
  return {
    formatVersion: 3,
    installation: record.installation,
    tier: record.tier,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt,
    needs,
    exchanges: exchanges.map((exchange) => keptExchange(exchange, clean)),
    notAsked: Object.fromEntries(
      [...notAsked].map(([key, one]) => [key, { ...one, notAsked: clean(one.notAsked) }]),
    ),
    ...(diagnosis && { diagnosis: { ...diagnosis, cause: clean(diagnosis.cause) } }),
    ...(abortReason && { abortReason: { ...abortReason, reason: clean(abortReason.reason) } }),
    counts,
  };
}

/**
 * An exchange with its body; its readings are kept only if they cannot be reproduced from the text, which may be
 * redacted or binary.
 */
function keptExchange(exchange: Exchange, clean: Clean): Exchange {
  if (exchange.answer === undefined) return exchange;
  const { text: given, fhir, json, ...answer } = exchange.answer;
  const shown = { ...answer, headers: redactHeaders(answer.headers, clean) };
  const text = given === undefined ? undefined : clean(given);
  // A secret of digits may have been a number in the body, which is invalid JSON without it.
  if (text !== undefined && json.ok && (text === given || isJson(text)))
    return { ...exchange, answer: { ...shown, json: { ...json, value: null }, text } };
  const report = fhir === undefined ? {} : { fhir: redactFhirReport(fhir, clean) };
  const read = { ...shown, json: redactReading(json, clean), ...report };
  return { ...exchange, answer: json.ok || text === undefined ? read : { ...read, text } };
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
    redaction: redactionOf([]),
    bodies,
    limits: readingLimitsOf(defaults),
    readings: new Map(),
    ...(fhirRelease === undefined ? {} : { fhirRelease }),
    keepBodiesUpToBytes: Number.POSITIVE_INFINITY,
  };
  const exchanges = await Promise.all(kept.exchanges.map((exchange) => readAgain(exchange, context)));
  const notAsked = new Map(Object.entries(kept.notAsked));
  return withEvidence({ ...kept, exchanges, notAsked });
}

async function readAgain(exchange: Exchange, context: ExchangeContext): Promise<Exchange> {
  const { answer } = exchange;
  if (answer?.text === undefined || !answer.json.ok) return exchange;
  const body = Buffer.from(answer.text);
  const sent = { status: answer.status, headers: answer.headers, body, bytes: answer.bytes };
  const read = await readAnswer(endpointOf(exchange.endpoint), exchange.request, sent, context);
  const json = read.json.ok ? { ...answer.json, value: read.json.value } : read.json;
  return { ...exchange, answer: { ...read, digest: answer.digest, json } };
}
