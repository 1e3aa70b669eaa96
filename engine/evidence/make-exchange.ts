import { createHash, webcrypto } from 'node:crypto';
import type { Endpoint } from '../../contract/document/endpoints.ts';
import type { Answer, Exchange } from '../../contract/judging/exchange.ts';
import type { SentRequest } from '../../contract/judging/request.ts';
import type { ReadingLimits } from '../../contract/limits.ts';
import type { FhirRelease } from '../../fhir/index.ts';
import type { HttpRequest } from '../http/make-request.ts';
import type { ReceivedAnswer, Sent } from '../http/sent.ts';
import { once } from '../once.ts';
import type { BodyReader } from './body-reader.ts';
import { type BodyReading, readable, unreadBody } from './read-answer-body.ts';
import { cleaned, redactHeaders, type SecretsRedaction } from './redaction.ts';

export interface ExchangeContext {
  readonly redaction: SecretsRedaction;
  readonly bodies: BodyReader;
  readonly limits: ReadingLimits;
  readonly fhirRelease?: FhirRelease;
  /** Readings by their options, including the body's hash, so that identical bodies are read once. */
  readonly readings: Map<string, Promise<BodyReading>>;
  /** Keep bodies up to this size as a whole. */
  readonly keepBodiesUpToBytes: number;
  /** Ends pending work. */
  readonly signal?: AbortSignal;
}

/** Makes an exchange without its id: redacted, with its body parsed as JSON and, if FHIR is promised, validated. */
export async function makeExchange(
  endpoint: Endpoint,
  request: SentRequest,
  httpRequest: HttpRequest,
  sent: Sent,
  context: ExchangeContext,
): Promise<Omit<Exchange, 'id'>> {
  const { redaction } = context;
  const { answer, failure, startedAt, hasReceivedHead: _, release: __, ...facts } = sent;
  const { method, shownUrl, curl } = httpRequest;
  const read = answer === undefined ? undefined : await readAnswer(endpoint, request, answer, context);
  const undecoded = failure === undefined ? {} : { json: { ok: false, reason: failure.reason } as const };
  return {
    endpoint: endpoint.id,
    request,
    method,
    ...cleaned(redaction, 'parts', (clean) => ({
      url: clean(shownUrl),
      curl: clean(curl),
      ...(failure === undefined ? {} : { failure: { ...failure, reason: clean(failure.reason) } }),
    })),
    ...(read === undefined ? {} : { answer: { ...read, ...undecoded } }),
    startedAt: startedAt.toISOString(),
    ...facts,
  };
}

/** Reads an answer: redacts it, parses it as JSON and, if FHIR is promised, validates it. */
export async function readAnswer(
  endpoint: Endpoint,
  request: SentRequest,
  { status, headers, body, bytes, unread }: ReceivedAnswer,
  context: ExchangeContext,
): Promise<Answer> {
  const isFhir =
    endpoint.fhirType !== undefined && request.method === undefined && (status === 200 || status === 201);
  const { bodies, fhirRelease, keepBodiesUpToBytes, limits, readings, redaction, signal } = context;
  const contentType = headers['content-type'];
  const digest = await digestOf(body);
  const options = {
    ...(contentType === undefined ? {} : { contentType }),
    digest,
    ...(isFhir && { fhir: { expectType: endpoint.fhirType, ...(fhirRelease && { release: fhirRelease }) } }),
    keepText: bytes <= keepBodiesUpToBytes,
    limits,
  };
  const read = (): Promise<BodyReading> => bodies.read(body, options, redaction, signal);
  const reading =
    unread === undefined ? await once(readings, JSON.stringify(options), read) : unreadBody(unread);
  return {
    status,
    headers: cleaned(redaction, 'whole', (clean) => redactHeaders(headers, (text) => clean(readable(text)))),
    bytes,
    digest,
    ...reading,
  };
}

/** Bodies up to this size are hashed synchronously: a system thread would take longer to wake. */
const synchronousHashBytes = 256_000;

async function digestOf(body: Buffer): Promise<string> {
  if (body.length <= synchronousHashBytes) return createHash('sha256').update(body).digest('base64');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('base64');
}
