import type { RunScope, TierName } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import type { KeptConnections } from '../../engine/http/connection.ts';
import type { RateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RequestTracer } from '../../engine/http/sent.ts';
import type { History } from '../history/history.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { Clock } from '../schedule/clock.ts';
import type { ShareText } from '../state/snapshot.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Look } from './second-look.ts';

/** Executes a scope on an installation: the engine in production, a stub in tests of the schedule. */
export type RunExecutor = (
  installation: Installation,
  options: {
    readonly tier: TierName;
    readonly scope: RunScope;
    readonly rateLimiter: RateLimiter;
    readonly signal: AbortSignal;
    readonly tracer?: RequestTracer | undefined;
    /** Left out if the run opens its own. */
    readonly connections?: KeptConnections | undefined;
  },
) => Promise<Look>;

export interface ExecuteRunContext {
  readonly clock: Clock;
  readonly execute: RunExecutor;
  /** Left out if nothing is exported. */
  readonly telemetry?: Telemetry | undefined;
  /** The id of this process among the monitors of a history. */
  readonly me: string;
  readonly history: History;
  readonly shareText: ShareText;
  readonly metrics: Metrics;
  readonly notifier: Notifier;
  /** Address of the monitor's own pages, as reached from outside. */
  readonly pagesUrl: () => string;
  readonly log: Log;
  /** Aborted when the monitor stops and cannot wait any longer. */
  readonly signal: AbortSignal;
}
