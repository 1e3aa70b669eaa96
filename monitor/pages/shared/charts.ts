import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration, uptimePercent } from '../../../reports/words.ts';
import type { DayView } from '../overview/model.ts';
import type { LatencyPoint } from './model.ts';
import { texts } from './texts.ts';
import { dateOf, dayMs, shortDay } from './times.ts';

/** Where something lies in a drawing. */
interface Places<Point> {
  readonly x: (point: Point, index: number) => number;
  readonly y: (ms: number) => number;
}

type MsOf<Point> = (point: Point) => number | undefined;

/** An SVG path through the values that are known; the others interrupt it. */
export function linePath<Point>(
  points: readonly Point[],
  { x, y }: Places<Point>,
  msOf: MsOf<Point>,
): string {
  const path = line<Point>(x, (point) => y(msOf(point) ?? 0))
    .defined((point) => msOf(point) !== undefined)
    .digits(1);
  return path(points) ?? '';
}

/** From some values up to others, where both are known. */
export function bandPath<Point>(
  points: readonly Point[],
  { x, y }: Places<Point>,
  lowOf: MsOf<Point>,
  highOf: MsOf<Point>,
): string {
  const path = area<Point>()
    .x(x)
    .y0((point) => y(lowOf(point) ?? 0))
    .y1((point) => y(highOf(point) ?? 0))
    .defined((point) => lowOf(point) !== undefined && highOf(point) !== undefined)
    .digits(1);
  return path([...points]) ?? '';
}

/** A coordinate, rounded to visible precision. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A bar that is filled up to a share of its length. */
export function meter(share: number, tone?: 'warn' | 'bad'): Markup {
  return html`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="value${tone === undefined ? '' : ` ${tone}`}" width="${tenths(share * 100)}" height="4"/></svg>`;
}

const size = { step: 4, bar: 3, height: 28 };
/** However short a time of trouble was, this much of its bar shows it. */
const leastHeight = 6;

/** What a day was like, and the colour of its bar. */
export type DayKind = 'good' | 'broken' | 'down' | 'idle' | 'none';

/** How days are spoken of. */
export type DayWords = typeof texts.charts.days;

const { days: operatorWords, day: dayWords, daySummary } = texts.charts;

interface Span {
  readonly kind: DayKind;
  /** Places from the left, the last one included. */
  readonly from: number;
  to: number;
  /** The first one; nothing if no run began on it. */
  readonly day: DayView | undefined;
}

/**
 * A bar for each of the last days: what part of its runs found the installation down, or not conforming. All bars of a
 * colour are one path, since a page of many installations is painted as fast as it has few elements; its script makes a part
 * for each line of `data-days` when the user points at it (`assets/day-names.js`).
 * @param shown the dates of the bars, from the left
 */
export function dailyBars(
  days: readonly DayView[],
  shown: readonly string[],
  words: DayWords = operatorWords,
): Markup {
  const { length } = shown;
  const byDay = new Map(days.map((day) => [day.day, day]));
  const spans = spansOf(shown.map((day) => byDay.get(day)));
  const names = spans.map((span) => {
    const from = shortDay(shown[span.from] ?? '');
    const name = span.from === span.to ? from : texts.times.days(from, shortDay(shown[span.to] ?? ''));
    return `${span.from * size.step} ${dayWords.name(name, dayMeaning(span.day, words))}`;
  });
  // If nothing is known before the first run, there is nothing to draw.
  const known = spans.slice(spans[0]?.kind === 'none' ? 1 : 0);
  const drawn = pathsOf(known).map(([name, path]) => html`<path class="${name}" d="${path}"/>`);
  return html`<svg class="days" viewBox="0 0 ${length * size.step - 1} ${size.height}" preserveAspectRatio="none" role="img" data-days="${names.join('\n')}"><title>${summaryOf(days, length, words)}</title>${drawn}</svg>`;
}

/** The last days up to a moment, in UTC, as their dates. */
export function lastDays(now: string, length: number): readonly string[] {
  const todayMs = Date.parse(now);
  return Array.from({ length }, (_, index) => dateOf(todayMs - (length - 1 - index) * dayMs));
}

/** Says in words what the bars show. */
export function summaryOf(days: readonly DayView[], length: number, words: DayWords = operatorWords): string {
  const counted = days.filter((day) => day.counted > 0);
  if (counted.length === 0) return daySummary.none(length);
  const down = counted.filter((day) => dayKind(day) === 'down');
  const broken = counted.filter((day) => dayKind(day) === 'broken');
  const known = daySummary.known(length, counted.length);
  if (down.length + broken.length === 0) return daySummary.good(known, words.allGood);
  const parts = [
    ...(down.length === 0 ? [] : [daySummary.kind(down.length, words.daysDown)]),
    ...(broken.length === 0 ? [] : [daySummary.kind(broken.length, words.daysBroken)]),
  ];
  const dates = [...down, ...broken].map(({ day }) => day).toSorted();
  return daySummary.bad(known, parts, shortDay(dates.at(-1) ?? ''));
}

