import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import type { StateChangeView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import type { LastRunView } from '../view-model.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { stateBadge } from './icons.ts';
import { moment } from './times.ts';

const { changes: changesWords, runs: runsWords } = texts.installation;

/** How the state changed. */
export function changeTable(changes: readonly StateChangeView[]): Markup {
  if (changes.length === 0) return html`<p>${changesWords.none}</p>`;
  return dataTable({
    label: changesWords.table,
    caption: changesWords.caption,
    columns: [texts.common.when, texts.common.state, texts.common.cause],
    isStacked: true,
    rows: changes.map(({ at, from, to, cause, runUrl }) =>
      stackedRow(runUrl === undefined ? moment(at) : html`<a href="${runUrl}">${moment(at)}</a>`, [
        html`${stateBadge(to)}<span class="address">${changesWords.before(stateOf(from).label.toLowerCase())}</span>`,
        { content: sanitize(cause ?? ''), kind: 'long' },
      ]),
    ),
  });
}

/** The last runs, each with its own page. */
export function runTable(runs: readonly LastRunView[]): Markup {
  if (runs.length === 0) return html`<p>${runsWords.none}</p>`;
  return dataTable({
    label: runsWords.table,
    caption: runsWords.caption,
    columns: [runsWords.started, texts.common.tier, texts.common.state, { number: runsWords.duration }],
    isStacked: true,
    rows: runs.map(({ url, tier, location, state, startedAt, durationMs }) =>
      stackedRow(html`<a href="${url}">${moment(startedAt)}</a>`, [
        html`${tier}${location === undefined ? '' : html` <span class="small soft">${runsWords.from(location)}</span>`}`,
        stateBadge(state),
        { content: duration(durationMs), kind: 'number' },
      ]),
    ),
  });
}
