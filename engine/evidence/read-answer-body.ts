import type { Answer } from '../../contract/exchange.ts';
import { limits, type ReadingLimits } from '../../contract/limits.ts';
import type { FhirReport, ValidateOptions } from '../../fhir/index.ts';
import type { ValidateBody } from '../../fhir/node.ts';
import { withoutInvisible } from './invisible.ts';
import { beyondJsonLimits, readJson } from './read-json.ts';
import { redactFhirReport } from './redact-fields.ts';
import type { Redaction } from './redaction.ts';

/** A body, and what is to be known of it. */
export interface ReadingOptions {
  readonly contentType?: string;
  /** Present where the body is promised to be a FHIR resource. */
  readonly fhir?: ValidateOptions;
  /** Keep the body whole, whatever its size. */
  readonly keepText: boolean;
  readonly limits: ReadingLimits;
}

/** What was read of a body. Free of secrets. */
export type BodyReading = Pick<Answer, 'json' | 'excerpt' | 'text' | 'fhir' | 'unread'>;

/** FHIR bodies above this size are parsed only by the validator. */
const outlinedCharacters = 1_000_000;

/**
 * Reads a body: decodes its text, redacts it, parses it as JSON and, where FHIR is promised, validates it. Pure; its time
 * and memory grow with the body, so that `BodyReader` calls it in the place that the size of the body allows.
 */
export function readAnswerBody(
  body: Uint8Array,
  options: ReadingOptions,
  redaction: Redaction,
  validate: ValidateBody,
): BodyReading {
  const { text, fault } = decodeText(body, options.contentType);
  const excerpt = readable(redaction.parts(beginningOf(text)));
  const beyond = beyondJsonLimits(text, options.limits);
  if (beyond !== undefined) return unreadBody(beyond, excerpt);
  const fhir =
    options.fhir === undefined ? undefined : validate(fault === undefined ? text : body, options.fhir);
  return {
    json: fault === undefined ? read(text, excerpt, fhir, redaction) : { ok: false, reason: fault },
    excerpt,
    ...(options.keepText ? { text: redaction.whole(text) } : {}),
    ...(fhir === undefined ? {} : { fhir: redactFhirReport(fhir, redaction.whole) }),
  };
}

/** Decodes a body with its declared character set, or else as UTF-8, the default of JSON. */
function decodeText(
  body: Uint8Array,
  contentType: string | undefined,
): { readonly text: string; readonly fault?: string } {
  const declared = /charset\s{0,9}=\s{0,9}"?([\w-]{1,40})/i.exec(contentType ?? '')?.[1];
  for (const charset of [declared, 'utf-8']) {
    if (charset === undefined) continue;
    try {
      return { text: new TextDecoder(charset, { fatal: true }).decode(body) };
    } catch {
      // An unknown character set, or bytes that are invalid in it: try the next one.
    }
  }
  return { text: new TextDecoder().decode(body), fault: 'its bytes are not valid UTF-8' };
}

/** A body beyond our limits. */
export function unreadBody(reason: string, excerpt = ''): BodyReading {
  return { json: { ok: false, reason: 'it was not read' }, excerpt, unread: reason };
}

/** The beginning of a body, as a copy: a slice would keep the whole body in memory. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, limits.excerpt.value)).toString();
}

/** Replaces control and direction characters and removes invisible ones, since these texts get into messages. */
export function readable(text: string): string {
  return withoutInvisible(text.replace(/[^\P{C}\n\t]/gu, '\u{fffd}'));
}

function read(
  text: string,
  excerpt: string,
  fhir: FhirReport | undefined,
  redaction: Redaction,
): Answer['json'] {
  if (fhir?.resourceType !== undefined && text.length > outlinedCharacters) {
    return { ok: true, value: { resourceType: fhir.resourceType } };
  }
  return readJson(text, excerpt, redaction.whole);
}
