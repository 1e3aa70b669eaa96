import { scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';
import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { texts } from '../texts.ts';
import type { LatencyPoint } from '../view-model.ts';
import { latencyLine, type Places, tenths } from './latency-line.ts';

const words = texts.charts.sparkline;
const size = { width: 128, height: 32, edge: 3 };

/**
 * Response times of the last runs: a line of the medians below a band up to the 95th percentiles, with a text that says the
 * same. Ticks at the foot mark runs that were not good.
 */
export function sparkline(points: readonly LatencyPoint[]): Markup {
  const known = points.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const last = points.findLast(({ ms }) => ms !== undefined);
  if (last?.ms === undefined) return html`<span class="soft">${words.none}</span>`;
  const highest = Math.max(...known, ...points.flatMap(({ p95Ms }) => (p95Ms === undefined ? [] : [p95Ms])));
  const bad = points.filter(({ isFailure }) => isFailure).length;
  const p95 = last.p95Ms === undefined ? undefined : words.p95(duration(last.p95Ms));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const times = words.times(duration(least), duration(most), duration(last.ms), p95);
  const text = words.description(points.length, times, bad);
  const x = scaleLinear([0, Math.max(points.length - 1, 1)], [size.edge, size.width - size.edge]);
  const y = scaleLinear([0, Math.max(highest, 1)], [size.height - size.edge, size.edge]);
  const places = { x, y };
  const lastIndex = points.lastIndexOf(last);
  return html`<svg class="spark" viewBox="0 0 ${size.width} ${size.height}" role="img"><title>${text}</title><path class="band" d="${band(points, places)}"/><path class="line" d="${latencyLine(points, places)}"/>${bad === 0 ? '' : html`<path class="failures" d="${failureTicks(points, x)}"/>`}<circle cx="${tenths(x(lastIndex))}" cy="${tenths(y(last.ms))}" r="2"/></svg><span class="small soft spark-text" aria-hidden="true">${duration(last.ms)}${p95 === undefined ? '' : html` <span class="p95">${p95}</span>`}</span>`;
}

/** From the medians up to the 95th percentiles. */
function band(points: readonly LatencyPoint[], { x, y }: Places): string {
  const path = area<LatencyPoint>()
    .x((_, index) => x(index))
    .y0(({ ms }) => y(ms ?? 0))
    .y1(({ p95Ms }) => y(p95Ms ?? 0))
    .defined(({ ms, p95Ms }) => ms !== undefined && p95Ms !== undefined)
    .digits(1);
  return path([...points]) ?? '';
}

/** All stand at the bottom: this drawing is too small for one beside the line. */
function failureTicks(points: readonly LatencyPoint[], x: Places['x']): string {
  return points
    .flatMap(({ isFailure }, index) => (isFailure ? [`M${tenths(x(index))} ${size.height}v-4`] : []))
    .join('');
}
