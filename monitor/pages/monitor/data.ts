import { overdueMs } from '../../state/shown-state.ts';
import type { ViewSources } from '../shared/frame-view.ts';
import { iso, isoIfKnown } from '../shared/times.ts';
import { installationUrl } from '../shared/urls.ts';
import type { HistoryHealthView, OwnHealthView } from './model.ts';

/** A notification that waits for longer is a receiver that is away. As in EvidenceContractNotificationsFailing. */
const waitsLongMs = 600_000;

/** How the monitor itself is: whether it keeps its schedule, what it keeps, and what it could not do. Pure. */
export function ownHealthView(sources: ViewSources): OwnHealthView {
  const parts = {
    schedule: scheduleHealth(sources),
    history: historyHealth(sources),
    notifications: notificationHealth(sources),
    configuration: configurationHealth(sources),
  };
  return { isWell: Object.values(parts).every(({ isWell }) => isWell), ...parts };
}

function scheduleHealth({ fleet, nowMs, isShared }: ViewSources): OwnHealthView['schedule'] {
  const targets = fleet.all();
  const late = targets.flatMap((target) => {
    const ms = overdueMs(target, nowMs, isShared);
    return ms === undefined ? [] : [{ name: target.monitored.installation.name, ms }];
  });
  const counts = { isWell: late.length === 0, installations: targets.length, overdue: late.length };
  const [first, ...others] = late;
  if (first === undefined) return counts;
  const { name, ms } = others.reduce((oldest, one) => (one.ms > oldest.ms ? one : oldest), first);
  const oldest = { installation: name, url: installationUrl(name), dueAt: iso(nowMs - ms) };
  return { ...counts, behindMs: ms, oldest };
}

function historyHealth({ health, storeLostSinceMs, isHistoryWritable }: ViewSources): HistoryHealthView {
  const { keeping } = health;
  const isThere = isHistoryWritable && storeLostSinceMs === undefined;
  const state = {
    isWell: isThere && keeping?.isCut !== true && keeping?.outlook === undefined,
    isWritable: isHistoryWritable,
    lostSince: isoIfKnown(storeLostSinceMs),
  };
  if (keeping === undefined) return state;
  const { bytes, maximumBytes, oldestMs, promisedMs, keptMs, outlook } = keeping;
  return {
    ...state,
    bytes,
    maximumBytes,
    reachesBackTo: isoIfKnown(oldestMs),
    promisedMs,
    keptMs,
    outlook,
  };
}

function notificationHealth({ health, nowMs }: ViewSources): OwnHealthView['notifications'] {
  const { count, oldestMs } = health.notifications;
  return {
    isWell: oldestMs === undefined || nowMs - oldestMs <= waitsLongMs,
    waiting: count,
    oldestAt: isoIfKnown(oldestMs),
  };
}

function configurationHealth({ health }: ViewSources): OwnHealthView['configuration'] {
  const { refusedReload } = health;
  if (refusedReload === undefined) return { isWell: true };
  return { isWell: false, refusedAt: iso(refusedReload.atMs), mistakes: refusedReload.problems };
}
