import type { ConnectionFacts, Failure, Phases } from '../../contract/exchange.ts';
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
  readonly throttled: boolean;
  readonly startedAt: Date;
  readonly phasesMs: Phases;
  /** For how long this program was too busy to take what had arrived, if that falsifies the times. */
  readonly lagMs?: number;
  readonly certificateExpiresAt?: string;
  readonly connection?: ConnectionFacts;
  /** Lets the next large body be read. Call it when this one is no longer needed. */
  readonly release: () => void;
}
