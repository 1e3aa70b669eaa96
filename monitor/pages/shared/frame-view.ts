import { type CountsAs, stateIds, states } from '../../../contract/state.ts';
import { suiteVersion } from '../../../engine/version.ts';
import { uncapitalized } from '../../../reports/words.ts';
import type { RetentionStatus } from '../../history/retention-status.ts';
import type { RefusedReload } from '../../model.ts';
import type { WaitingNotifications } from '../../notifications/notifier.ts';
import type { Fleet } from '../../running/fleet.ts';
import { shownNow, unheardSinceMs } from '../../state/shown-state.ts';
import type { FrameView } from './model.ts';
import { texts } from './texts.ts';
import { iso } from './times.ts';

/** What the parts of the monitor say of themselves. */
export interface OwnHealth {
  /** What the history keeps; nothing before it was measured. */
  readonly keeping: RetentionStatus | undefined;
  readonly notifications: WaitingNotifications;
  readonly refusedReload: RefusedReload | undefined;
}

/** What views are made from, in addition to the history. */
export interface ViewSources {
  readonly fleet: Fleet;
  readonly nowMs: number;
  readonly refreshSeconds: number;
  /** Other machines can read the pages without a token. */
  readonly isOpenToNetwork: boolean;
  /** The public page exists. */
  readonly hasStatusPage: boolean;
  /** Since when the database is away that several monitors share. */
  readonly storeLostSinceMs?: number | undefined;
  /** False: the page shows what the monitor has in memory. */
  readonly isHistoryReadable?: boolean;
  /** Runs that end now are kept. */
  readonly isHistoryWritable: boolean;
  /** Other monitors may make the runs of the same schedule. */
  readonly isShared: boolean;
  readonly health: OwnHealth;
}

export type Notice = NonNullable<FrameView['notice']>;

/** What every page has around its content. */
export function frameView(sources: ViewSources, notice?: Notice): FrameView {
  const { fleet, nowMs, refreshSeconds, isOpenToNetwork, hasStatusPage, storeLostSinceMs } = sources;
  const { isHistoryWritable, isHistoryReadable = true } = sources;
  const targets = fleet.all();
  const shown = targets.map((target) => shownNow(target, nowMs).state);
  const unheard = targets.filter((target) => unheardSinceMs(target, nowMs) !== undefined).length;
  const warnings = [
    ...(storeLostSinceMs === undefined ? [] : [texts.frame.storeLost(iso(storeLostSinceMs))]),
    ...(isHistoryReadable ? [] : [texts.frame.historyAway]),
    ...(isHistoryWritable || storeLostSinceMs !== undefined ? [] : [texts.frame.unwritable]),
    ...(unheard === 0 || storeLostSinceMs !== undefined ? [] : [texts.frame.behind(unheard, targets.length)]),
    ...(isOpenToNetwork ? [texts.frame.openToNetwork] : []),
  ];
  const summary = stateIds.map((state) => ({
    state,
    count: shown.filter((one) => one === state).length,
  }));
  return {
    now: iso(nowMs),
    refreshSeconds,
    suiteVersion,
    hasStatusPage,
    summary: summary.filter(({ count }) => count > 0),
    warning: warnings.join(' ') || undefined,
    notice,
  };
}

const words = texts.uptime;

/** How uptime is counted, for the pages: by how the table of states counts a run. */
export const uptimeRule = words.rule(labelsOf('up'), labelsOf('down'), labelsOf('excluded'));

/** The rule if several locations watch. */
export const agreedUptimeRule = words.agreed(uptimeRule);

/** The labels of the states that count so, as they read within a sentence. */
function labelsOf(countsAs: CountsAs): string {
  const labels = states
    .filter((state) => state.countsAs === countsAs)
    .map(({ label }) => uncapitalized(label));
  return words.anyOf(labels);
}
