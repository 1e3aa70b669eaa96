import type { FhirReport } from '../../fhir/index.ts';
import type { EndpointId } from '../document/endpoints.ts';
import { badBodies, type SentRequest } from './request.ts';

/** Why there was no complete answer. */
export type FailureKind =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too-large'
  | 'encoding';

/** Failures to connect: after an installation went away they are no fault of their endpoints. */
export const connectionFailures: readonly FailureKind[] = ['dns', 'refused', 'tls', 'proxy'];

export interface Failure {
  readonly kind: FailureKind;
  /** A clause that completes "the request ended because …". */
  readonly reason: string;
}

/** A body parsed as JSON. Only its outline is kept: enough for judging, in bounded memory. */
export type JsonReading =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** It begins with a byte order mark: RFC 8259 (8.1) allows readers to ignore it, and forbids sending it. */
      readonly hasMark?: true;
    }
  | { readonly ok: false; readonly reason: string };

export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded size of the body. */
  readonly bytes: number;
  readonly json: JsonReading;
  /** The beginning of the body, for display. */
  readonly excerpt: string;
  /** Equal for equal bodies. */
  readonly digest: string;
  /** The whole body, if evidence is kept. */
  readonly text?: string;
  /** Why this suite did not read the body, as a clause: the document states no sizes, so neither side is at fault. */
  readonly unread?: string;
  /** Present at endpoints that promise a FHIR resource, if the answer is a success. */
  readonly fhir?: FhirReport;
}

/**
 * Milliseconds of one exchange. Phases follow each other, and add up to the total of an answered one; those that did not
 * happen are left out, as on a reused connection.
 */
export interface Phases {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  /** From the established connection to the first byte of the answer. */
  readonly firstByte?: number;
  readonly transfer?: number;
  readonly total: number;
}

/** The properties of a connection. Unknown ones, as behind a proxy, are left out. */
export interface ConnectionFacts {
  readonly ipProtocol?: 4 | 6;
  /** From the status line of the first answer: `1.1`. */
  readonly httpVersion?: string;
  /** Such as `TLS 1.3`. */
  readonly tlsVersion?: string;
}

/** One request and its answer, or its network failure. Free of secrets. */
export interface Exchange {
  readonly id: string;
  readonly endpoint: EndpointId;
  readonly request: SentRequest;
  readonly method: string;
  /** Without any key. */
  readonly url: string;
  /** A command line that repeats the request; keys are shell variables in it. */
  readonly curl: string;
  /** The configuration names the id in the path. */
  readonly idIsPinned?: true;
  /** The list showed the id in the path as that of its entry. */
  readonly idIsListed?: true;
  readonly recordId?: string;
  /** Equal for imports of equal bodies. */
  readonly bundleHash?: string;
  /** Why the same request was sent again after this answer or failure, as a clause. The later exchange counts. */
  readonly sentAgain?: string;
  /** The exchange whose request this one repeats because a user's test asked for it. The earlier exchange counts. */
  readonly repeats?: string;
  readonly answer?: Answer;
  /** Alongside an answer: its body cannot be decoded. */
  readonly failure?: Failure;
  /** The answer asks the client to slow down: its status is 429 or one of `THROTTLE_STATUSES`. */
  readonly throttled: boolean;
  readonly startedAt: string;
  readonly phasesMs: Phases;
  /** Milliseconds for which this program was too busy to read arrived data; present if that falsifies the times. */
  readonly lagMs?: number;
  /** When the installation's certificate expires (ISO 8601), if the exchange opened a connection. */
  readonly certificateExpiresAt?: string;
  /** Present if the exchange opened a connection. */
  readonly connection?: ConnectionFacts;
}

/** True if the times of an exchange measure the installation: others are excluded from all figures. */
export function isTimed({ lagMs }: { readonly lagMs?: number }): boolean {
  return lagMs === undefined;
}

/** True for the last answer to a request, if it was throttled as well: the client gave up. */
export function isThrottledToTheEnd({ throttled, sentAgain }: Exchange): boolean {
  return throttled && sentAgain === undefined;
}

/** Why a request was not sent. */
export type NotAskedWhy =
  | 'list-failed'
  | 'list-throttled'
  | 'list-not-recognized'
  | 'list-empty'
  | 'no-id-in-list'
  | 'no-second-record'
  | 'no-other-form'
  | 'no-next-page'
  | 'deadline'
  | 'interrupted'
  | 'throttled'
  | 'unreachable'
  | 'fault';

/** A request that was not sent, or not answered before the run ended, with the reason: a clause. */
export interface NotAsked {
  readonly notAsked: string;
  /** It was in flight when the run ended: an import may have been carried out. */
  readonly wasSent?: true;
  /** The same as data. */
  readonly why?: NotAskedWhy;
  /** Nothing explains why: a setting could name what to request. */
  readonly notShown?: true;
}

export function wasAsked(asked: Exchange | NotAsked): asked is Exchange {
  return !('notAsked' in asked);
}

/** Why there is nothing to judge, as a sentence. */
export function notAskedSentence({ notAsked, wasSent }: NotAsked): string {
  const what =
    wasSent === true
      ? 'The request was sent, but not answered before the run ended'
      : 'The request was not sent';
  return `${what}: ${notAsked}.`;
}

/** Thrown if a judge accesses a body that this suite did not read. */
export class BodyNotRead extends Error {}

/** Why an answer, or its body, exceeds what this suite reads, as a clause; undefined if it was read. */
export function whyUnread({ answer, failure }: Exchange): string | undefined {
  return failure?.kind === 'too-large' ? failure.reason : answer?.unread;
}

/** The same as a sentence, which names the setting to raise if there is one. */
export function unreadSentence(exchange: Exchange, reason = whyUnread(exchange)): string {
  return `${exchange.endpoint} was answered beyond what this suite reads: ${reason ?? 'it was not read'}.`;
}

const bodyProperties: readonly (keyof Answer)[] = ['json', 'excerpt', 'text', 'digest', 'fhir'];

/**
 * Protects an exchange with an unread body: its status and headers can be judged, and accessing the body throws. So no
 * check has to remember that a missing body proves nothing.
 */
export function guardUnread(exchange: Exchange): Exchange {
  const { answer } = exchange;
  const reason = answer?.unread ?? answer?.fhir?.unread;
  if (answer === undefined || reason === undefined) return exchange;
  const refuse = (): never => {
    throw new BodyNotRead(unreadSentence(exchange, reason));
  };
  const guarded = { ...answer };
  // A body that only the validator could not handle was read as JSON.
  for (const name of answer.unread === undefined ? ['fhir'] : bodyProperties)
    Object.defineProperty(guarded, name, { get: refuse, enumerable: false });
  return { ...exchange, answer: guarded };
}

/**
 * True for an answer to a request that the document describes. Its statements about every answer are judged on each of
 * them, so that no check can forget one. Excluded are other paths, methods and headers, answers after which the same
 * request was sent again, and those with checks of their own: unknown ids and imports that must be refused for their
 * body.
 */
export function isDocumented({ request, sentAgain, throttled, answer }: Exchange): boolean {
  const { path, method, headers, id, body } = request;
  if (answer === undefined || throttled || sentAgain !== undefined) return false;
  if (path !== undefined || method !== undefined || headers !== undefined) return false;
  return id !== 'unknown' && id !== 'malformed' && !badBodies.some((one) => one === body);
}
