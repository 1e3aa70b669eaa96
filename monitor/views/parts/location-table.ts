import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { LocationsView, LocationView } from '../locations-model.ts';
import { texts } from '../texts.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { stateBadge } from './icons.ts';
import { distance, lastedFor } from './times.ts';

const words = texts.installation.locations;

/** What each location finds, and since when. */
export function locationTable({ agree, of }: LocationsView, now: string): Markup {
  return html`<p>${words.rule(agree, of.length)}</p>
${dataTable({
  label: words.table,
  caption: words.caption,
  isStacked: true,
  columns: [words.location, texts.common.state, texts.common.cause, words.lastRun],
  rows: of.map((one) =>
    stackedRow(html`${one.name}${one.isHere ? html` <span class="small soft">${words.here}</span>` : ''}`, [
      stateFrom(one, now),
      { content: sanitize(one.cause ?? ''), kind: 'long' },
      {
        content:
          one.lastRun === undefined
            ? texts.common.noneYet
            : html`<a href="${one.lastRun.url}">${distance(one.lastRun.at, now)}</a>`,
        title: words.lastRun,
      },
    ]),
  ),
})}`;
}

function stateFrom({ state, since, isSilent }: LocationView, now: string): Markup | string {
  const found =
    state === undefined
      ? ''
      : html`${stateBadge(state)}${since === undefined ? '' : html` <span class="small soft">${lastedFor(since, now)}</span>`}`;
  if (isSilent)
    return html`<strong class="warn">${words.silent}</strong>${state === undefined ? '' : html`<span class="address">${words.lastFound(found)}</span>`}`;
  return state === undefined ? words.noRun : found;
}
