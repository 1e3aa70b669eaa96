import { isExposureBeyond } from '../../contract/severity.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import { countFindings } from '../../reports/words.ts';
import type { Plan } from '../configuration/monitor-configuration.ts';
import type { Notification, OutboxEntry, StateChange } from '../model.ts';
import { currentFindings } from '../state/open-findings.ts';
import type { SnapshotUpdate } from '../state/shown-state.ts';
import { acknowledgedNow, acknowledgementOf, type Snapshot, worstOf } from '../state/snapshot.ts';

/** More findings than this are counted, not listed. */
const mostListed = 10;

export interface Announcer {
  readonly installation: Installation;
  readonly plan: Pick<Plan, 'notify' | 'remindMs'>;
  readonly atMs: number;
  /** The run that has ended, or the last one. */
  readonly runId?: string;
}

/** The new snapshot, and the notifications that follow from it. */
export interface Announcement extends SnapshotUpdate {
  readonly notifications: readonly OutboxEntry[];
}

/**
 * Adds the notifications of an update: for a change of state, for an exposure added to known faults, or as a reminder
 * of a bad state. An installation that is conforming at first is not announced. Pure.
 */
export function announce(before: Snapshot, update: SnapshotUpdate, given: Announcer): Announcement {
  const { snapshot, change } = update;
  const { atMs } = change ?? given;
  const announcer = { ...given, atMs };
  const { notifiedState: from = before.state } = before;
  const worst = worstOf(snapshot);
  const isChange = change !== undefined || isExposureBeyond(worst, before.notifiedSeverity);
  const event = isChange ? 'state-change' : isReminderDue(snapshot, announcer) ? 'reminder' : undefined;
  // The run after a window reports the result; a directly following window is no news.
  const isBetween = before.state === 'maintenance' && snapshot.state === 'unknown';
  const isNextWindow = from === 'maintenance' && snapshot.state === 'maintenance';
  if (event === undefined || isBetween || isNextWindow) return { ...update, notifications: [] };
  const { notifiedSeverity: _former, ...rest } = snapshot;
  const now = { notifiedMs: atMs, notifiedState: snapshot.state };
  const reported = {
    ...update,
    // An exposure added to known faults is a step of the incident, although its state stays.
    ...(event === 'state-change' && change === undefined ? { change: stepOf(snapshot, announcer) } : {}),
    snapshot: { ...rest, ...now, ...(worst === undefined ? {} : { notifiedSeverity: worst }) },
  };
  const isFirst = from === 'unknown' && before.notifiedMs === undefined;
  if (isFirst && snapshot.state === 'conforming') return { ...reported, notifications: [] };
  const notification = notificationOf(event, from, snapshot, announcer);
  const isQuiet = event === 'reminder' && acknowledgedNow(snapshot, atMs) !== undefined;
  const channels = announcer.plan.notify.filter(
    ({ states, type }) =>
      (states === undefined || states.includes(from) || states.includes(snapshot.state)) &&
      // Without reminders an Alertmanager alert would expire, although the state lasts; renewing it notifies nobody.
      (!isQuiet || type === 'alertmanager'),
  );
  return { ...reported, notifications: channels.map(({ name: channel }) => ({ channel, notification })) };
}

function stepOf({ state, cause }: Snapshot, { installation, atMs, runId }: Announcer): StateChange {
  return {
    installation: installation.name,
    atMs,
    from: state,
    to: state,
    ...(cause === undefined ? {} : { cause }),
    ...(runId === undefined ? {} : { runId }),
  };
}

/**
 * Counts from the last notification or, in earlier versions, from the change of state. After an acknowledgement has
 * expired, the reminder is due at once.
 */
function isReminderDue(snapshot: Snapshot, { plan, atMs }: Announcer): boolean {
  const { state, stateSinceMs, notifiedMs = stateSinceMs } = snapshot;
  const { remindMs } = plan;
  if (remindMs === undefined || notifiedMs === undefined || !stateOf(state).isIncident) return false;
  const { untilMs = notifiedMs } = acknowledgementOf(snapshot) ?? {};
  const isOver = notifiedMs < untilMs && untilMs <= atMs;
  return isOver || atMs - notifiedMs >= remindMs;
}

/** The report on an installation's current state. Pure. */
export function notificationOf(
  event: Notification['event'],
  from: InstallationState,
  snapshot: Snapshot,
  { installation, plan, atMs, runId }: Announcer,
): Notification {
  const { state: to, cause = stateOf(to).meaning, stateSinceMs } = snapshot;
  const findings = currentFindings(snapshot);
  const { remindMs } = plan;
  const { name, baseUrl, group, tags } = installation;
  return {
    id: event === 'test' ? `${name}-test-${atMs}` : `${name}-${atMs}`,
    event,
    installation: {
      name,
      baseUrl,
      ...(group === undefined ? {} : { group }),
      ...(tags === undefined ? {} : { tags }),
    },
    atMs,
    from,
    to,
    ...(stateSinceMs === undefined || stateSinceMs === atMs ? {} : { sinceMs: stateSinceMs }),
    cause,
    ...(findings.length === 0 ? {} : { count: countFindings(findings) }),
    findingCount: findings.length,
    findings: findings.slice(0, mostListed).map(({ severity, headline, sentence, endpoints }) => ({
      severity,
      headline,
      message: sentence,
      endpoints,
    })),
    ...(runId === undefined ? {} : { runId }),
    ...(remindMs === undefined || !stateOf(to).isIncident ? {} : { nextReminderMs: atMs + remindMs }),
  };
}
