import { scaleLinear, scaleUtc } from 'd3-scale';
import { html } from 'hono/html';
import { endpoints } from '../../../contract/document/endpoints.ts';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, uncapitalized } from '../../../reports/words.ts';
import { bandPath, linePath, tenths } from '../shared/charts.ts';
import { choiceLink } from '../shared/forms.ts';
import { dataTable } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { clockTime, dayMs, exactMoment, fullTime, moment, shortDay } from '../shared/times.ts';
import { withQuery } from '../shared/urls.ts';
import {
  type IncidentSpanView,
  type LatencySpan,
  type LatencyStepView,
  latencySpans,
  type ResponseTimesView,
} from './model.ts';
import { installationTexts } from './texts.ts';

const words = texts.charts.responseTimes;

/** What the chart draws. The script that makes the chart zoom reads the figures from here. */
function latencyTable({ steps, stepMs, lines, endpoint }: ResponseTimesView): Markup {
  const hours = stepMs / 3_600_000;
  const stepText = words.step(hours);
  const counts = endpoint === undefined ? allRuns : runsOfEndpoint;
  const rows = steps.map((step) => {
    const figures = lines.map(({ name }) => time(name, step[name]));
    return html`<tr data-at="${step.at}"><th scope="row">${stepTime(step, stepMs)}</th>${counts.map(({ of }) => html`<td class="number">${of(step)}</td>`)}${figures}</tr>`;
  });
  const caption =
    endpoint === undefined ? words.caption(stepText) : words.endpointCaption(endpoint, stepText);
  return dataTable({
    words: { table: words.table, caption },
    isPlain: true,
    columns: [words.from, ...[...counts, ...lines].map(({ title }) => ({ number: title }))],
    rows,
  });
}

/** A run leads to its page. */
function stepTime({ at, runUrl }: LatencyStepView, stepMs: number): Markup {
  const time = stepMs === 0 ? exactMoment(at) : moment(at);
  return runUrl === undefined ? time : html`<a href="${runUrl}">${time}</a>`;
}

const runsColumn = { title: words.runs, of: ({ runs }: LatencyStepView) => runs };
const allRuns = [
  runsColumn,
  { title: words.notAvailable, of: ({ down }: LatencyStepView) => down },
  { title: words.notConforming, of: ({ bad, down }: LatencyStepView) => bad - down },
];
const runsOfEndpoint = [
  runsColumn,
  { title: words.requirementBroken, of: ({ bad }: LatencyStepView) => bad },
];

function time(series: string, ms: number | undefined): Markup {
  return ms === undefined
    ? html`<td class="number soft" data-series="${series}">–<span class="spoken"> ${words.notKnown}</span></td>`
    : html`<td class="number" data-series="${series}" data-ms="${Math.round(ms * 10) / 10}">${duration(ms)}</td>`;
}

const deploymentListWords = texts.charts.deployments;

/** The deployments that a chart draws, each with what changed by it. */
function deploymentList({ deployments, unsteady }: ResponseTimesView): Markup | '' {
  if (unsteady !== undefined) {
    return html`<p class="small soft">${deploymentListWords.unsteady(unsteady)}</p>`;
  }
  if (deployments.length === 0) return '';
  const items = deployments.map(
    ({ at, text, url }) =>
      html`<li>${deploymentListWords.item(moment(at), sanitize(text), html`<a href="${url}">${deploymentListWords.link}</a>`)}</li>`,
  );
  return html`<p class="label">${deploymentListWords.title}</p><ul class="deployments small">${items}</ul>`;
}

