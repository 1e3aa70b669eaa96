import type { Evidence } from '../../contract/judging/evidence.ts';
import type { Exchange, NotAsked } from '../../contract/judging/exchange.ts';
import type { DiagnosedState } from '../../contract/state.ts';
import type { Counts } from '../http/client.ts';

/** A cause that prevents judging anything. */
export interface Diagnosis {
  readonly state: DiagnosedState;
  /** A sentence for an administrator. */
  readonly cause: string;
}

/** The source of a record: a session, or kept evidence. */
export interface CollectedEvidence {
  readonly evidence: () => Evidence;
  readonly exchanges: () => readonly Exchange[];
  /** Why requests were not sent, by `requestKey`. */
  readonly notAsked: () => ReadonlyMap<string, NotAsked>;
  readonly diagnosis: () => Diagnosis | undefined;
  readonly abortReason: () => AbortReason | undefined;
  readonly counts: Readonly<Counts>;
}

/** Why a run ended early. `reason` is a clause, such as "the deadline of 20 s for a run passed". */
export interface AbortReason {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable' | 'fault';
  readonly reason: string;
}
