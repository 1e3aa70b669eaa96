import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { dataTable } from '../parts/data-table.ts';
import { fullTime } from '../parts/times.ts';
import type { ResponseTimesView } from '../response-times-model.ts';

/** What the chart draws. The script that makes the chart zoom reads the figures from here. */
export function latencyTable({ steps, stepMs }: ResponseTimesView): Markup {
  const hours = stepMs / 3_600_000;
  const stepText = hours === 1 ? 'the hour' : hours === 24 ? 'the day' : `${hours} hours`;
  const rows = steps.map(
    ({ at, runs, down, bad, p50, p95, p99 }) =>
      html`<tr data-at="${at}"><th scope="row">${fullTime(at)}</th><td class="number">${runs}</td><td class="number">${down}</td><td class="number">${bad - down}</td>${time('p50', p50)}${time('p95', p95)}${time('p99', p99)}</tr>`,
  );
  return dataTable({
    label: 'Table of response times',
    caption: `Response times by ${stepText}. Percentiles are estimated from counts, to about a tenth.`,
    columns: [
      'From',
      { number: 'Runs' },
      { number: 'Not available' },
      { number: 'A requirement broken' },
      { number: 'Median' },
      { number: 'p95' },
      { number: 'p99' },
    ],
    rows,
  });
}

function time(series: string, ms: number | undefined): Markup {
  return ms === undefined
    ? html`<td class="number soft" data-series="${series}">–<span class="spoken"> not known</span></td>`
    : html`<td class="number" data-series="${series}" data-ms="${Math.round(ms * 10) / 10}">${duration(ms)}</td>`;
}
