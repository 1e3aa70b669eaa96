import { createHash } from 'node:crypto';
import { quote } from '../contract/describe.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Answer, Exchange, JsonReading } from '../contract/exchange.ts';
import type { RequestForm } from '../contract/forms.ts';
import type { FhirRelease, FhirReport, FhirValidator } from '../fhir/index.ts';
import type { Sent } from './client.ts';
import type { Redaction } from './redaction.ts';
import type { HttpRequest } from './request.ts';

/** Bodies up to this size are kept whole; of larger ones only what is judged. */
const keptBytes = 1_000_000;
/** Bodies of FHIR endpoints above this size are read by the validator alone, off this thread. */
const outlinedBytes = 1_000_000;
/** What is kept of the beginning of a body, for people. */
const excerptCharacters = 600;
/** How many entries of a large list are kept. */
const keptEntries = 200;

export interface Examination {
  readonly redaction: Redaction;
  readonly fhir: FhirValidator;
  readonly fhirRelease?: FhirRelease;
  /** Reports by hash of the body: the same body is validated once. */
  readonly reports: Map<string, Promise<FhirReport>>;
  /** Keep every body whole. */
  readonly keepBodies: boolean;
}

/** Makes the record of an exchange but for its number: without secrets, read as JSON and, where FHIR is promised, as FHIR. */
export async function exchangeOf(
  endpoint: Endpoint,
  form: RequestForm,
  request: HttpRequest,
  sent: Sent,
  examination: Examination,
): Promise<Omit<Exchange, 'id'>> {
  const { redaction } = examination;
  return {
    endpoint: endpoint.id,
    form,
    method: request.method,
    url: redaction.parts(request.shownUrl),
    curl: redaction.parts(request.curl),
    ...(sent.answer === undefined
      ? {}
      : { answer: await readAnswer(endpoint, form, sent.answer, examination) }),
    ...(sent.failure === undefined ? {} : { failure: sent.failure }),
    throttled: sent.throttled,
    startedAt: sent.startedAt.toISOString(),
    phasesMs: sent.phasesMs,
    ...(sent.certificateExpiresAt === undefined ? {} : { certificateExpiresAt: sent.certificateExpiresAt }),
  };
}

/** Reads an answer: without secrets, as JSON and, where FHIR is promised, as FHIR. */
export async function readAnswer(
  endpoint: Endpoint,
  form: RequestForm,
  { status, headers, body }: NonNullable<Sent['answer']>,
  examination: Examination,
): Promise<Answer> {
  const { redaction, keepBodies } = examination;
  const decodedText = decodeText(body, headers['content-type']);
  const text = redaction.whole(decodedText.text);
  const isFhir =
    endpoint.fhirType !== undefined && form.method === undefined && (status === 200 || status === 201);
  const fhir = isFhir ? await validated(text, endpoint, examination) : undefined;
  return {
    status,
    headers: redaction.deep(headers),
    bytes: body.length,
    json: decodedText.fault === undefined ? readJson(text, fhir) : { ok: false, reason: decodedText.fault },
    excerpt: redaction.parts(text.slice(0, excerptCharacters)),
    ...(keepBodies || body.length <= keptBytes ? { text } : {}),
    ...(fhir === undefined ? {} : { fhir }),
  };
}

function validated(
  text: string,
  { fhirType }: Endpoint,
  { fhir, fhirRelease, reports }: Examination,
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

/** Reads a body as the character set that it declares, or as UTF-8, which JSON has otherwise. */
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
      // An unknown character set, or bytes that are none of its text: the next one is tried.
    }
  }
  return { text: body.toString('utf8'), fault: 'its bytes are not valid UTF-8' };
}

/** Reads a body as JSON. Of a large one only an outline is kept. */
function readJson(text: string, fhir: FhirReport | undefined): JsonReading {
  if (text.trim() === '') return { ok: false, reason: 'it is empty' };
  if (fhir !== undefined && text.length > outlinedBytes && fhir.resourceType !== undefined) {
    return { ok: true, value: { resourceType: fhir.resourceType } };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: text.length > keptBytes ? outlineOf(value) : value };
  } catch {
    return { ok: false, reason: `it begins with ${quote(text.slice(0, 40))}` };
  }
}

/** The first entries of every list at the root or right below it. */
function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, keptEntries);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, keptEntries)
      .map(([name, item]) => [name, Array.isArray(item) ? item.slice(0, keptEntries) : item]),
  );
}
