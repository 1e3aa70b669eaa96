import { setTimeout as wait } from 'node:timers/promises';
import { hasSeveralLocations } from '../configuration/watched-from.ts';
import { StaleWriteError } from '../history/driver.ts';
import type { RunCommit } from '../history/history.ts';
import { figuresOf, type RunFigures } from '../metrics/figures.ts';
import type { RunRow, StateChange } from '../model.ts';
import { nextLocationSnapshot } from '../shared/locations.ts';
import { formatNews } from '../shared/news.ts';
import { markDone } from '../shared/offers.ts';
import { handoverMs } from '../shared/shares.ts';
import { derivedSnapshot } from '../state/derived-snapshot.ts';
import { maintenanceWindows, openMaintenanceCause } from '../state/maintenance.ts';
import type { TargetState } from '../state/monitored-target.ts';
import { type NextSnapshotOptions, nextSnapshot } from '../state/next-snapshot.ts';
import { countsAsOf, latenciesOf, runDetailFrom, runRowFrom } from '../state/run-facts.ts';
import type { SnapshotUpdate } from '../state/shown-state.ts';
import { formatSnapshot, parseSnapshot, type Snapshot } from '../state/snapshot.ts';
import { takeOver, writeFromSnapshot } from '../state/write-snapshot.ts';
import { announce } from './announce.ts';
import type { PlannedRun } from './plan-run.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { RecheckedRun } from './second-look.ts';

/** A finished run, by the clock of the schedule. */
export interface EndedRun extends RecheckedRun {
  readonly endMs: number;
}

interface ConcludeOptions extends Omit<NextSnapshotOptions, 'maintenance'> {
  /** The time of the conclusion, which may be later than the end if the store was unavailable. */
  readonly nowMs: number;
  /** How long another monitor has to wait. */
  readonly askWaitMs?: number;
}

/** The consequences of a run: the data for the history, and the new snapshot. */
export interface ConcludedRun {
  readonly commit: Omit<RunCommit, 'snapshot'>;
  readonly snapshot: Snapshot;
}

/**
 * Concludes a run and its recheck. Pure. A run counts only if no part of it was in a maintenance window: changes within
 * one begin with its start.
 */
export function concludeRun(
  planned: PlannedRun,
  { record, recheck, withdrawn, restsOn, settled, endMs }: EndedRun,
  before: Snapshot,
  options: ConcludeOptions,
): ConcludedRun {
  const { installation, plan, slot } = planned;
  const inMaintenance = maintenanceWindows(plan, before, planned.startMs, endMs).length > 0;
  const context = { ...planned, inMaintenance, ...(recheck === undefined ? {} : { recheck }) };
  const row = runRowFrom(record, context);
  const maintenance = openMaintenanceCause(plan, before, options.nowMs);
  const asked = {
    ...(restsOn === undefined ? {} : { restsOn }),
    ...(settled === undefined ? {} : { settled }),
    ...(withdrawn === undefined ? {} : { withdrawn }),
  };
  const others = plan.schedule.imports.kind === 'off' ? undefined : ('others' as const);
  const imports = slot === 'imports' ? ('this' as const) : others;
  const { standard, full } = plan.schedule;
  const asksEveryEndpoint = standard.kind !== 'off' || full.kind !== 'off';
  const known = { ...options, ...asked, asksEveryEndpoint, foundBy: planned.foundBy, imports, maintenance };
  const update = updateOf(planned, { record, endMs }, before, row, known);
  const announcer = { installation, plan, atMs: row.finishedMs, runId: row.id };
  const { snapshot, change, notifications } = announce(before, update, announcer);
  const { claim } = planned;
  // Without a claim no other monitor could execute the run; after a restart only the last full one is needed.
  const isAskedFor = claim !== undefined || slot === 'full';
  const marked = isAskedFor ? markDone(snapshot, slot, planned.due, planned.location) : snapshot;
  const { tracked, lastCompleteMs } = snapshot;
  // A pulse that passes before the first complete run counts, although it does not show that every endpoint works.
  const isUnproven = tracked.state === 'unknown' && lastCompleteMs === undefined;
  const shown = isUnproven && record.state === 'conforming' ? record.state : tracked.state;
  const { askWaitMs, nowMs } = options;
  return {
    commit: {
      row: planned.location === undefined ? row : { ...row, countsAs: countsAsOf(record, context, shown) },
      // A pulse that does not check a broken part does not show that it works.
      shown: planned.location === undefined && row.state !== 'conforming' ? row.state : shown,
      latencies: latenciesOf(record),
      detail: runDetailFrom(record),
      notifications,
      ...(change === undefined ? {} : { change }),
    },
    snapshot: askWaitMs === undefined ? marked : { ...marked, askAfterMs: nowMs + askWaitMs, askWaitMs },
  };
}

/** Without named locations, knowledge by location is dropped. */
function updateOf(
  { plan, location }: PlannedRun,
  { record, endMs }: Pick<EndedRun, 'record' | 'endMs'>,
  before: Snapshot,
  row: RunRow,
  options: NextSnapshotOptions,
): SnapshotUpdate {
  if (location !== undefined && plan.locations !== undefined)
    return nextLocationSnapshot(before, record, row, options, { watched: plan.locations, location, endMs });
  const { locations: _locations, turn: _turn, ...alone } = before;
  return nextSnapshot(alone, record, row, options);
}

