import type { EndpointId } from '../../../contract/document/endpoints.ts';
import { stateOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import { median } from '../../../engine/record/statistics.ts';
import type { EndpointTime } from '../../history/endpoint-times.ts';
import type { History, LatencyStep, ObservationRun } from '../../history/history.ts';
import { addLatencies, type LatencyCounts, latencyColumns, percentileOf } from '../../latency-buckets.ts';
import type { DayFigures, Note, RunRow, StateChange } from '../../model.ts';
import { type VersionChange, versionChanges } from '../compare/kept-record.ts';
import { daysUntil } from '../overview/data.ts';
import { judgingTiers } from '../shared/run-views.ts';
import { texts } from '../shared/texts.ts';
import { dayMs, iso } from '../shared/times.ts';
import { comparisonUrl, runUrl } from '../shared/urls.ts';
import {
  type DeploymentView,
  type IncidentSpanView,
  type LatencyLineView,
  type LatencySpan,
  type LatencyStepView,
  latencySpans,
  type ObjectiveView,
  type ResponseTimesView,
} from './model.ts';

/** The times of one endpoint by steps: the median of its runs, and the slowest. Pure. @param times oldest first */
export function endpointSteps(times: readonly EndpointTime[], stepMs: number): readonly LatencyStepView[] {
  const steps = groupBy(times, ({ atMs }) => Math.floor(atMs / stepMs) * stepMs);
  return [...steps].map(([atMs, runs]) => {
    const answered = runs.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    const middle = median(answered);
    return {
      at: iso(atMs),
      runs: runs.length,
      down: 0,
      bad: runs.filter(({ outcome }) => outcome === 'fail').length,
      p50: middle,
      p95: middle === undefined ? undefined : Math.max(...answered),
    };
  });
}

/** How many usual distances without a run make a gap: a run may be late, or one have failed to begin. */
const mostDistances = 2.5;

/**
 * Adds an empty step in a long time without runs, so that no line is drawn across a time of which nothing is known. Pure.
 * @param steps oldest first
 */
export function withGaps(steps: readonly LatencyStepView[], stepMs: number): readonly LatencyStepView[] {
  const times = steps.map(({ at }) => Date.parse(at));
  const distances = times.slice(1).map((ms, index) => ms - (times[index] ?? ms));
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? stepMs;
  return steps.flatMap((step, index) => {
    const distance = distances[index - 1] ?? 0;
    if (distance <= mostDistances * usual) return [step];
    const at = iso((times[index - 1] ?? 0) + Math.max(stepMs, usual));
    return [{ at, runs: 0, down: 0, bad: 0 }, step];
  });
}

/** More than this are no deployments. */
const mostDeployments = 12;

/**
 * Deployments, as far as answers show them: an installation names other software, or answers differently where the document
 * leaves it open. Pure. If that happens all the time, as when answers come from servers of two versions, none is claimed.
 * @param runs newest first
 */
export function deploymentViews(
  installation: string,
  runs: readonly ObservationRun[],
): Pick<ResponseTimesView, 'deployments' | 'unsteady'> {
  const changes = [...versionChanges(runs)];
  if (changes.length > mostDeployments) return { deployments: [], unsteady: changes.length };
  return { deployments: changes.map((change) => deploymentView(installation, change)) };
}

function deploymentView(installation: string, change: VersionChange): DeploymentView {
  const { before, after, software, drift } = change;
  const observed = drift === 0 ? [] : [texts.charts.deployments.observations(drift)];
  return {
    at: iso(after.startedMs),
    text: [...software, ...observed].join('; '),
    url: comparisonUrl(installation, before.id, after.id),
  };
}

/** A deployment of these last days is worth a line among the first ones of a page. */
const recentDays = 7;

/** The latest deployment of the last days, as far as answers show it. */
export async function recentDeployment(
  installation: string,
  history: Pick<History, 'observationRuns'>,
  nowMs: number,
): Promise<DeploymentView | undefined> {
  const sinceMs = nowMs - recentDays * dayMs;
  const runs = await history.observationRuns({ installation, tiers: judgingTiers, sinceMs });
  return deploymentViews(installation, runs).deployments[0];
}

const words = texts.charts.responseTimes;
const hourMs = 3_600_000;
/** A run every 15 s for 6 hours. */
const mostRuns = 1440;

const percentiles: readonly LatencyLineView[] = [
  { name: 'p50', title: words.median },
  { name: 'p95', title: words.p95 },
  { name: 'p99', title: words.p99 },
];
const ofEndpoint: readonly LatencyLineView[] = [
  { name: 'p50', title: words.median },
  { name: 'p95', title: words.slowest },
];

/** What the chart is asked to show. */
export interface ChartQuery {
  readonly span: LatencySpan;
  readonly endpoint?: EndpointId | undefined;
  readonly nowMs: number;
}

/** Response times of an installation, or of one endpoint, over a span, with the incidents and deployments in it. */
export async function responseTimesView(
  installation: string,
  history: Pick<History, 'latencies' | 'endpointTimes' | 'observationRuns' | 'runs'>,
  changes: readonly StateChange[],
  notes: readonly Note[],
  { span, endpoint, nowMs }: ChartQuery,
): Promise<ResponseTimesView> {
  const { hours, stepHours } = latencySpans.find(({ id }) => id === span) ?? latencySpans[2];
  const stepMs = stepHours * hourMs;
  const startMs = nowMs - hours * hourMs;
  const fromMs = stepMs === 0 ? startMs : Math.floor(startMs / stepMs) * stepMs;
  const readSteps = async (): Promise<Pick<ResponseTimesView, 'steps' | 'whole'>> => {
    if (endpoint === undefined && stepMs === 0)
      return { steps: runSteps(await history.runs({ installation, sinceMs: fromMs, limit: mostRuns })) };
    if (endpoint === undefined)
      return stepViews(await history.latencies({ installation, sinceMs: fromMs, stepMs }));
    const times = await history.endpointTimes({ installation, endpoint, sinceMs: fromMs });
    return { steps: endpointSteps(times, Math.max(1, stepMs)) };
  };
  const [figures, runs] = await Promise.all([
    readSteps(),
    history.observationRuns({ installation, tiers: judgingTiers, sinceMs: fromMs }),
  ]);
  return {
    span,
    from: iso(fromMs),
    to: iso(nowMs),
    stepMs,
    endpoint,
    lines: endpoint !== undefined ? ofEndpoint : stepMs === 0 ? percentiles.slice(0, 2) : percentiles,
    ...figures,
    steps: withGaps(figures.steps, stepMs),
    incidents: incidentSpans(changes, fromMs, nowMs),
    upgrades: notes.filter(({ atMs }) => atMs >= fromMs).map(({ atMs }) => iso(atMs)),
    ...deploymentViews(installation, runs),
  };
}

/** A step for each run, oldest first. Pure. @param runs newest first */
export function runSteps(runs: readonly RunRow[]): readonly LatencyStepView[] {
  return runs.toReversed().map(({ id, startedMs, state, medianMs, p95Ms }) => ({
    at: iso(startedMs),
    runUrl: runUrl(id),
    runs: 1,
    down: stateOf(state).countsAs === 'down' ? 1 : 0,
    bad: stateOf(state).isIncident ? 1 : 0,
    p50: medianMs,
    p95: p95Ms,
  }));
}

/** The steps, and all of them together if each is known by counts: medians alone do not add up. Pure. */
export function stepViews(steps: readonly LatencyStep[]): Pick<ResponseTimesView, 'steps' | 'whole'> {
  const isCounted = steps.every(({ counts, medianMs }) => medianMs === undefined || countOf(counts) > 0);
  const all = addLatencies(steps.map(({ counts }) => counts));
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(all, share));
  const isKnown = isCounted && p50 !== undefined && p95 !== undefined && p99 !== undefined;
  return { steps: steps.map(stepView), whole: isKnown ? { p50, p95, p99 } : undefined };
}

