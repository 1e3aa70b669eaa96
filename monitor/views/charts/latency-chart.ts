import { scaleLinear, scaleUtc } from 'd3-scale';
import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import { clockTime, fullTime, moment, shortDay } from '../parts/times.ts';
import type { IncidentSpanView, LatencyStepView, ResponseTimesView } from '../response-times-model.ts';
import { texts } from '../texts.ts';
import { deploymentList } from './deployment-list.ts';
import { stepArea, stepLine, tenths } from './latency-line.ts';
import { latencyTable } from './latency-table.ts';

const area = { width: 1160, height: 280, left: 64, right: 16, top: 14, bottom: 30 };
const words = texts.charts.responseTimes;
const dayMs = 86_400_000;
/** About so many ticks: the scales choose round values. */
const ticks = { values: 4, times: 8 };

/**
 * Percentiles of response times over a span, with incidents as bands behind them, described in words and repeated as a
 * table. A script makes it zoom; nothing is lost without one.
 */
export function latencyChart(view: ResponseTimesView): Markup {
  const { steps } = view;
  const known = steps.flatMap(({ p50 }) => (p50 === undefined ? [] : [p50]));
  if (known.length === 0) return html`<p>${words.none}</p>`;
  const [fromMs, toMs] = [Date.parse(view.from), Date.parse(view.to)];
  const x = scaleUtc([fromMs, toMs], [area.left, area.width - area.right]);
  const highest = Math.max(1, ...known, ...steps.flatMap(({ p95 }) => (p95 === undefined ? [] : [p95])));
  // One request in a hundred may take so long that nothing else could be seen.
  const p99 = Math.max(0, ...steps.flatMap((step) => (step.p99 === undefined ? [] : [step.p99])));
  const top = Math.max(highest, Math.min(p99, 2 * highest));
  const y = scaleLinear([0, top], [area.height - area.bottom, area.top]).nice(ticks.values);
  const middle = ({ at }: LatencyStepView): number => x(Math.min(toMs, Date.parse(at) + view.stepMs / 2));
  const height = (ms: number): number => Math.max(area.top, y(ms));
  const places = { x: middle, y: height };
  const timeText = toMs - fromMs > 2 * dayMs ? shortDay : clockTime;
  return html`<figure class="latency" data-latency data-from="${view.from}" data-to="${view.to}" data-step-ms="${view.stepMs}"${scriptTexts()}>
<figcaption>${view.lines.map(({ name, title }) => legendItem(name, inSentence(title)))}${view.incidents.length === 0 ? '' : legendItem('incident', words.incident)}${view.deployments.length === 0 ? '' : legendItem('deployment', words.deployment)}${view.upgrades.length === 0 ? '' : legendItem('upgrade', words.baselineAccepted)}</figcaption>
<div class="scroll plot" id="latency-plot" tabindex="0" role="region" aria-label="${words.region}"><svg class="chart" viewBox="0 0 ${area.width} ${area.height}" role="img" aria-labelledby="chart-title" aria-describedby="chart-description"><title id="chart-title">${words.title}</title><desc id="chart-description">${description(view, known)}</desc>
${view.incidents.map((incident) => band(incident, x))}${y.ticks(ticks.values).map((ms) => valueTick(ms, tenths(y(ms))))}${x.ticks(ticks.times).map((time) => timeTick(timeText(time.toISOString()), tenths(x(time))))}
<path class="band" d="${stepArea(steps, places)}"/>${view.lines.toReversed().map(({ name }) => html`<path class="${lineClass[name]}" d="${stepLine(steps, name, places)}" data-series="${name}"/>`)}${view.upgrades.map((at) => mark('upgrade', at, words.acceptedAt(fullTime(at)), x))}${view.deployments.map(({ at, text }) => mark('deployment', at, words.deploymentAt(fullTime(at), sanitize(text)), x))}</svg></div>
</figure>
${shorterHistory(view)}${deploymentList(view)}
<details id="latency-figures"><summary>${words.sameAsTable}</summary>${latencyTable(view)}</details>`;
}

/** Says from when runs are kept, where that is later than the chart begins. */
function shorterHistory({ steps, from, stepMs }: ResponseTimesView): Markup | '' {
  const first = steps[0]?.at;
  if (first === undefined || Date.parse(first) <= Date.parse(from) + stepMs) return '';
  return html`<p class="small soft">${words.keptSince(moment(first))}</p>
`;
}

/** What the script that makes the chart zoom shows. */
function scriptTexts(): Markup {
  const { zoomIn, zoomOut, wholeSpan, chartHint } = texts.scripts;
  const { day, months } = texts.times;
  return html` data-text-zoom-in="${zoomIn}" data-text-zoom-out="${zoomOut}" data-text-whole-span="${wholeSpan}" data-text-hint="${chartHint}" data-text-day="${day('{day}', '{month}')}" data-months="${months.join(' ')}"`;
}

const lineClass = { p50: 'line', p95: 'p95', p99: 'p99' } as const;

function inSentence(title: string): string {
  return `${title[0]?.toLowerCase()}${title.slice(1)}`;
}

function mark(name: string, at: string, title: string, x: (ms: number) => number): Markup {
  const left = tenths(x(Date.parse(at)));
  return html`<line class="${name}" x1="${left}" x2="${left}" y1="${area.top}" y2="${area.height - area.bottom}" data-mark data-at="${at}"><title>${title}</title></line>`;
}

function legendItem(name: string, text: string): Markup {
  return html`<span class="key"><i class="${name}-key"></i>${text}</span>`;
}

function description({ steps, incidents, lines }: ResponseTimesView, known: readonly number[]): string {
  const runs = steps.reduce((sum, step) => sum + step.runs, 0);
  const bad = steps.reduce((sum, step) => sum + step.bad, 0);
  const last = steps.findLast(({ p50 }) => p50 !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const medians = words.medians(duration(least), duration(most), duration(known.at(-1) ?? 0));
  const p95 =
    last?.p95 === undefined
      ? []
      : [words.figure(inSentence(lines[1]?.title ?? words.p95), duration(last.p95))];
  return words.description(runs, [medians, ...p95].join(', '), bad, incidents.length);
}

function band({ state, from, to }: IncidentSpanView, x: (ms: number) => number): Markup {
  const [left, right] = [x(Date.parse(from)), x(Date.parse(to))];
  const { tone, label } = stateOf(state);
  const title = words.incidentAt(label, fullTime(from), fullTime(to));
  // Even a short one is to be seen.
  return html`<rect class="incident ${tone}" x="${tenths(left)}" width="${tenths(Math.max(2, right - left))}" y="${area.top}" height="${area.height - area.bottom - area.top}" data-from="${from}" data-to="${to}"><title>${title}</title></rect>`;
}

function valueTick(ms: number, y: number): Markup {
  const text = ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
  return html`<line class="grid" x1="${area.left}" x2="${area.width - area.right}" y1="${y}" y2="${y}"/><text x="${area.left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
}

function timeTick(text: string, x: number): Markup {
  return html`<text x="${x}" y="${area.height - 6}" text-anchor="middle">${text}</text>`;
}
