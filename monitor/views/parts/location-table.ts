import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { LocationsView, LocationView } from '../locations-model.ts';
import { dataTable } from './data-table.ts';
import { stateBadge } from './icons.ts';
import { age, distance } from './times.ts';

/** What each location finds, and since when. */
export function locationTable({ agree, of }: LocationsView, now: string): Markup {
  return html`<p>The installation is down when ${agree} of ${of.length} locations find it so. A broken requirement needs one.</p>
${dataTable({
  label: 'Table of locations',
  caption: 'What each location finds.',
  columns: ['Location', 'State', 'Cause', 'Last run'],
  rows: of.map(
    (one) =>
      html`<tr><th scope="row">${one.name}${one.isHere ? html` <span class="small soft">(this monitor)</span>` : ''}</th><td>${stateFrom(one, now)}</td><td class="long">${sanitize(one.cause ?? '')}</td><td>${one.lastRun === undefined ? 'none yet' : html`<a href="${one.lastRun.url}">${distance(one.lastRun.at, now)}</a>`}</td></tr>`,
  ),
})}`;
}

function stateFrom({ state, since, isSilent }: LocationView, now: string): Markup | string {
  const found =
    state === undefined
      ? ''
      : html`${stateBadge(state)}${since === undefined ? '' : html` <span class="small soft">for ${age(since, now)}</span>`}`;
  if (isSilent)
    return html`<strong class="warn">Silent</strong>${state === undefined ? '' : html`<span class="address">last found: ${found}</span>`}`;
  return state === undefined ? 'no run yet' : found;
}