/** What a day was like. */
export function dayKind(day: DayView | undefined): DayKind {
  if (day === undefined) return 'none';
  if (day.counted === 0) return 'idle';
  if (day.down > 0) return 'down';
  return day.broken > 0 ? 'broken' : 'good';
}

function spansOf(days: readonly (DayView | undefined)[]): readonly Span[] {
  const spans: Span[] = [];
  for (const [place, day] of days.entries()) {
    const kind = dayKind(day);
    const last = spans.at(-1);
    if (last?.kind === kind && !isTrouble(kind)) last.to = place;
    else spans.push({ kind, day, from: place, to: place });
  }
  return spans;
}

/** Such days differ from each other: each has a bar of its own. */
function isTrouble(kind: DayKind): boolean {
  return kind === 'down' || kind === 'broken';
}

/** What a day was like, in words. */
export function dayMeaning(day: DayView | undefined, words: DayWords = operatorWords): string {
  if (day === undefined) return dayWords.noRun;
  if (day.counted === 0) return dayWords.noneCounts;
  const parts = [
    ...(day.down > 0 ? [dayWords.down(words.down, sharePercent(day.down))] : []),
    ...(day.broken > 0 ? [dayWords.broken(words.broken, sharePercent(day.broken))] : []),
  ];
  return parts.length === 0 ? words.good : parts.join(', ');
}

/** A value above zero never reads 0 %. */
function sharePercent(share: number): string {
  return share < 0.0001 ? dayWords.leastShare : uptimePercent(share);
}

/** The bars of each colour, by the names of their classes. */
function pathsOf(spans: readonly Span[]): readonly (readonly [string, string])[] {
  const paths = new Map<string, string>();
  for (const [name, path] of spans.flatMap(bars)) paths.set(name, `${paths.get(name) ?? ''}${path}`);
  return [...paths];
}

function bars({ kind, from, to, day }: Span): readonly (readonly [string, string])[] {
  if (day === undefined || !isTrouble(kind)) {
    const length = (to - from + 1) * size.step - 1;
    return [[`alike-${kind}`, `M${from * size.step} ${size.height / 2}h${length}`]];
  }
  const down = heightOf(day.down);
  const broken = Math.min(heightOf(day.broken), size.height - down);
  const well = size.height - down - broken;
  const parts = [
    { name: 'good', top: 0, height: well },
    { name: 'broken', top: well, height: broken },
    { name: 'down', top: well + broken, height: down },
  ].filter(({ height }) => height > 0);
  return parts.map(({ name, top, height }) => [
    name,
    `M${from * size.step} ${tenths(top)}h${size.bar}v${tenths(height)}h-${size.bar}z`,
  ]);
}

function heightOf(share: number): number {
  return share === 0 ? 0 : tenths(Math.max(leastHeight, share * size.height));
}

const words = texts.charts.sparkline;
const [width, height, edge] = [128, 32, 3];

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
  const x = scaleLinear([0, Math.max(points.length - 1, 1)], [edge, width - edge]);
  const y = scaleLinear([0, Math.max(highest, 1)], [height - edge, edge]);
  const places = { x: (_: LatencyPoint, index: number) => x(index), y };
  const medianOf = ({ ms }: LatencyPoint): number | undefined => ms;
  const lastIndex = points.lastIndexOf(last);
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img"><title>${text}</title><path class="band" d="${bandPath(points, places, medianOf, ({ p95Ms }) => p95Ms)}"/><path class="line" d="${linePath(points, places, medianOf)}"/>${bad === 0 ? '' : html`<path class="failures" d="${failureTicks(points, x)}"/>`}<circle cx="${tenths(x(lastIndex))}" cy="${tenths(y(last.ms))}" r="2"/></svg><span class="small soft spark-text" aria-hidden="true">${duration(last.ms)}${p95 === undefined ? '' : html` <span class="p95">${p95}</span>`}</span>`;
}

/** All stand at the bottom: this drawing is too small for one next to the line. */
function failureTicks(points: readonly LatencyPoint[], x: (index: number) => number): string {
  return points
    .flatMap(({ isFailure }, index) => (isFailure ? [`M${tenths(x(index))} ${height}v-4`] : []))
    .join('');
}
