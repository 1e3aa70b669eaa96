import { html } from 'hono/html';
import { groupBy } from '../../../reports/group-by.ts';
import type { Markup } from '../../../reports/markup.ts';
import { median } from '../../../reports/median.ts';
import { duration } from '../../../reports/words.ts';
import type { LatencyPoint } from '../../model.ts';
import { fullTime } from '../parts/times.ts';

/** Response times by the hour: what the chart draws, for those who do not see it. */
export function latencyTable(points: readonly LatencyPoint[]): Markup {
  const rows = [...groupBy(points, hourOf)].map(([hour, ofHour]) => {
    const known = ofHour.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    const bad = ofHour.filter(({ isFailure }) => isFailure).length;
    return html`<tr><th scope="row">${fullTime(hour)}</th><td class="number">${ofHour.length}</td><td class="number">${bad}</td><td class="number">${timeText(median(known))}</td><td class="number">${timeText(known.length === 0 ? undefined : Math.max(...known))}</td></tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of response times">
<table><caption>Response times by the hour, from the medians of its runs.</caption>
<thead><tr><th scope="col">Hour from</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Not good</th><th scope="col" class="number">Median</th><th scope="col" class="number">Highest</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The hour in which a point lies, as an ISO text. */
function hourOf({ at }: LatencyPoint): string {
  return `${at.slice(0, 13)}:00:00Z`;
}

function timeText(ms: number | undefined): string {
  return ms === undefined ? 'no answer' : duration(ms);
}
