import type { EndpointId } from '../../contract/document/endpoints.ts';
import type { ConnectionFacts, Failure, Phases } from '../../contract/judging/exchange.ts';
import type { Credential } from '../../contract/judging/request.ts';
import type { ReceivedBody } from './decode-body.ts';

/** An answer as received, decoded. */
export interface ReceivedAnswer extends ReceivedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a request, still with secrets: `evidence/` removes them. */
export interface Sent {
  readonly answer?: ReceivedAnswer;
  readonly failure?: Failure;
  /** The failure came after the status and the headers. */
  readonly hasReceivedHead?: true;
  readonly throttled: boolean;
  readonly startedAt: Date;
  readonly phasesMs: Phases;
  /** How long this program was too busy to read arrived data, if that falsifies the times. */
  readonly lagMs?: number;
  readonly certificateExpiresAt?: string;
  readonly connection?: ConnectionFacts;
  /** Lets the next large body be read. Call it when this one is no longer needed. */
  readonly release: () => void;
}

/** The part of a request that a tracer sees: nothing that could contain a key. */
export interface TracedRequest {
  readonly method: string;
  readonly endpoint: EndpointId;
  readonly key: Credential;
}

/** A request that is being sent. */
export interface TracedExchange {
  /** Sent with the request, unless it has headers of these names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called once: with the answer, or without one if the run was ended meanwhile. */
  readonly end: (sent?: Pick<Sent, 'answer' | 'failure'>) => void;
}

/** Observes the requests of a run as they are sent, including repetitions. */
export interface RequestTracer {
  readonly begin: (request: TracedRequest) => TracedExchange;
}
