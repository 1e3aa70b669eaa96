import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { dataTable } from '../parts/data-table.ts';
import { fullTime } from '../parts/times.ts';
import type { LatencyStepView, ResponseTimesView } from '../response-times-model.ts';

/** What the chart draws. The script that makes the chart zoom reads the figures from here. */
export function latencyTable({ steps, stepMs, lines, endpoint }: ResponseTimesView): Markup {
  const hours = stepMs / 3_600_000;
  const stepText = hours === 1 ? 'the hour' : hours === 24 ? 'the day' : `${hours} hours`;
  const counts = endpoint === undefined ? allRuns : runsOfEndpoint;
  const rows = steps.map((step) => {
    const figures = lines.map(({ name }) => time(name, step[name]));
    return html`<tr data-at="${step.at}"><th scope="row">${fullTime(step.at)}</th>${counts.map(({ of }) => html`<td class="number">${of(step)}</td>`)}${figures}</tr>`;
  });
  const caption =
    endpoint === undefined
      ? `Response times by ${stepText}. Percentiles are estimated from counts, to about a tenth.`
      : `Response times of ${endpoint} by ${stepText}: of each standard or full run the slowest request with a valid key, as far back as runs are kept.`;
  return dataTable({
    label: 'Table of response times',
    caption,
    columns: ['From', ...[...counts, ...lines].map(({ title }) => ({ number: title }))],
    rows,
  });
}

interface CountColumn {
  readonly title: string;
  readonly of: (step: LatencyStepView) => number;
}

const runsColumn: CountColumn = { title: 'Runs', of: ({ runs }) => runs };
const allRuns: readonly CountColumn[] = [
  runsColumn,
  { title: 'Not available', of: ({ down }) => down },
  { title: 'A requirement broken', of: ({ bad, down }) => bad - down },
];
const runsOfEndpoint: readonly CountColumn[] = [
  runsColumn,
  { title: 'A requirement broken', of: ({ bad }) => bad },
];

function time(series: string, ms: number | undefined): Markup {
  return ms === undefined
    ? html`<td class="number soft" data-series="${series}">–<span class="spoken"> not known</span></td>`
    : html`<td class="number" data-series="${series}" data-ms="${Math.round(ms * 10) / 10}">${duration(ms)}</td>`;
}
