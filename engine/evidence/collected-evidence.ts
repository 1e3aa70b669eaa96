import type { Exchange } from '../../contract/exchange.ts';
import type { Evidence } from '../../contract/judge.ts';
import type { DiagnosedState } from '../../contract/state.ts';
import type { Counts } from '../http/client.ts';

/** One cause that stands in the way of everything. */
export interface Diagnosis {
  readonly state: DiagnosedState;
  /** A sentence for an administrator. */
  readonly cause: string;
}

/** Why a run ended before everything was asked: `reason` is a clause that completes "it was not asked, because …". */
export interface AbortReason {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable';
  readonly reason: string;
}

/** What a record is made from: a session, or evidence that was kept. */
export interface CollectedEvidence {
  readonly evidence: () => Evidence;
  readonly exchanges: () => readonly Exchange[];
  readonly diagnosis: () => Diagnosis | undefined;
  readonly abortReason: () => AbortReason | undefined;
  readonly counts: Readonly<Counts>;
}
