import { compareRecords } from '../../../reports/comparison/compare.ts';
import { countAnswers } from '../../../reports/comparison/keep-integration.ts';
import { type ComparisonView, viewOf } from '../../../reports/comparison/view.ts';
import type { History } from '../../history/history.ts';
import type { RunRow } from '../../model.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import type { ChangedView, InstallationView } from '../installation/model.ts';
import { frameView, type ViewSources } from '../shared/frame-view.ts';
import type { FrameView, LastRunView } from '../shared/model.ts';
import { judgingTiers, lastJudgingRun, lastRunView } from '../shared/run-views.ts';
import { texts } from '../shared/texts.ts';
import { dateOf, dayMs, fullTime, iso } from '../shared/times.ts';
import {
  type AskedTime,
  keptRecord,
  parseAskedTime,
  quoted,
  type VersionChange,
  versionChanges,
} from './kept-record.ts';
import { compareTexts } from './texts.ts';

/** A comparison with the latest run that is ready to be opened. */
export interface CompareChoice {
  /** What the latest run is compared with. */
  readonly name: 'before' | 'yesterday' | 'week' | 'month' | 'deployment';
  readonly from: string;
  /** Left out if none is kept but the latest one. */
  readonly run?: LastRunView | undefined;
}

const times = [
  { name: 'yesterday', from: 'yesterday' },
  { name: 'week', from: '7d' },
  { name: 'month', from: '30d' },
] as const;

/** The comparisons that most people look for; nothing if there is no run to compare. */
export async function compareChoices(
  installation: string,
  history: Pick<History, 'run' | 'runs'>,
  nowMs: number,
  change: VersionChange | undefined,
): Promise<readonly CompareChoice[]> {
  const [[latest, previous], changedFrom, ...earlier] = await Promise.all([
    history.runs({ installation, tiers: judgingTiers, limit: 2 }),
    change === undefined ? undefined : history.run(change.before.id),
    ...times.map(({ from }) => lastJudgingRun(installation, history, parseAskedTime(from, nowMs)?.toMs)),
  ]);
  if (latest === undefined) return [];
  const shown = (row: RunRow | undefined): LastRunView | undefined =>
    row === undefined || row.id === latest.id ? undefined : lastRunView(row);
  return [
    ...(changedFrom === undefined
      ? []
      : [{ name: 'deployment' as const, from: changedFrom.row.id, run: lastRunView(changedFrom.row) }]),
    { name: 'before', from: previous?.id ?? '', run: shown(previous) },
    ...times.map(({ name, from }, index) => ({ name, from, run: shown(earlier[index]) })),
  ];
}

/** Runs whose response times stand for those of the time before a run. */
const timedRuns = 10;