function countOf(counts: LatencyCounts): number {
  return latencyColumns.reduce((sum, column) => sum + counts[column], 0);
}

function stepView({ atMs, counted, up, conforming, counts, medianMs }: LatencyStep): LatencyStepView {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(counts, share));
  return {
    at: iso(atMs),
    runs: counted,
    down: counted - up,
    bad: counted - conforming,
    p50: p50 ?? medianMs,
    p95,
    p99,
  };
}

/** The times in which the state was that of an incident, from changes that come newest first. Pure. */
function incidentSpans(
  changes: readonly StateChange[],
  fromMs: number,
  toMs: number,
): readonly IncidentSpanView[] {
  const spans = changes.flatMap(({ atMs, to }, index): readonly IncidentSpanView[] => {
    const endMs = changes[index - 1]?.atMs ?? toMs;
    if (!stateOf(to).isIncident || endMs <= fromMs) return [];
    return [{ state: to, from: iso(Math.max(atMs, fromMs)), to: iso(endMs) }];
  });
  return spans.toReversed();
}

/** How much of the error budget of the last days is used up; nothing if no run counts. Pure. */
export function objectiveView(
  days: readonly DayFigures[],
  target: number,
  nowMs: number,
): ObjectiveView | undefined {
  const length = 30;
  const recent = daysUntil(days, nowMs, length);
  const counted = recent.reduce((sum, day) => sum + day.counted, 0);
  if (counted === 0) return undefined;
  const up = recent.reduce((sum, day) => sum + day.up, 0);
  // The share has few digits: a rounding error of binary numbers is no run.
  const allowed = Math.round(counted * (1 - target) * 1000) / 1000;
  return { target, days: length, counted, allowed, failed: counted - up };
}
