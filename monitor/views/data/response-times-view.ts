import type { EndpointId } from '../../../contract/endpoints.ts';
import { stateOf } from '../../../contract/state.ts';
import type { History, LatencyStep } from '../../history/history.ts';
import { addLatencies, type LatencyCounts, latencyColumns, percentileOf } from '../../latency-buckets.ts';
import type { DayFigures, Note, RunRow, StateChange } from '../../model.ts';
import {
  type IncidentSpanView,
  type LatencyLineView,
  type LatencySpan,
  type LatencyStepView,
  latencySpans,
  type ObjectiveView,
  type ResponseTimesView,
} from '../response-times-model.ts';
import { texts } from '../texts.ts';
import { deploymentViews } from './deployments.ts';
import { judgingTiers } from './document-page-view.ts';
import { endpointSteps } from './endpoint-steps.ts';
import { iso } from './iso.ts';
import { withGaps } from './step-gaps.ts';
import { runUrl } from './urls.ts';

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
    ...(endpoint === undefined
      ? { lines: stepMs === 0 ? percentiles.slice(0, 2) : percentiles }
      : { endpoint, lines: ofEndpoint }),
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
    ...(medianMs === undefined ? {} : { p50: medianMs }),
    ...(p95Ms === undefined ? {} : { p95: p95Ms }),
  }));
}

/** The steps, and all of them together where each is known by counts: medians alone do not add up. Pure. */
export function stepViews(steps: readonly LatencyStep[]): Pick<ResponseTimesView, 'steps' | 'whole'> {
  const isCounted = steps.every(({ counts, medianMs }) => medianMs === undefined || countOf(counts) > 0);
  const all = addLatencies(steps.map(({ counts }) => counts));
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(all, share));
  const whole =
    !isCounted || p50 === undefined || p95 === undefined || p99 === undefined
      ? {}
      : { whole: { p50, p95, p99 } };
  return { steps: steps.map(stepView), ...whole };
}

function countOf(counts: LatencyCounts): number {
  return latencyColumns.reduce((sum, column) => sum + counts[column], 0);
}

function stepView({ atMs, counted, up, conforming, counts, medianMs }: LatencyStep): LatencyStepView {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentileOf(counts, share));
  const middle = p50 ?? medianMs;
  return {
    at: iso(atMs),
    runs: counted,
    down: counted - up,
    bad: counted - conforming,
    ...(middle === undefined ? {} : { p50: middle }),
    ...(p95 === undefined ? {} : { p95 }),
    ...(p99 === undefined ? {} : { p99 }),
  };
}

/** The times in which the state was that of an incident, from changes that come newest first. Pure. */
export function incidentSpans(
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

/** How much of the error budget of the last days is used up; nothing where no run counts. Pure. */
export function objectiveView(
  days: readonly DayFigures[],
  target: number,
  nowMs: number,
): ObjectiveView | undefined {
  const length = 30;
  const recent = days.filter(({ dayMs }) => dayMs > nowMs - length * 24 * hourMs);
  const counted = recent.reduce((sum, day) => sum + day.counted, 0);
  if (counted === 0) return undefined;
  const up = recent.reduce((sum, day) => sum + day.up, 0);
  // The share has few digits: what binary numbers add to it is no run.
  const allowed = Math.round(counted * (1 - target) * 1000) / 1000;
  return { target, days: length, counted, allowed, failed: counted - up };
}
