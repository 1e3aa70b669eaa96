import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import type { MergedRunsView, StateChangeView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import type { LastRunView } from '../view-model.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { stateBadge } from './icons.ts';
import { exactMoment } from './times.ts';

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
      stackedRow(runUrl === undefined ? exactMoment(at) : html`<a href="${runUrl}">${exactMoment(at)}</a>`, [
        html`${stateBadge(to)}<span class="address">${changesWords.before(stateOf(from).label.toLowerCase())}</span>`,
        { content: sanitize(cause ?? ''), kind: 'long' },
      ]),
    ),
  });
}

/** The last runs, those that found the same in one line. */
export function runTable(lines: readonly MergedRunsView[]): Markup {
  if (lines.length === 0) return html`<p>${runsWords.none}</p>`;
  return dataTable({
    label: runsWords.table,
    caption: runsWords.caption,
    columns: [runsWords.started, texts.common.tier, texts.common.state, { number: runsWords.duration }],
    isStacked: true,
    rows: lines.map(({ latest, earliest, runs, shortestMs, longestMs }) => {
      const { state, location } = latest;
      const isOne = latest.id === earliest.id;
      return stackedRow(isOne ? link(latest) : runsWords.back(link(latest), link(earliest)), [
        html`${isOne ? latest.tier : runsWords.amounts(runs)}${location === undefined ? '' : html` <span class="small soft">${runsWords.from(location)}</span>`}`,
        stateBadge(state),
        {
          content: isOne
            ? duration(longestMs)
            : runsWords.durations(duration(shortestMs), duration(longestMs)),
          kind: 'number',
        },
      ]);
    }),
  });
}

function link({ url, startedAt }: LastRunView): Markup {
  return html`<a href="${url}">${exactMoment(startedAt)}</a>`;
}