/** A run with the response times of those before it; nothing if the history no longer has it. */
async function readTimedRun(row: RunRow, history: Pick<History, 'run' | 'runsWithCells'>) {
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

const words = compareTexts;

/**
 * As it stands in the form: runs, or times as people type them. An empty beginning compares nothing; an empty end means
 * the latest run.
 */
type CompareQuery = Readonly<Record<'from' | 'to', string>>;

/** What the page of a comparison shows. */
export interface CompareView {
  readonly frame: FrameView;
  readonly installation: string;
  readonly asked: CompareQuery;
  /** Comparisons that are ready to be opened. */
  readonly choices: readonly CompareChoice[];
  /** When the installation began to answer as it does, with the runs around it; left out if no earlier version is known. */
  readonly version?: { readonly since: string; readonly from: string; readonly to: string } | undefined;
  readonly compared?: {
    readonly before: LastRunView;
    readonly after: LastRunView;
    readonly view: ComparisonView;
    /** False if the passing verdicts of a run are kept no longer. */
    readonly isComplete: boolean;
  };
  /** Why nothing is compared, as a sentence. */
  readonly problem?: string | undefined;
  /** The value of this field is not accepted. */
  readonly refused?: 'from' | 'to' | undefined;
}

type Problem = Required<Pick<CompareView, 'problem'>> & Pick<CompareView, 'refused'>;

/** Compares two runs of an installation by the history. */
export async function compareView(
  target: MonitoredTarget,
  history: History,
  sources: ViewSources,
  asked: CompareQuery,
): Promise<CompareView> {
  const { name, baseUrl } = target.monitored.installation;
  const runs = await history.observationRuns({ installation: name, tiers: judgingTiers });
  // The last one alone is looked for.
  const change = versionChanges(runs).next().value;
  const base = {
    frame: frameView(sources),
    installation: name,
    asked,
    choices: await compareChoices(name, history, sources.nowMs, change),
    version: change && {
      since: iso(change.after.startedMs),
      from: change.before.id,
      to: change.after.id,
    },
  };
  if (asked.from === '' && asked.to === '') return base;
  const [before, after] = await Promise.all([
    findRun(name, asked.from, 'from', history, sources.nowMs),
    findRun(name, asked.to, 'to', history, sources.nowMs),
  ]);
  if ('problem' in before) return { ...base, ...before };
  if ('problem' in after) return { ...base, ...after };
  if (before.id === after.id) {
    const isLatest = asked.to === '';
    const problem = isLatest ? words.noLaterRun(fullTime(iso(after.startedMs))) : words.sameRun;
    return { ...base, problem };
  }
  const [one, other] = before.startedMs <= after.startedMs ? [before, after] : [after, before];
  const [earlier, later] = await Promise.all([readTimedRun(one, history), readTimedRun(other, history)]);
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

/**
 * The run of this id, or the last one that judged the document until a moment or the end of a day. An empty end means
 * the latest one.
 */
async function findRun(
  installation: string,
  text: string,
  field: 'from' | 'to',
  history: History,
  nowMs: number,
): Promise<RunRow | Problem> {
  if (field === 'to' && text === '')
    return (await lastJudgingRun(installation, history)) ?? { problem: texts.common.noJudgingRun };
  const time = parseAskedTime(text, nowMs);
  if (time === undefined) {
    const found = await history.run(text);
    const isOwn = found !== undefined && found.row.installation === installation;
    return isOwn ? found.row : { problem: words.wrongTime(quoted(text)), refused: field };
  }
  const run = await lastJudgingRun(installation, history, time.toMs);
  return run ?? { problem: words.noRunUntil(nameOf(time)) };
}

/** A day by its date, anything else by its moment. */
function nameOf({ fromMs, toMs }: AskedTime): string {
  return toMs - fromMs === dayMs ? dateOf(fromMs) : fullTime(iso(fromMs));
}

/** The start of a comparison that says what has changed: before the first finding, or else before the first drift. Pure. */
export function changedSince({
  findings,
  beforeDrift,
  statusGrid,
}: Pick<InstallationView, 'findings' | 'beforeDrift' | 'statusGrid'>):
  | Pick<ChangedView, 'by' | 'from'>
  | undefined {
  const worked = findings
    .flatMap(({ lastGood }) => (lastGood === undefined ? [] : [lastGood.at]))
    .toSorted()[0];
  // A failure that only a pulse has seen is in no run that could be compared.
  if (worked !== undefined && worked === statusGrid.columns.at(-1)?.at) return undefined;
  if (worked !== undefined) return { by: 'findings', from: worked };
  return findings.length > 0 || beforeDrift === undefined ? undefined : { by: 'drift', from: beforeDrift };
}

/** The same with how many endpoints a client can keep, as the comparison to which it leads says it. */
export async function whatChanged(
  installation: { readonly name: string; readonly baseUrl: string },
  history: History,
  view: Parameters<typeof changedSince>[0],
): Promise<ChangedView | undefined> {
  const changed = changedSince(view);
  if (changed === undefined) return undefined;
  const { name, baseUrl } = installation;
  const beforeMs = Date.parse(changed.from);
  const [latest, earlier] = await Promise.all([
    lastJudgingRun(name, history),
    Number.isNaN(beforeMs)
      ? history.run(changed.from).then((found) => found?.row)
      : lastJudgingRun(name, history, beforeMs + 1),
  ]);
  if (latest === undefined || earlier === undefined) return changed;
  const [before, after] = await Promise.all([readTimedRun(earlier, history), readTimedRun(latest, history)]);
  if (before === undefined || after === undefined) return changed;
  const { keeping } = viewOf(compareRecords(keptRecord(before, baseUrl), keptRecord(after, baseUrl)));
  return { ...changed, keeping: countAnswers(keeping) };
}
