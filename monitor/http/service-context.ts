import type { Redaction } from '../../engine/evidence/redaction.ts';
import { isOpenToNetwork } from '../configuration/monitor-block.ts';
import type { ServiceSettings } from '../configuration/service-settings.ts';
import type { History } from '../history/history.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { OwnHealth, ViewSources } from '../pages/shared/frame-view.ts';
import type { Fleet } from '../running/fleet.ts';
import type { ProbeTurns } from '../running/probe-turn.ts';
import type { ExecuteRunContext } from '../running/run-context.ts';
import type { EventStream } from './event-stream.ts';

/** The revision of each installation, for open pages. */
export function revisionsOf(fleet: Fleet): ReadonlyMap<string, string> {
  return new Map(
    fleet.all().map(({ monitored, version, recent, running, snapshot }) => {
      const revision = [version, recent.at(-1)?.id, running?.id, snapshot.state, snapshot.stateSinceMs];
      return [monitored.installation.name, revision.join(' ')];
    }),
  );
}

/** The result of a reload. */
export type ReloadResult =
  | { readonly ok: true; readonly installations: number }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The parts of the monitor that its routes use. */
export interface ServiceContext {
  readonly service: ServiceSettings;
  readonly fleet: Fleet;
  readonly history: History;
  readonly metrics: Metrics;
  readonly runContext: ExecuteRunContext;
  /** Removes secrets from user input before it is stored or shown. */
  readonly hidden: Redaction;
  readonly reload: () => Promise<ReloadResult>;
  readonly isStopping: () => boolean;
  /** Set if several monitors share a database. */
  readonly probeTurns?: ProbeTurns | undefined;
  /** Live updates of open pages. */
  readonly events: EventStream;
  /** The health of the monitor itself. */
  readonly health: () => OwnHealth;
}

/** A healthy database answers within milliseconds; a busy one within seconds. */
const answerLimitMs = 10_000;

/** Since when the database has been away, or its queue has handed out no run; undefined while both answer. */
export function storeLostSinceMs({
  fleet,
  history,
}: Pick<ServiceContext, 'fleet' | 'history'>): number | undefined {
  const askedMs = fleet.unansweredSinceMs();
  const isLate = askedMs !== undefined && Date.now() - askedMs > answerLimitMs;
  return history.lostSinceMs() ?? (isLate ? askedMs : undefined);
}

/** The current input of views. */
export function viewSources(context: ServiceContext): ViewSources {
  const { fleet, history, service, runContext, health } = context;
  return {
    storeLostSinceMs: storeLostSinceMs(context),
    fleet,
    nowMs: runContext.clock.nowMs(),
    refreshSeconds: service.refreshSeconds,
    isOpenToNetwork: isOpenToNetwork(service),
    hasStatusPage: service.statusPage !== undefined,
    isHistoryWritable: history.isWritable(),
    isShared: history.follow !== undefined,
    health: health(),
  };
}
