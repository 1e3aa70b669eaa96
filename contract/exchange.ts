import type { FhirReport } from '../fhir/index.ts';
import type { EndpointId } from './endpoints.ts';
import type { RequestSpec } from './request.ts';

/** Why no complete answer came. */
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

export interface Failure {
  readonly kind: FailureKind;
  /** A clause that completes "the request ended because …". */
  readonly reason: string;
}

/** What a body is, read as JSON. A body that was too large to be kept is an outline: its root's own scalar fields. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Size of the body as decoded. */
  readonly bytes: number;
  readonly json: JsonReading;
  /** The beginning of the body, for people. */
  readonly excerpt: string;
  /** The whole body, unless it was too large to be kept. */
  readonly text?: string;
  /** Present at endpoints that promise a FHIR resource, where the answer is a success. */
  readonly fhir?: FhirReport;
}

/** Milliseconds of one exchange; phases that did not happen (a connection that was reused) are left out. */
export interface Phases {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte?: number;
  readonly transfer?: number;
  readonly total: number;
}

/** One request and its answer, or its network failure. Free of secrets. */
export interface Exchange {
  readonly id: string;
  readonly endpoint: EndpointId;
  readonly request: RequestSpec;
  readonly method: string;
  /** Without any key. */
  readonly url: string;
  /** A command line that repeats the request; keys are shell variables in it. */
  readonly curl: string;
  readonly answer?: Answer;
  readonly failure?: Failure;
  /** The installation asked us to slow down, and went on doing so until we gave up. */
  readonly throttled: boolean;
  readonly startedAt: string;
  readonly phasesMs: Phases;
  /** ISO date of the certificate that the installation showed, when a connection was made. */
  readonly certificateExpiresAt?: string;
}

/** A request that was not sent, and why, as a clause that completes "it was not asked, because …". */
export interface NotAsked {
  readonly notAsked: string;
}

export function wasAsked(asked: Exchange | NotAsked): asked is Exchange {
  return !('notAsked' in asked);
}
