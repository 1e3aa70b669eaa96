import { html } from 'hono/html';
import { groupBy } from '../../../engine/group-by.ts';
import { median } from '../../../engine/record/median.ts';
import type { Markup } from '../../../reports/markup.ts';
import { duration } from '../../../reports/words.ts';
import { dataTable } from '../parts/data-table.ts';
import { fullTime } from '../parts/times.ts';
import type { LatencyPoint } from '../view-model.ts';

/** What the chart draws, by the hour. */
export function latencyTable(points: readonly LatencyPoint[]): Markup {
  const rows = [...groupBy(points, hourOf)].map(([hour, ofHour]) => {
    const known = ofHour.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    const bad = ofHour.filter(({ isFailure }) => isFailure).length;
    const highest = known.length === 0 ? undefined : Math.max(...known);
    return html`<tr><th scope="row">${fullTime(hour)}</th><td class="number">${ofHour.length}</td><td class="number">${bad}</td><td class="number">${timeText(median(known))}</td><td class="number">${timeText(highest)}</td></tr>`;
  });
  return dataTable({
    label: 'Table of response times',
    caption: 'Response times by the hour, from the median of each run.',
    columns: [
      'Hour from',
      { number: 'Runs' },
      { number: 'Not conforming' },
      { number: 'Median' },
      { number: 'Highest' },
    ],
    rows,
  });
}

/** The hour in which a point lies, as an ISO text. */
function hourOf({ at }: LatencyPoint): string {
  return `${at.slice(0, 13)}:00:00Z`;
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? 'no answer' : duration(ms);
}
