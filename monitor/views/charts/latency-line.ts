import { area, line } from 'd3-shape';
import type { LatencyStepView } from '../response-times-model.ts';
import type { LatencyPoint } from '../view-model.ts';

/** Where the point of an index lies, in the units of a drawing. */
export interface Places {
  readonly x: (index: number) => number;
  readonly y: (ms: number) => number;
}

/** Where a step lies, in the units of a drawing. */
export interface StepPlaces {
  readonly x: (step: LatencyStepView) => number;
  readonly y: (ms: number) => number;
}

/** An SVG path through the points that have a time; a run without an answer interrupts it. */
export function latencyLine(points: readonly LatencyPoint[], { x, y }: Places): string {
  const path = line<LatencyPoint>(
    (_, index) => x(index),
    ({ ms }) => y(ms ?? 0),
  )
    .defined(({ ms }) => ms !== undefined)
    .digits(1);
  return path(points) ?? '';
}

/** An SVG path through the steps in which a percentile is known; the others interrupt it. */
export function stepLine(
  steps: readonly LatencyStepView[],
  name: 'p50' | 'p95' | 'p99',
  { x, y }: StepPlaces,
): string {
  const path = line<LatencyStepView>(x, (step) => y(step[name] ?? 0))
    .defined((step) => step[name] !== undefined)
    .digits(1);
  return path(steps) ?? '';
}

/** From the medians up to the 95th percentiles. */
export function stepArea(steps: readonly LatencyStepView[], { x, y }: StepPlaces): string {
  const path = area<LatencyStepView>()
    .x(x)
    .y0(({ p50 }) => y(p50 ?? 0))
    .y1(({ p95 }) => y(p95 ?? 0))
    .defined(({ p50, p95 }) => p50 !== undefined && p95 !== undefined)
    .digits(1);
  return path([...steps]) ?? '';
}

/** A coordinate, rounded to what can be seen. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
