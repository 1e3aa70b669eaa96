import type { InstallationState } from '../../contract/state.ts';
import type {
  FailureEvidence,
  GridOutcome,
  KeptExchange,
  KeptVerdict,
  MonitoredTier,
  Recheck,
  RunTrigger,
  VerdictTotals,
} from '../model.ts';
import type { FailureView, FindingView, FrameView, ObservationView } from './view-model.ts';

/** What the page of a run shows. */
/** A request, what came of it, and what failed because of it. */
export interface ExchangeView extends KeptExchange {
  /** The evidence of a failure that it shows. */
  readonly evidence?: FailureEvidence;
}

/** What differs from the last run of the same tier before it. */
export interface RunComparisonView {
  readonly url: string;
  readonly startedAt: string;
  /** Checks that fail now and did not then, and the other way round. */
  readonly broken: readonly { readonly check: string; readonly endpoint: string }[];
  readonly mended: readonly { readonly check: string; readonly endpoint: string }[];
  /** Observations that are not what they were. */
  readonly changed: readonly {
    readonly gap: string;
    readonly endpoint: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly medianMs?: { readonly before: number; readonly after: number };
}

export interface RunView {
  readonly frame: FrameView;
  readonly installation: { readonly name: string; readonly url: string; readonly baseUrl: string };
  readonly id: string;
  readonly tier: MonitoredTier;
  /** Why it ran. */
  readonly trigger: RunTrigger;
  readonly state: InstallationState;
  readonly cause?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly cutShort: boolean;
  /** During maintenance: kept out of every figure. */
  readonly inMaintenance: boolean;
  /** What the re-check of the failing checks found, where there was one. */
  readonly recheck?: Recheck;
  readonly requests: number;
  readonly retried: number;
  readonly throttled: number;
  readonly coverage: number;
  readonly totals: VerdictTotals;
  readonly failures: readonly FailureView[];
  /** The failures by cause, the gravest first; faults of the suite are in none. */
  readonly findings: readonly FindingView[];
  /** Per endpoint, in the document's order. */
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly outcome: GridOutcome;
    readonly ms?: number;
  }[];
  /** Verdicts other than failures; left out after the time for which passing detail is kept. */
  readonly verdicts?: readonly KeptVerdict[];
  readonly observations: readonly ObservationView[];
  /** Median milliseconds of the phases of its requests, in the order of the phases. */
  readonly phases: readonly { readonly phase: string; readonly ms: number }[];
  /** In the order in which they were sent; left out where they are not kept. */
  readonly exchanges?: readonly ExchangeView[];
  readonly comparison?: RunComparisonView;
  readonly previousUrl?: string;
  readonly nextUrl?: string;
}