const area = { width: 1160, height: 280, left: 64, right: 16, top: 14, bottom: 30 };
/** About how many ticks to draw: the scales choose round values. */
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
  const percentileBand = bandPath(
    steps,
    places,
    ({ p50 }) => p50,
    ({ p95 }) => p95,
  );
  const timeText = toMs - fromMs > 2 * dayMs ? shortDay : clockTime;
  return html`<figure class="latency" data-latency data-from="${view.from}" data-to="${view.to}" data-step-ms="${view.stepMs}"${scriptTexts()}>
<figcaption>${view.lines.map(({ name, title }) => legendItem(name, uncapitalized(title)))}${view.incidents.length === 0 ? '' : legendItem('incident', words.incident)}${view.deployments.length === 0 ? '' : legendItem('deployment', words.deployment)}${view.upgrades.length === 0 ? '' : legendItem('upgrade', words.baselineAccepted)}</figcaption>
<div class="scroll plot" id="latency-plot" tabindex="0" role="region" aria-label="${words.region}"><svg class="chart" viewBox="0 0 ${area.width} ${area.height}" role="img" aria-labelledby="chart-title" aria-describedby="chart-description"><title id="chart-title">${words.title}</title><desc id="chart-description">${description(view, known)}</desc>
${view.incidents.map((incident) => band(incident, x))}${y.ticks(ticks.values).map((ms) => valueTick(ms, tenths(y(ms))))}${x.ticks(ticks.times).map((time) => timeTick(timeText(time.toISOString()), tenths(x(time))))}
<path class="band" d="${percentileBand}"/>${view.lines.toReversed().map(({ name }) => html`<path class="${lineClass[name]}" d="${linePath(steps, places, (step) => step[name])}" data-series="${name}"/>`)}${view.upgrades.map((at) => mark('upgrade', at, words.acceptedAt(fullTime(at)), x))}${view.deployments.map(({ at, text }) => mark('deployment', at, words.deploymentAt(fullTime(at), sanitize(text)), x))}</svg></div>
</figure>
${shorterHistory(view)}${deploymentList(view)}
<details id="latency-figures"><summary>${words.sameAsTable}</summary>${latencyTable(view)}</details>`;
}

/** Says from when runs are kept, if that is later than the chart begins. */
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
      : [words.figure(uncapitalized(lines[1]?.title ?? words.p95), duration(last.p95))];
  return words.description(runs, [medians, ...p95].join(', '), bad, incidents.length);
}

function band({ state, from, to }: IncidentSpanView, x: (ms: number) => number): Markup {
  const [left, right] = [x(Date.parse(from)), x(Date.parse(to))];
  const { tone, label } = stateOf(state);
  const title = words.incidentAt(label, fullTime(from), fullTime(to));
  // Even a short one must be visible.
  return html`<rect class="incident ${tone}" x="${tenths(left)}" width="${tenths(Math.max(2, right - left))}" y="${area.top}" height="${area.height - area.bottom - area.top}" data-from="${from}" data-to="${to}"><title>${title}</title></rect>`;
}

function valueTick(ms: number, y: number): Markup {
  const text = ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
  return html`<line class="grid" x1="${area.left}" x2="${area.width - area.right}" y1="${y}" y2="${y}"/><text x="${area.left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
}

function timeTick(text: string, x: number): Markup {
  return html`<text x="${x}" y="${area.height - 6}" text-anchor="middle">${text}</text>`;
}

const latencyLinksWords = installationTexts.responseTimes;

/** Leads to other spans of the chart, and to the times of each endpoint. They are links: a form would lose its choice. */
export function latencyLinks(url: string, { span, endpoint }: ResponseTimesView): Markup {
  const spans = latencySpans.map(({ id }) =>
    choiceLink(chartUrl(url, id, endpoint), latencyLinksWords.spanNames[id], id === span),
  );
  const ids = endpoints.map(
    ({ id }) =>
      html`<li>${choiceLink(chartUrl(url, span, id), html`<code>${id}</code>`, id === endpoint)}</li>`,
  );
  const all =
    endpoint === undefined
      ? ''
      : html` <a href="${chartUrl(url, span, undefined)}">${latencyLinksWords.allRequests}</a>`;
  return html`<nav class="layouts" aria-label="${latencyLinksWords.spans}">${spans}</nav>
<nav class="chart-endpoints" aria-label="${latencyLinksWords.endpoints}"><details id="chart-endpoints"><summary>${endpoint === undefined ? latencyLinksWords.ofOne : latencyLinksWords.ofAnother}</summary><ul>${ids}</ul></details>${all}</nav>`;
}

/** One figure for the whole span: what a report or an agreement asks for. */
export function wholeSpan({ whole }: ResponseTimesView): Markup | '' {
  if (whole === undefined) return '';
  const { p50, p95, p99 } = whole;
  return html`<p class="whole-span">${latencyLinksWords.whole(duration(p50), duration(p95), duration(p99))}</p>`;
}

function chartUrl(url: string, span: LatencySpan, endpoint: string | undefined): string {
  return `${withQuery(url, { span: span === '24h' ? undefined : span, endpoint })}#latency`;
}
