import { line } from 'd3-shape';
import type { LatencyPoint } from '../../model.ts';

/** Where the point of an index lies, in the units of a drawing. */
export interface Places {
  readonly x: (index: number) => number;
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

/** An SVG path with a cross at each run that did not find the installation conforming. */
export function failureCrosses(points: readonly LatencyPoint[], { x, y }: Places, arm: number): string {
  const crosses = points.map(({ isFailure, ms }, index) => {
    if (!isFailure) return '';
    const [middle, centre] = [x(index), y(ms ?? 0)];
    const [left, right, top] = [tenths(middle - arm), tenths(middle + arm), tenths(centre - arm)];
    return `M${left} ${top}l${2 * arm} ${2 * arm}M${right} ${top}l${-2 * arm} ${2 * arm}`;
  });
  return crosses.join('');
}

/** A coordinate, as exact as can be seen. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
