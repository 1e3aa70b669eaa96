import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import { linePath, round } from './sparkline.ts';
import type { LatencyPoint } from './view-model.ts';
import { clockTime, count, duration, fullTime } from './words.ts';

const area = { width: 960, height: 260, left: 64, right: 16, top: 14, bottom: 30 };
const hourMs = 3_600_000;

/** Response times of the last day as a line over time, described in words and repeated as a table by the hour. */
export function latencyChart(points: readonly LatencyPoint[]): Markup {
  const known = points.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || known.length === 0) {
    return html`<p>No run of the last 24 hours got an answer.</p>`;
  }
  const times = points.map(({ at }) => new Date(at).getTime());
  const [from, to] = [times[0] ?? 0, Math.max(times.at(-1) ?? 0, (times[0] ?? 0) + 60_000)];
  const ticks = valueTicks(Math.max(...known));
  const top = ticks.at(-1) ?? 1;
  const xOfTime = (time: number): number =>
    round(area.left + ((time - from) / (to - from)) * (area.width - area.left - area.right));
  const x = (index: number): number => xOfTime(times[index] ?? from);
  const y = (ms: number): number =>
    round(area.height - area.bottom - (ms / top) * (area.height - area.top - area.bottom));
  return html`<figure>
<figcaption>Median time of a request in each run, ${fullTime(first.at)} to ${fullTime(last.at)}. A cross marks a run that was not good.</figcaption>
<div class="scroll" tabindex="0" role="region" aria-label="Chart of response times">
<div class="plot"><svg class="chart" viewBox="0 0 ${area.width} ${area.height}" role="img" aria-labelledby="chart-title" aria-describedby="chart-description"><title id="chart-title">Response times</title><desc id="chart-description">${description(points, known)}</desc>
${ticks.map((ms) => valueLine(ms, y(ms)))}${hourMarks(from, to, xOfTime)}
<path class="line" d="${linePath(points, x, y)}"/><path class="failures" d="${failureMarks(points, x, y)}"/></svg></div></div>
</figure>
<details id="latency-figures"><summary>The same as a table by the hour</summary>${hourTable(points)}</details>`;
}

function description(points: readonly LatencyPoint[], known: readonly number[]): string {
  const bad = points.filter(({ isFailure }) => isFailure).length;
  return `${count(points.length, 'run')}: from ${duration(Math.min(...known))} to ${duration(Math.max(...known))}, last ${duration(known.at(-1) ?? 0)}; ${bad === 0 ? 'all good' : `${count(bad, 'run')} not good`}.`;
}

/** Round values from 0 to at least `highest`, three to six of them. */
function valueTicks(highest: number): readonly number[] {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, index) => index * step);
}

function valueLine(ms: number, y: number): Markup {
  return html`<line class="grid" x1="${area.left}" x2="${area.width - area.right}" y1="${y}" y2="${y}"/><text x="${area.left - 8}" y="${y + 4}" text-anchor="end">${tickText(ms)}</text>`;
}

function tickText(ms: number): string {
  return ms >= 1000 ? `${round(ms / 1000)} s` : `${Math.round(ms * 10) / 10} ms`;
}

/** Clock times below the chart, at most eight, at whole minutes or hours. */
function hourMarks(from: number, to: number, x: (time: number) => number): readonly Markup[] {
  const steps = [1 / 60, 5 / 60, 0.25, 1, 2, 3, 4, 6].map((hours) => hours * hourMs);
  const step = steps.find((size) => (to - from) / size <= 8) ?? 6 * hourMs;
  const marks: Markup[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    marks.push(
      html`<text x="${x(time)}" y="${area.height - 8}" text-anchor="middle">${clockTime(new Date(time).toISOString())}</text>`,
    );
  }
  return marks;
}

function failureMarks(
  points: readonly LatencyPoint[],
  x: (index: number) => number,
  y: (ms: number) => number,
): string {
  const marks = points.map(({ isFailure, ms }, index) => {
    if (!isFailure) return '';
    const [left, height] = [x(index), y(ms ?? 0)];
    return `M${round(left - 4)} ${round(height - 4)}l8 8M${round(left + 4)} ${round(height - 4)}l-8 8`;
  });
  return marks.join('');
}

function hourTable(points: readonly LatencyPoint[]): Markup {
  const rows = [...byHour(points)].map(([hour, ofHour]) => {
    const known = ofHour.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).sort((a, b) => a - b);
    const bad = ofHour.filter(({ isFailure }) => isFailure).length;
    const middle = known[Math.floor(known.length / 2)];
    const highest = known.at(-1);
    return html`<tr><th scope="row">${fullTime(hour)}</th><td class="number">${ofHour.length}</td><td class="number">${bad}</td><td class="number">${middle === undefined ? 'no answer' : duration(middle)}</td><td class="number">${highest === undefined ? 'no answer' : duration(highest)}</td></tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of response times">
<table><caption>Response times by the hour, from the medians of its runs.</caption>
<thead><tr><th scope="col">Hour from</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Not good</th><th scope="col" class="number">Median</th><th scope="col" class="number">Highest</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The points by the hour in which they lie, as an ISO text. */
function byHour(points: readonly LatencyPoint[]): ReadonlyMap<string, readonly LatencyPoint[]> {
  const hours = new Map<string, LatencyPoint[]>();
  for (const point of points) {
    const hour = `${point.at.slice(0, 13)}:00:00Z`;
    const ofHour = hours.get(hour);
    if (ofHour === undefined) hours.set(hour, [point]);
    else ofHour.push(point);
  }
  return hours;
}
