import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import type { GridOutcome } from '../../model.ts';
import type { GridColumn, GridRow, InstallationView } from '../installation-model.ts';
import { outcomeMark } from '../parts/icons.ts';
import { outcomeWords } from '../parts/outcome.ts';
import { clockTime, fullTime } from '../parts/times.ts';
import { texts } from '../texts.ts';

const words = texts.installation.grid;

/** Endpoints down, runs across, oldest first. */
export function statusGrid({ columns, rows }: InstallationView['statusGrid']): Markup {
  if (columns.length === 0) return html`<p>${words.none}</p>`;
  return html`<p class="lead small">${words.introduction(columns.length)}</p>
<div class="scroll status-grid" tabindex="0" role="region" aria-label="${words.table}">
<table>
<caption class="spoken">${words.title}</caption>
<thead><tr><th scope="col">${texts.common.endpoint}</th>${columns.map(columnHead)}</tr></thead>
<tbody>${rows.map((row) => gridRow(row, columns))}</tbody>
</table></div>
${legend()}`;
}

function columnHead({ runUrl, at, tier, state }: GridColumn): Markup {
  return html`<th scope="col"><a href="${runUrl}"><span class="spoken">${words.run(tier, fullTime(at), stateOf(state).label.toLowerCase())}</span><span aria-hidden="true">${clockTime(at)}</span></a></th>`;
}

function gridRow({ endpoint, cells }: GridRow, columns: readonly GridColumn[]): Markup {
  return html`<tr><th scope="row"><code>${endpoint}</code></th>${cells.map(({ outcome }, index) => gridCell(outcome, columns[index]))}</tr>`;
}

function gridCell(outcome: GridOutcome, column: GridColumn | undefined): Markup {
  // What could not be judged because nothing useful answers is an outage, not a detail that is missing.
  if (outcome !== 'pass' && outcome !== 'fail' && column !== undefined && isOutage(column)) {
    return html`<td class="outage">${outcomeMark('fail')}<span class="spoken">${stateOf(column.state).label.toLowerCase()}</span></td>`;
  }
  const { tone, word } = outcomeWords[outcome];
  return html`<td class="${tone}">${outcomeMark(outcome)}<span class="spoken">${word}</span></td>`;
}

function isOutage({ state }: GridColumn): boolean {
  return stateOf(state).countsAs === 'down';
}

function legend(): Markup {
  const items = (['pass', 'fail', 'untestable', 'none'] as const).map((outcome) => {
    const { tone, word, meaning } = outcomeWords[outcome];
    return html`<li class="${tone}">${outcomeMark(outcome)}<span>${words.legendItem(word, meaning)}</span></li>`;
  });
  const outage = html`<li class="outage">${outcomeMark('fail')}<span>${words.legendItem(words.outage, words.outageMeaning)}</span></li>`;
  return html`<ul class="legend" aria-label="${words.legend}">${items}${outage}</ul>`;
}
