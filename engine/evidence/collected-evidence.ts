import type { Need } from '../../contract/checks/check.ts';
import { type Evidence, makeEvidence } from '../../contract/judging/evidence.ts';
import type { Exchange, NotAsked } from '../../contract/judging/exchange.ts';
import type { DiagnosedState } from '../../contract/state.ts';
import type { Counts } from '../http/client.ts';

/** A cause that prevents judging anything. */
export interface Diagnosis {
  readonly state: DiagnosedState;
  /** A sentence for an administrator. */
  readonly cause: string;
}

/** The source of a record: the evidence that a session has collected so far, or kept evidence. */
export interface CollectedEvidence {
  readonly evidence: Evidence;
  readonly exchanges: readonly Exchange[];
  /** Why requests were not sent, by `requestKey`. */
  readonly notAsked: ReadonlyMap<string, NotAsked>;
  readonly diagnosis?: Diagnosis | undefined;
  readonly abortReason?: AbortReason | undefined;
  readonly counts: Readonly<Counts>;
  /** The needs of checks that the configuration meets. */
  readonly needs: readonly Need[];
}

/** Adds the evidence that checks judge. */
export function withEvidence(collected: Omit<CollectedEvidence, 'evidence'>): CollectedEvidence {
  const { exchanges, notAsked, diagnosis, abortReason, needs } = collected;
  const evidence = makeEvidence({
    exchanges,
    notAsked,
    has: (need) => needs.includes(need),
    ...(diagnosis && { obstacle: diagnosis.cause }),
    ...(abortReason?.kind === 'unreachable' && { goneSince: abortReason.reason }),
  });
  return { ...collected, evidence };
}

/** Why a run ended early. `reason` is a clause, such as "the deadline of 20 s for a run passed". */
export interface AbortReason {
  readonly kind: 'deadline' | 'interrupted' | 'throttled' | 'unreachable' | 'fault';
  readonly reason: string;
}
