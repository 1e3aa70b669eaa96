import type { Failure, Phases } from '../../contract/exchange.ts';

/** An answer as it came, decoded. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a request ended, still with secrets: `evidence/` takes them out. */
export interface Sent {
  readonly answer?: ReceivedAnswer;
  readonly failure?: Failure;
  readonly throttled: boolean;
  readonly startedAt: Date;
  readonly phasesMs: Phases;
  readonly certificateExpiresAt?: string;
  /** Lets the next large body be read: to be called once this one is no longer needed. */
  readonly release: () => void;
}
