import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';
import type { GridColumn, GridOutcome, GridRow, InstallationView } from '../../model.ts';
import { outcomeMark } from '../parts/icons.ts';
import { outcomeWords } from '../parts/outcome.ts';
import { clockTime, fullTime } from '../parts/times.ts';

/** Endpoints down, runs across, oldest first. */
export function statusGrid({ columns, rows }: InstallationView['statusGrid']): Markup {
  if (columns.length === 0) return html`<p>No standard or full run has ended yet.</p>`;
  return html`<p class="lead small">The last ${pluralize(columns.length, 'standard or full run', 'standard and full runs')}, oldest first. Each column links to its run.</p>
<div class="scroll status-grid" tabindex="0" role="region" aria-label="Table of endpoints over time">
<table>
<caption class="spoken">Endpoints over time</caption>
<thead><tr><th scope="col">Endpoint</th>${columns.map(columnHead)}</tr></thead>
<tbody>${rows.map(gridRow)}</tbody>
</table></div>
${legend()}`;
}

function columnHead({ runUrl, at, tier, state }: GridColumn): Markup {
  return html`<th scope="col"><a href="${runUrl}"><span class="spoken">${tier} run of ${fullTime(at)}, ${stateOf(state).label.toLowerCase()}</span><span aria-hidden="true">${clockTime(at)}</span></a></th>`;
}

function gridRow({ endpoint, cells }: GridRow): Markup {
  return html`<tr><th scope="row"><code>${endpoint}</code></th>${cells.map(({ outcome }) => gridCell(outcome))}</tr>`;
}

function gridCell(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<td class="${tone}">${outcomeMark(outcome)}<span class="spoken">${word}</span></td>`;
}

function legend(): Markup {
  const items = (['pass', 'fail', 'untestable', 'none'] as const).map((outcome) => {
    const { tone, word, meaning } = outcomeWords[outcome];
    return html`<li class="${tone}">${outcomeMark(outcome)}<span>${word}: ${meaning}</span></li>`;
  });
  return html`<ul class="legend" aria-label="What the marks mean">${items}</ul>`;
}
