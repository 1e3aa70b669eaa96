import { html } from 'hono/html';
import { type StateTone, stateOf } from '../../contract/state.ts';
import type { GridOutcome } from '../model.ts';
import { outcomeMark } from './icons.ts';
import type { Markup } from './markup.ts';
import type { GridColumn, GridRow, InstallationView } from './view-model.ts';
import { clockTime, count, fullTime } from './words.ts';

interface OutcomeWords {
  readonly word: string;
  readonly tone: StateTone;
  readonly meaning: string;
}

export const outcomeWords: Readonly<Record<GridOutcome, OutcomeWords>> = {
  pass: { word: 'kept', tone: 'good', meaning: 'every check here holds' },
  fail: { word: 'broken', tone: 'bad', meaning: 'at least one check fails' },
  untestable: { word: 'untestable', tone: 'warn', meaning: 'something else stood in the way' },
  none: { word: 'not asked', tone: 'mute', meaning: 'not part of that run' },
};

/** Endpoints down, runs across, oldest first: when did which endpoint keep its promises? */
export function statusGrid({ columns, rows }: InstallationView['statusGrid']): Markup {
  if (columns.length === 0) return html`<p>No standard or full run has ended yet.</p>`;
  return html`<p class="lead small">The last ${count(columns.length, 'standard or full run', 'standard and full runs')}, oldest first. Each column leads to its run.</p>
<div class="scroll strip" tabindex="0" role="region" aria-label="Table of endpoints over time">
<table>
<caption class="spoken">Endpoints over time</caption>
<thead><tr><th scope="col">Endpoint</th>${columns.map(columnHead)}</tr></thead>
<tbody>${rows.map(stripRow)}</tbody>
</table></div>
${legend()}`;
}

function columnHead({ runUrl, at, tier, state }: GridColumn): Markup {
  return html`<th scope="col"><a href="${runUrl}"><span class="spoken">${tier} run of ${fullTime(at)}, ${stateOf(state).label.toLowerCase()}</span><span aria-hidden="true">${clockTime(at)}</span></a></th>`;
}

function stripRow({ endpoint, cells }: GridRow): Markup {
  return html`<tr><th scope="row"><code>${endpoint}</code></th>${cells.map(({ outcome }) => stripCell(outcome))}</tr>`;
}

function stripCell(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<td class="${tone}">${outcomeMark(outcome)}<span class="spoken">${word}</span></td>`;
}

/** An outcome as mark, word and colour. */
export function outcomeText(outcome: GridOutcome): Markup {
  const { tone, word } = outcomeWords[outcome];
  return html`<span class="outcome ${tone}">${outcomeMark(outcome)} ${word}</span>`;
}

function legend(): Markup {
  const items = (['pass', 'fail', 'untestable', 'none'] as const).map((outcome) => {
    const { tone, word, meaning } = outcomeWords[outcome];
    return html`<li class="${tone}">${outcomeMark(outcome)}<span>${word}: ${meaning}</span></li>`;
  });
  return html`<ul class="legend" aria-label="What the marks mean">${items}</ul>`;
}
