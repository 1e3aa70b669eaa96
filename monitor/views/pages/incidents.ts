import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { pluralize, roughDuration } from '../../../reports/words.ts';
import type { IncidentsView, IncidentView } from '../data/incidents-view.ts';
import { feedUrl, incidentNoteUrl, incidentsUrl, installationUrl } from '../data/urls.ts';
import { stateBadge } from '../parts/icons.ts';
import { moment } from '../parts/times.ts';
import { layout } from './layout.ts';

/** The longest note on an incident, in characters. */
export const longestNote = 1000;

/** The page of incidents: how long, why, which runs, what ended them, and what operators wrote. */
export function renderIncidents(view: IncidentsView): string | Promise<string> {
  const { frame, installation, incidents } = view;
  const title = installation === undefined ? 'Incidents' : `Incidents of ${installation}`;
  const open = incidents.filter(({ endedAt }) => endedAt === undefined).length;
  return layout(frame, {
    title,
    crumbs: [
      { text: 'Installations', url: '/' },
      ...(installation === undefined ? [] : [{ text: installation, url: installationUrl(installation) }]),
      { text: 'Incidents' },
    ],
    // A note that is being written must stay.
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>${title}</h1>
<p class="sub">${open === 0 ? 'No incident is open.' : html`<strong class="bad">${pluralize(open, 'incident')} ${open === 1 ? 'is' : 'are'} open.</strong>`} An incident lasts from the first bad state to the recovery, confirmed as the state is.</p>
<p class="sub"><a href="${feedUrl(installation)}">Feed (Atom)</a>${installation === undefined ? '' : html` · <a href="${incidentsUrl()}">Incidents of all installations</a>`}</p></div></div>
${incidents.length === 0 ? html`<p>The history has no incident.</p>` : html`<div class="incident-cards">${incidents.map((one) => incidentArticle(one, view))}</div>`}`,
  });
}

function incidentArticle(incident: IncidentView, { installation: only, canAct }: IncidentsView): Markup {
  const { id, installation, state, cause, startedAt, endedAt, durationMs, endedBy, course } = incident;
  const tone = endedAt === undefined ? stateOf(state).tone : 'mute';
  const name =
    only === undefined ? html`<a href="${installationUrl(installation)}">${installation}</a> ` : '';
  const lasted = html`<span class="lasted">${endedAt === undefined ? 'for ' : ''}${roughDuration(durationMs)}</span>`;
  return html`<article class="incident-card tone-${tone}" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}${stateBadge(state)} ${lasted}</h2>
<p class="small soft">${moment(startedAt)} to ${endedAt === undefined ? 'now' : moment(endedAt)}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}
<ol class="course small">${course.map((step) => html`<li>${linked(step.runUrl, moment(step.at))} ${stateOf(step.state).label.toLowerCase()}${step.cause === undefined || step.cause === cause ? '' : html`: ${sanitize(step.cause)}`}</li>`)}
${endedBy === undefined || endedAt === undefined ? '' : html`<li>${linked(endedBy.runUrl, moment(endedAt))} ended: ${stateOf(endedBy.state).label.toLowerCase()}${endedBy.runUrl === undefined ? ', by an operator' : ''}</li>`}</ol>
${noteList(incident)}${canAct ? noteForm(incident) : ''}</article>
`;
}

function linked(url: string | undefined, text: Markup): Markup {
  return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}

function noteList({ notes }: IncidentView): Markup | '' {
  if (notes.length === 0) return '';
  const items = notes.map(
    ({ at, who, message }) =>
      html`<li><p>${sanitize(message)}</p><p class="small soft">${sanitize(who)}, ${moment(at)}</p></li>`,
  );
  return html`<ul class="incident-notes" aria-label="Notes">${items}</ul>
`;
}

function noteForm({ id }: IncidentView): Markup {
  return html`<details class="note-form"><summary>Write a note</summary>
<form class="card" method="post" action="${incidentNoteUrl(id)}" aria-label="Note on ${id}">
<div><label for="${id}-message">Note</label><textarea id="${id}-message" name="message" rows="3" maxlength="${longestNote}" required></textarea></div>
<div><input type="text" autocomplete="username" value="operator" hidden><label for="${id}-token">Operator's token</label><input id="${id}-token" name="token" type="password" autocomplete="current-password" spellcheck="false" required></div>
<button type="submit">Keep the note</button></form></details>`;
}