/** A run stored in the history, or in memory if the history cannot be written. */
export interface RecordedRun {
  readonly concluded: RunCommit;
  /** In the form read from the history: without any text that the run still references. */
  readonly snapshot: Snapshot;
  readonly figures: RunFigures;
}

/**
 * The delay between attempts to reach an unavailable database, which then decides which monitor the run belongs to. A
 * restart of the database is no history error: it counts as one after half a minute.
 */
const writeAgainAfterMs = 1_000;
const countErrorAfterMs = 30_000;
const keepResultMs = 600_000;

/**
 * Concludes a run from the snapshot of its target, and writes both to the history. An embedded history that cannot be
 * written stops neither pages and metrics nor notifications. With a claim the result is kept until the database is
 * available again, which accepts it unless another monitor has the run by then; an unwritten result is discarded.
 */
export async function recordRun(
  target: TargetState,
  planned: PlannedRun,
  ended: EndedRun,
  context: ExecuteRunContext,
): Promise<RecordedRun | undefined> {
  const { history, metrics, notifier, log, signal } = context;
  const { claim, id: run } = planned;
  const { name: installation } = planned.installation;
  const sinceMs = performance.now();
  const wasLost = claim?.signal.aborted === true && !signal.aborted && ended.record.cutShort;
  let isReported = false;
  let isCounted = false;
  for (;;) {
    const waitedMs = performance.now() - sinceMs;
    if (wasLost || (isReported && (signal.aborted || waitedMs > keepResultMs))) {
      log.warn({ installation, run }, 'the result of a run was not kept: another monitor may make the run');
      return undefined;
    }
    try {
      return await writeFromSnapshot(target, history, async () => {
        const expectedVersion = target.version;
        const result = resultOf(target, planned, ended, context);
        await history.commitRun(
          { ...result.concluded, earlier: target.unwritten ?? [] },
          {
            expectedVersion,
            confirm: claim?.confirm,
            news: newsOf(result, planned, context),
          },
        );
        delete target.unwritten;
        if (result.concluded.snapshot === undefined) target.snapshot = result.snapshot;
        else takeOver(target, result.snapshot, expectedVersion + 1);
        return result;
      });
    } catch (thrown) {
      if (thrown instanceof StaleWriteError) {
        log.warn({ installation, run }, 'the result of a run was refused: another monitor has made the run');
        return undefined;
      }
      if (!isCounted && (claim === undefined || waitedMs > countErrorAfterMs)) {
        metrics.countHistoryError();
        isCounted = true;
      }
      if (!isReported) {
        const reason = thrown instanceof Error ? thrown.message : 'unknown';
        log.error({ installation, reason }, 'a run could not be written to the history');
      }
      isReported = true;
    }
    if (claim === undefined) {
      const result = resultOf(target, planned, ended, context);
      target.snapshot = result.snapshot;
      target.unwritten = [...(target.unwritten ?? []), ...withoutRun(result.concluded.change)];
      notifier.keep(result.concluded.notifications ?? []);
      return result;
    }
    await wait(writeAgainAfterMs);
  }
}

/** A change of state for storage without its run, which the history does not have. */
function withoutRun(change: StateChange | undefined): readonly StateChange[] {
  if (change === undefined) return [];
  const { runId: _lost, ...kept } = change;
  return [kept];
}

/** The consequences of the run, based on the present state of the target. */
function resultOf(
  target: TargetState,
  planned: PlannedRun,
  ended: EndedRun,
  { clock, signal, history, shareText }: ExecuteRunContext,
): RecordedRun {
  const { plan, claim, rateLimiter, installation } = planned;
  const { record } = ended;
  const { commit, snapshot: after } = concludeRun(planned, ended, target.snapshot, {
    ...plan,
    nowMs: clock.nowMs(),
    wasInterrupted: signal.aborted && record.cutShort,
    ...(claim === undefined ? {} : { askWaitMs: handoverMs(rateLimiter, installation.pace.perSecond) }),
  });
  const { row, detail } = commit;
  // Other processes continue only from the written state.
  const isStored = history.follow === undefined && target.unwritten === undefined;
  const derived = isStored ? derivedSnapshot(target.snapshot, row, after) : undefined;
  const text = derived === undefined ? formatSnapshot(after) : undefined;
  const snapshot = derived ?? parseSnapshot(text, shareText);
  const { location } = row;
  const isOneOfSeveral = location !== undefined && hasSeveralLocations(plan.locations);
  const agreed = isOneOfSeveral
    ? { location, state: snapshot.tracked.state, coverage: snapshot.coverage }
    : undefined;
  const figures = figuresOf(record, row, detail.endpoints, snapshot.drift.length, agreed);
  const concluded = text === undefined ? commit : { ...commit, snapshot: text };
  return { concluded, snapshot, figures };
}

function newsOf(
  { concluded: { row, shown }, figures }: RecordedRun,
  { claim, installation }: PlannedRun,
  { me }: ExecuteRunContext,
): string | undefined {
  if (claim === undefined) return undefined;
  const { jobId } = claim;
  return formatNews({
    by: me,
    installation: installation.name,
    jobId,
    row,
    ...(shown === undefined ? {} : { shown }),
    figures,
  });
}
