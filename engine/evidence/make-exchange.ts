import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Answer, Exchange, Failure, JsonReading } from '../../contract/exchange.ts';
import type { RequestSpec } from '../../contract/request.ts';
import type { FhirRelease, FhirReport, FhirValidator } from '../../fhir/index.ts';
import { ExchangeLimit, failureOf } from '../http/failures.ts';
import type { HttpRequest } from '../http/make-request.ts';
import type { ReceivedAnswer, Sent } from '../http/sent.ts';
import { demandReadable, readJson } from './read-json.ts';
import { redactFailure, redactFhirReport, redactHeaders } from './redact-fields.ts';
import type { Redaction } from './redaction.ts';

/** Bodies up to this size are kept whole; of larger ones only what checks need. */
const keptBytes = 250_000;
/** FHIR bodies above this size are parsed only by the validator, which runs in another thread. */
const outlinedBytes = 1_000_000;
/** The length of the excerpt from the beginning of a body. */
const excerptCharacters = 600;

export interface ExchangeContext {
  readonly redaction: Redaction;
  readonly fhir: FhirValidator;
  readonly fhirRelease?: FhirRelease;
  /** Reports by hash of the body, so that the same body is validated once. */
  readonly reports: Map<string, Promise<FhirReport>>;
  /** Keep every body whole. */
  readonly keepBodies: boolean;
}

/** Makes an exchange without its id: redacted, with its body parsed as JSON and, where FHIR is promised, validated. */
export async function makeExchange(
  endpoint: Endpoint,
  request: RequestSpec,
  httpRequest: HttpRequest,
  sent: Sent,
  context: ExchangeContext,
): Promise<Omit<Exchange, 'id'>> {
  const { redaction } = context;
  const seen = await see(endpoint, request, sent, context);
  return {
    endpoint: endpoint.id,
    request,
    method: httpRequest.method,
    url: redaction.parts(httpRequest.shownUrl),
    curl: redaction.parts(httpRequest.curl),
    ...(seen.failure === undefined ? {} : { failure: redactFailure(seen.failure, redaction.parts) }),
    ...(seen.answer === undefined ? {} : { answer: seen.answer }),
    throttled: sent.throttled,
    startedAt: sent.startedAt.toISOString(),
    phasesMs: sent.phasesMs,
    ...(sent.certificateExpiresAt === undefined ? {} : { certificateExpiresAt: sent.certificateExpiresAt }),
  };
}

/** Reads the answer. One that exceeds our limits is a failure. */
async function see(
  endpoint: Endpoint,
  request: RequestSpec,
  { answer, failure }: Sent,
  context: ExchangeContext,
): Promise<{ readonly answer?: Answer; readonly failure?: Failure }> {
  if (answer === undefined) return failure === undefined ? {} : { failure };
  try {
    return { answer: await readAnswer(endpoint, request, answer, context) };
  } catch (thrown) {
    if (thrown instanceof ExchangeLimit) return { failure: failureOf(thrown) };
    throw thrown;
  }
}

/** Reads an answer: redacts it, parses it as JSON and, where FHIR is promised, validates it. */
export async function readAnswer(
  endpoint: Endpoint,
  request: RequestSpec,
  { status, headers, body }: ReceivedAnswer,
  context: ExchangeContext,
): Promise<Answer> {
  const { redaction, keepBodies } = context;
  const { text, fault } = decodeText(body, headers['content-type']);
  demandReadable(text);
  const isFhir =
    endpoint.fhirType !== undefined && request.method === undefined && (status === 200 || status === 201);
  const fhir = isFhir ? await validated(text, endpoint, context) : undefined;
  const excerpt = redaction.parts(beginningOf(text));
  return {
    status,
    headers: redactHeaders(readableHeaders(headers), redaction.whole),
    bytes: body.length,
    json: fault === undefined ? read(text, excerpt, fhir, redaction) : { ok: false, reason: fault },
    excerpt,
    ...(keepBodies || body.length <= keptBytes ? { text: redaction.whole(text) } : {}),
    ...(fhir === undefined ? {} : { fhir: redactFhirReport(fhir, redaction.whole) }),
  };
}

/** The beginning of a body, as a copy: a slice would keep the whole body in memory. */
function beginningOf(text: string): string {
  return Buffer.from(readable(text.slice(0, excerptCharacters))).toString();
}

/** Replaces control and direction characters, since these texts get into messages. */
function readable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u{fffd}');
}

function readableHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, readable(value)]));
}

function validated(
  text: string,
  { fhirType }: Endpoint,
  { fhir, fhirRelease, reports }: ExchangeContext,
): Promise<FhirReport> {
  const hash = createHash('sha256').update(text).digest('base64');
  const known = reports.get(hash);
  if (known !== undefined) return known;
  const report = fhir.validate(text, {
    ...(fhirRelease === undefined ? {} : { release: fhirRelease }),
    ...(fhirType === undefined ? {} : { expectType: fhirType }),
  });
  reports.set(hash, report);
  return report;
}

/** Decodes a body with its declared character set, or else as UTF-8, the default of JSON. */
function decodeText(
  body: Buffer,
  contentType: string | undefined,
): { readonly text: string; readonly fault?: string } {
  const declared = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  for (const charset of [declared, 'utf-8']) {
    if (charset === undefined) continue;
    try {
      return { text: new TextDecoder(charset, { fatal: true }).decode(body) };
    } catch {
      // An unknown character set, or bytes that are invalid in it: try the next one.
    }
  }
  return { text: body.toString('utf8'), fault: 'its bytes are not valid UTF-8' };
}

function read(
  text: string,
  excerpt: string,
  fhir: FhirReport | undefined,
  redaction: Redaction,
): JsonReading {
  if (fhir?.resourceType !== undefined && text.length > outlinedBytes) {
    return { ok: true, value: { resourceType: fhir.resourceType } };
  }
  return readJson(text, excerpt, redaction.whole);
}
