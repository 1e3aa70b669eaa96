import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { roughDuration } from '../../../reports/words.ts';
import { type IncidentsView, type IncidentView, mostChanges } from '../data/incidents-view.ts';
import { feedUrl, incidentsUrl, installationUrl } from '../data/urls.ts';
import { acknowledgedLine } from '../parts/acknowledged.ts';
import { stateBadge } from '../parts/icons.ts';
import { incidentFilter } from '../parts/incident-filter.ts';
import { incidentForms } from '../parts/incident-forms.ts';
import { pageLinks } from '../parts/page-links.ts';
import { moment, shortDay } from '../parts/times.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.incidents;

/** The page of incidents: how long, why, which runs, what ended them, and what operators wrote. */
export function renderIncidents(view: IncidentsView): string | Promise<string> {
  const { frame, installation, asked, problem, open } = view;
  const title = words.title(installation);
  const feed = feedUrl(installation === undefined ? asked : { ...asked, installation });
  return layout(frame, {
    title,
    crumbs: [
      { text: texts.frame.installations, url: '/' },
      ...(installation === undefined ? [] : [{ text: installation, url: installationUrl(installation) }]),
      { text: texts.frame.incidents },
    ],
    refreshing: problem === undefined ? 'by-script' : 'never',
    ...(installation === undefined ? {} : { installation }),
    ...(view.draft === undefined ? {} : { address: incidentsUrl(installation, asked, view.paging.page) }),
    content: html`
<div class="head"><div><h1>${title}</h1>
<p class="sub" id="incidents-rule" data-live>${words.rule(open === 0 ? words.noneOpen : html`<strong class="bad">${words.open(open)}</strong>`)}</p>
<p class="sub"><a href="${feed}">${words.feed}</a>${installation === undefined ? '' : html` · <a href="${incidentsUrl(undefined, asked)}">${words.ofAll}</a>`}</p></div></div>
${problem === undefined ? '' : html`<p class="cause notice warn" role="alert">${sanitize(problem)}</p>`}
${incidentFilter(view)}
${problem === undefined ? html`<div id="incidents-list" data-live>${incidentList(view)}</div>` : ''}`,
  });
}

function incidentList(view: IncidentsView): Markup {
  const { installation, asked, incidents, paging, from, to, cutOffAt } = view;
  const chosen = installation ?? asked.installation;
  const isFiltered = Object.keys(asked).length > 0;
  const showAll = isFiltered ? html` <a href="${incidentsUrl(installation)}">${words.showAll}</a>` : '';
  const cutOff =
    cutOffAt === undefined
      ? ''
      : html`<p class="small soft">${words.cutOff(mostChanges, moment(cutOffAt), chosen === undefined)}</p>`;
  if (incidents.length === 0) {
    const kind = asked.show && words.kinds[asked.show];
    const none = isFiltered ? words.noneMatch(kind, chosen, (from ?? to) !== undefined) : words.none;
    return html`<p>${none}${showAll}</p>${cutOff}`;
  }
  const span = [from, to].map((one) => (one === undefined ? undefined : moment(one)));
  return html`<p class="small soft">${words.shown(words.amount(paging.matching), ...span)}${paging.pages < 2 ? '' : html` ${words.part(paging.first, incidents.length)}`}${showAll}</p>${cutOff}
${incidentGroups(view)}${pageLinks(paging, (page) => incidentsUrl(installation, asked, page))}`;
}

/** What lasts first, then by the day on which it began. */
function incidentGroups(view: IncidentsView): readonly Markup[] {
  const groups = groupBy(view.incidents, ({ endedAt, startedAt }) =>
    endedAt === undefined ? 'now' : startedAt.slice(0, 10),
  );
  return [...groups].map(([day, own]) => {
    const title = day === 'now' ? words.openNow : words.began(shortDay(day), new Date(day).getUTCFullYear());
    return html`<section class="incident-day" aria-labelledby="began-${day}"><h2 id="began-${day}">${title}</h2>
<div class="incident-cards">${own.map((one) => incidentArticle(one, view))}</div></section>
`;
  });
}

function incidentArticle(incident: IncidentView, view: IncidentsView): Markup {
  const {
    id,
    installation,
    state,
    worst,
    cause,
    startedAt,
    endedAt,
    durationMs,
    endedBy,
    course,
    acknowledged,
  } = incident;
  const { installation: only, canAct } = view;
  const tone = endedAt === undefined ? stateOf(state).tone : 'mute';
  const name =
    only === undefined ? html`<a href="${installationUrl(installation)}">${installation}</a> ` : '';
  const lasted = html`<span class="lasted">${words.lasted(roughDuration(durationMs), endedAt === undefined)}</span>${worst === undefined ? '' : html` <span class="lasted soft">${words.worst(stateOf(worst.state).label.toLowerCase(), roughDuration(worst.lastedMs))}</span>`}`;
  return html`<article class="incident-card tone-${tone}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${name}${stateBadge(state)} ${lasted}</h3>
<p class="small soft">${words.lastedFrom(moment(startedAt), endedAt === undefined ? words.now : moment(endedAt))}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}
${acknowledged === undefined ? '' : html`<p class="known">${acknowledgedLine(acknowledged)}</p>`}
<ol class="course small">${course.map((step) => html`<li>${courseStep(step, cause)}</li>`)}
${endedBy === undefined || endedAt === undefined ? '' : html`<li>${words.ended(linked(endedBy.runUrl, moment(endedAt)), stateOf(endedBy.state).label.toLowerCase(), endedBy.runUrl === undefined)}</li>`}</ol>
${noteList(incident)}${canAct ? incidentForms(incident, view) : ''}</article>
`;
}

/** The cause of the incident itself stands above. */
function courseStep({ at, state, cause, runUrl }: IncidentView['course'][number], above?: string): Markup {
  const why = cause === undefined || cause === above ? undefined : sanitize(cause);
  return words.step(linked(runUrl, moment(at)), stateOf(state).label.toLowerCase(), why);
}

function linked(url: string | undefined, text: Markup): Markup {
  return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}

function noteList({ notes }: IncidentView): Markup | '' {
  if (notes.length === 0) return '';
  const items = notes.map(
    ({ at, who, message, isPublic }) =>
      html`<li><p>${sanitize(message)}</p><p class="small soft">${words.noteBy(sanitize(who), moment(at), isPublic)}</p></li>`,
  );
  return html`<ul class="incident-notes" aria-label="${words.notes}">${items}</ul>
`;
}
