import { setTimeout as wait } from 'node:timers/promises';
import { isSeveral } from '../configuration/watched-from.ts';
import { StaleWriteError } from '../history/driver.ts';
import type { RunCommit } from '../history/history.ts';
import { figuresOf, type RunFigures } from '../metrics/figures.ts';
import { handoverMs } from './claimed-rate-limiter.ts';
import { concludeRun, type EndedRun } from './conclude-run.ts';
import type { TargetState } from './monitored-target.ts';
import { formatNews } from './news.ts';
import type { PlannedRun } from './plan-run.ts';
import type { ExecuteRunContext } from './run-context.ts';
import type { Snapshot } from './snapshot.ts';
import { formatSnapshot, parseSnapshot } from './snapshot-format.ts';
import { toldByRun } from './told-by-run.ts';
import { takeOver, writeFromSnapshot } from './write-snapshot.ts';

/** A run that is in the history, or in memory where the history cannot be written. */
export interface RecordedRun {
  readonly concluded: RunCommit;
  /** As the history gives it back: without any text that the run still holds. */
  readonly snapshot: Snapshot;
  readonly figures: RunFigures;
}

/** A database that is away is asked again after this, and for so long. It decides then whose the run is. */
const writeAgainAfterMs = 1_000;
const keepResultMs = 600_000;

/**
 * Concludes a run from the snapshot of its target and writes both to the history, from where the target goes on. An embedded
 * history that cannot be written stops neither pages and metrics nor notifications. With a claim the result is kept until the
 * database is back, which takes it unless another monitor has the run by then; what is not written did not happen.
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
  const untilMs = performance.now() + keepResultMs;
  const wasLost = claim?.signal.aborted === true && !signal.aborted && ended.record.cutShort;
  let isReported = false;
  for (;;) {
    if (wasLost || (isReported && (signal.aborted || performance.now() > untilMs))) {
      log.warn({ installation, run }, 'the result of a run was not kept: another monitor may make the run');
      return undefined;
    }
    try {
      return await writeFromSnapshot(target, history, async () => {
        const expectedVersion = target.version;
        const result = resultOf(target, planned, ended, context);
        await history.commitRun(result.concluded, {
          expectedVersion,
          confirm: claim?.confirm,
          news: newsOf(result, planned, context),
        });
        if (result.concluded.snapshot === undefined) target.snapshot = result.snapshot;
        else takeOver(target, result.snapshot, expectedVersion + 1);
        return result;
      });
    } catch (thrown) {
      if (thrown instanceof StaleWriteError) {
        log.warn({ installation, run }, 'the result of a run was refused: another monitor has made the run');
        return undefined;
      }
      if (!isReported) {
        metrics.countHistoryError();
        const reason = thrown instanceof Error ? thrown.message : 'unknown';
        log.error({ installation, reason }, 'a run could not be written to the history');
      }
      isReported = true;
    }
    if (claim === undefined) {
      const result = resultOf(target, planned, ended, context);
      target.snapshot = result.snapshot;
      notifier.keep(result.concluded.notifications ?? []);
      return result;
    }
    await wait(writeAgainAfterMs);
  }
}

/** Everything that follows from the run, from what the target is now. */
function resultOf(
  target: TargetState,
  planned: PlannedRun,
  ended: EndedRun,
  { clock, signal, history }: ExecuteRunContext,
): RecordedRun {
  const { plan, claim, rateLimiter, installation } = planned;
  const { record } = ended;
  const { commit, snapshot: after } = concludeRun(planned, ended, target.snapshot, {
    ...plan,
    nowMs: clock.nowMs(),
    wasInterrupted: signal.aborted && record.cutShort,
    ...(claim === undefined
      ? {}
      : { askAfterMs: clock.nowMs() + handoverMs(rateLimiter, installation.pace.perSecond) }),
  });
  const { row, detail } = commit;
  // Other processes go on from what is written, and from nothing else.
  const told = history.follow === undefined ? toldByRun(target.snapshot, row, after) : undefined;
  const text = told === undefined ? formatSnapshot(after) : undefined;
  const snapshot = told ?? parseSnapshot(text);
  const { location } = row;
  const isOneOfSeveral = location !== undefined && isSeveral(plan.locations);
  const agreed = isOneOfSeveral
    ? { location, state: snapshot.tracked.state, coverage: snapshot.coverage }
    : undefined;
  const figures = figuresOf(record, row, detail.endpoints, snapshot.drift.length, agreed);
  const concluded = text === undefined ? commit : { ...commit, snapshot: text };
  return { concluded, snapshot, figures };
}

function newsOf(
  { concluded: { row }, figures }: RecordedRun,
  { claim, installation }: PlannedRun,
  { me }: ExecuteRunContext,
): string | undefined {
  if (claim === undefined) return undefined;
  return formatNews({ by: me, installation: installation.name, jobId: claim.jobId, row, figures });
}
