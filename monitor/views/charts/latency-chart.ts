import { scaleLinear, scaleUtc } from 'd3-scale';
import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { LatencyPoint } from '../../model.ts';
import { clockTime, fullTime } from '../parts/times.ts';
import { failureCrosses, latencyLine, tenths } from './latency-line.ts';
import { latencyTable } from './latency-table.ts';

const area = { width: 960, height: 260, left: 64, right: 16, top: 14, bottom: 30 };
const minuteMs = 60_000;
/** About so many ticks: the scales choose round values. */
const ticks = { values: 4, times: 8 };

/** Response times of the last day as a line over time, described in words and repeated as a table by the hour. */
export function latencyChart(points: readonly LatencyPoint[]): Markup {
  const known = points.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || known.length === 0) {
    return html`<p>No run of the last 24 hours got an answer.</p>`;
  }
  const times = points.map(({ at }) => Date.parse(at));
  const [from, to] = [Date.parse(first.at), Math.max(Date.parse(last.at), Date.parse(first.at) + minuteMs)];
  const x = scaleUtc([from, to], [area.left, area.width - area.right]);
  const y = scaleLinear([0, Math.max(...known, 1)], [area.height - area.bottom, area.top]).nice(ticks.values);
  // Labels have no seconds, so ticks between two minutes would repeat them.
  const timeTicks = x.ticks(ticks.times).filter((time) => time.getTime() % minuteMs === 0);
  const places = { x: (index: number) => x(times[index] ?? from), y };
  return html`<figure>
<figcaption>Median response time of each run, ${fullTime(first.at)} to ${fullTime(last.at)}. A cross marks a run that did not find the installation conforming.</figcaption>
<div class="scroll" tabindex="0" role="region" aria-label="Chart of response times">
<div class="plot"><svg class="chart" viewBox="0 0 ${area.width} ${area.height}" role="img" aria-labelledby="chart-title" aria-describedby="chart-description"><title id="chart-title">Response times</title><desc id="chart-description">${description(points, known)}</desc>
${y.ticks(ticks.values).map((ms) => valueTick(ms, tenths(y(ms))))}${timeTicks.map((time) => timeTick(time, tenths(x(time))))}
<path class="line" d="${latencyLine(points, places)}"/><path class="failures" d="${failureCrosses(points, places, 4)}"/></svg></div></div>
</figure>
<details id="latency-figures"><summary>The same as a table by the hour</summary>${latencyTable(points)}</details>`;
}

function description(points: readonly LatencyPoint[], known: readonly number[]): string {
  const bad = points.filter(({ isFailure }) => isFailure).length;
  return `${pluralize(points.length, 'run')}: from ${duration(Math.min(...known))} to ${duration(Math.max(...known))}, last ${duration(known.at(-1) ?? 0)}; ${bad === 0 ? 'all conforming' : `${pluralize(bad, 'run')} not conforming`}.`;
}

function valueTick(ms: number, y: number): Markup {
  const text = ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
  return html`<line class="grid" x1="${area.left}" x2="${area.width - area.right}" y1="${y}" y2="${y}"/><text x="${area.left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
}

function timeTick(time: Date, x: number): Markup {
  return html`<text x="${x}" y="${area.height - 8}" text-anchor="middle">${clockTime(time.toISOString())}</text>`;
}
