import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { dataTable } from '../parts/data-table.ts';
import { exactMoment, moment } from '../parts/times.ts';
import type { LatencyStepView, ResponseTimesView } from '../response-times-model.ts';
import { texts } from '../texts.ts';

const words = texts.charts.responseTimes;

/** What the chart draws. The script that makes the chart zoom reads the figures from here. */
export function latencyTable({ steps, stepMs, lines, endpoint }: ResponseTimesView): Markup {
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
    label: words.table,
    caption,
    columns: [words.from, ...[...counts, ...lines].map(({ title }) => ({ number: title }))],
    rows,
  });
}

/** A run leads to its page. */
function stepTime({ at, runUrl }: LatencyStepView, stepMs: number): Markup {
  const time = stepMs === 0 ? exactMoment(at) : moment(at);
  return runUrl === undefined ? time : html`<a href="${runUrl}">${time}</a>`;
}

interface CountColumn {
  readonly title: string;
  readonly of: (step: LatencyStepView) => number;
}

const runsColumn: CountColumn = { title: words.runs, of: ({ runs }) => runs };
const allRuns: readonly CountColumn[] = [
  runsColumn,
  { title: words.notAvailable, of: ({ down }) => down },
  { title: words.requirementBroken, of: ({ bad, down }) => bad - down },
];
const runsOfEndpoint: readonly CountColumn[] = [
  runsColumn,
  { title: words.requirementBroken, of: ({ bad }) => bad },
];

function time(series: string, ms: number | undefined): Markup {
  return ms === undefined
    ? html`<td class="number soft" data-series="${series}">–<span class="spoken"> ${words.notKnown}</span></td>`
    : html`<td class="number" data-series="${series}" data-ms="${Math.round(ms * 10) / 10}">${duration(ms)}</td>`;
}
