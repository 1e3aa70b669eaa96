import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { roughDuration } from '../../../reports/words.ts';
import type { RecentIncidentView } from '../overview-model.ts';
import { texts } from '../texts.ts';
import { causeBeside } from './cause-beside.ts';
import { stateShape } from './icons.ts';
import { clockMoment } from './times.ts';

const words = texts.overview;

/** So many are shown at once; the others on demand. */
const shownAtOnce = 4;
/** An outage of hundreds needs no line for each: they stand below by their state. */
const listed = 24;

/** What happened in the last day: what lasts comes first. */
export function recentIncidentList(incidents: readonly RecentIncidentView[], now: string): Markup {
  if (incidents.length === 0) return html`<p class="soft small">${words.noIncident}</p>`;
  const shown = incidents.slice(0, shownAtOnce).map((one) => item(one, now));
  const others = incidents.slice(shownAtOnce, listed).map((one) => item(one, now));
  const more = incidents.length - listed;
  return html`<ul class="incident-list">${shown}</ul>${others.length === 0 ? '' : html`<details id="more-incidents"><summary>${words.moreIncidents(incidents.length - shownAtOnce)}</summary><ul class="incident-list">${others}</ul>${more > 0 ? html`<p class="soft">${words.earlierIncidents(more)}</p>` : ''}</details>`}`;
}

function item(
  { installation, url, baseUrl = '', state, worst, from, to, cause = '', runUrl }: RecentIncidentView,
  now: string,
): Markup {
  const { tone, label } = stateOf(state);
  const end = to === undefined ? html`${words.now}` : clockMoment(to);
  // What began before these hours says when it ended alone.
  const time = from === undefined ? words.until(end) : html`${clockMoment(from)}–${end}`;
  const lasted =
    from === undefined ? '' : roughDuration(Math.max(0, Date.parse(to ?? now) - Date.parse(from)));
  const what =
    runUrl === undefined
      ? html`${label.toLowerCase()}`
      : html`<a href="${runUrl}">${label.toLowerCase()}</a>`;
  return html`<li class="${to === undefined ? tone : 'over'}"><span class="incident-time">${time}</span><span class="incident-length soft">${lasted}</span><span class="incident-what">${stateShape(state)}<a href="${url}">${installation}</a> ${what}${worst === undefined ? '' : ` (${words.worst(stateOf(worst).label.toLowerCase())})`}</span><span class="incident-cause soft">${sanitize(causeBeside(cause, baseUrl))}</span></li>`;
}
