import type { Failure, Phases } from '../../contract/exchange.ts';

/** An answer as received, decoded. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The result of a request, still with secrets: `evidence/` removes them. */
export interface Sent {
  readonly answer?: ReceivedAnswer;
  readonly failure?: Failure;
  readonly throttled: boolean;
  readonly startedAt: Date;
  readonly phasesMs: Phases;
  readonly certificateExpiresAt?: string;
  /** Lets the next large body be read. Call it when this one is no longer needed. */
  readonly release: () => void;
}
