import { compareRecords } from '../../../reports/comparison.ts';
import { type ComparisonView, viewOf } from '../../../reports/comparison-view.ts';
import type { History } from '../../history/history.ts';
import type { RunRow } from '../../model.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';
import { texts } from '../texts.ts';
import type { FrameView, LastRunView } from '../view-model.ts';
import { judgingTiers } from './document-page-view.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { keptRecord } from './kept-record.ts';
import { lastVersionChange } from './last-version.ts';
import { lastRunView } from './run-summaries.ts';

const words = texts.compare;

/** What the page of a comparison shows. */
export interface CompareView {
  readonly frame: FrameView;
  readonly installation: string;
  /** As they stand in the form. */
  readonly asked: { readonly from: string; readonly to: string };
  /** The runs around the last change of what was observed. */
  readonly lastVersion?: { readonly before: LastRunView; readonly after: LastRunView };
  readonly compared?: {
    readonly before: LastRunView;
    readonly after: LastRunView;
    readonly view: ComparisonView;
    /** False where the passing verdicts of a run are kept no longer. */
    readonly isComplete: boolean;
  };
  /** Why nothing is compared, as a sentence. */
  readonly problem?: string;
}

export interface CompareQuery {
  /** A run, a day or a moment; empty for none. */
  readonly from: string;
  /** As `from`; empty for the latest run. */
  readonly to: string;
}

/** Runs whose response times stand for those of the time before a run. */
const timedRuns = 10;
const dayMs = 86_400_000;

/** Compares two runs of an installation by the history. */
export async function compareView(
  target: MonitoredTarget,
  history: History,
  sources: ViewSources,
  asked: CompareQuery,
): Promise<CompareView> {
  const { name, baseUrl } = target.monitored.installation;
  const change = lastVersionChange(
    await history.observationRuns({ installation: name, tiers: judgingTiers }),
  );
  const [changedFrom, changedTo] = await Promise.all([
    change === undefined ? undefined : history.run(change.before.id),
    change === undefined ? undefined : history.run(change.after.id),
  ]);
  const base = {
    frame: frameView(sources),
    installation: name,
    asked,
    ...(changedFrom === undefined || changedTo === undefined
      ? {}
      : { lastVersion: { before: lastRunView(changedFrom.row), after: lastRunView(changedTo.row) } }),
  };
  if (asked.from === '') return base;
  const [before, after] = await Promise.all([
    findRun(name, asked.from, history),
    asked.to === '' ? latestRun(name, history) : findRun(name, asked.to, history),
  ]);
  if (typeof before === 'string') return { ...base, problem: before };
  if (typeof after === 'string') return { ...base, problem: after };
  if (before.id === after.id) return { ...base, problem: words.sameRun };
  const [one, other] = before.startedMs <= after.startedMs ? [before, after] : [after, before];
  const [earlier, later] = await Promise.all([readRun(one, history), readRun(other, history)]);
  if (earlier === undefined || later === undefined) return { ...base, problem: words.gone };
  return {
    ...base,
    compared: {
      before: lastRunView(earlier.row),
      after: lastRunView(later.row),
      view: viewOf(compareRecords(keptRecord(earlier, baseUrl), keptRecord(later, baseUrl))),
      isComplete: earlier.detail.verdicts !== undefined && later.detail.verdicts !== undefined,
    },
  };
}

/** The run of this id; or the last one that judged the document until a moment, or until the end of a day. */
async function findRun(installation: string, text: string, history: History): Promise<RunRow | string> {
  const found = await history.run(text);
  if (found !== undefined && found.row.installation === installation) return found.row;
  const untilMs = momentOf(text);
  if (untilMs === undefined) return words.notARun;
  const [run] = await history.runs({ installation, tiers: judgingTiers, beforeMs: untilMs, limit: 1 });
  return run ?? words.noRunUntil(text);
}

async function latestRun(installation: string, history: History): Promise<RunRow | string> {
  const [run] = await history.runs({ installation, tiers: judgingTiers, limit: 1 });
  return run ?? texts.common.noJudgingRun;
}

/** A day stands for its end. Moments without a zone are in UTC. */
function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  const isDay = text.length === 10;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
  const ms = Date.parse(isDay || hasZone ? text : `${text}Z`);
  if (Number.isNaN(ms)) return undefined;
  return isDay ? ms + dayMs : ms + 1;
}

async function readRun(row: RunRow, history: History) {
  const [found, around] = await Promise.all([
    history.run(row.id),
    history.runsWithCells({
      installation: row.installation,
      tiers: judgingTiers,
      beforeMs: row.startedMs + 1,
      limit: timedRuns,
    }),
  ]);
  return found === undefined ? undefined : { ...found, cells: around.map(({ endpoints }) => endpoints) };
}
