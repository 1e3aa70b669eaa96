import type { Exchange } from '../../contract/exchange.ts';
import type { Evidence } from '../../contract/judge.ts';
import type { DiagnosedState } from '../../contract/state.ts';
import type { Counts } from '../http/client.ts';
import type { AbortReason } from './abort-reason.ts';

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
  readonly diagnosis: () => Diagnosis | undefined;
  readonly abortReason: () => AbortReason | undefined;
  readonly counts: Readonly<Counts>;
}
