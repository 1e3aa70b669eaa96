import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { groupBy } from '../../../engine/group-by.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize, sanitizeLines } from '../../../reports/sanitize.ts';
import { roughDuration, stateWord } from '../../../reports/words.ts';
import { choiceLink, option, tokenField } from '../shared/forms.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import { acknowledgedLine, stateBadge } from '../shared/marks.ts';
import { pageLinks } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { moment, shortDay } from '../shared/times.ts';
import { feedUrl, incidentFormUrl, incidentsUrl, installationUrl } from '../shared/urls.ts';
import { type IncidentsView, type IncidentView, mostChanges } from './data.ts';
import { type IncidentForm, type IncidentQuery, incidentKinds } from './model.ts';
import { incidentsTexts } from './texts.ts';

const words = incidentsTexts;

/** What most people look for. */
const usual: readonly { readonly title: string; readonly query: IncidentQuery }[] = [
  { title: words.usual.all, query: {} },
  { title: words.usual.open, query: { show: 'open' } },
  { title: words.usual.today, query: { from: 'today' } },
  { title: words.usual.week, query: { from: '7d' } },
  { title: words.usual.month, query: { from: '30d' } },
];

/** Which incidents the list shows: a form of plain fields, and links for the usual choices. */
function incidentFilter({ installation, asked, installations }: IncidentsView): Markup {
  const { installation: chosen, show, from = '', to = '' } = asked;
  const links = usual.map(({ title, query }) => {
    const isShown = query.show === show && (query.from ?? '') === from && to === '';
    return choiceLink(incidentsUrl(installation, { installation: chosen, ...query }), title, isShown);
  });
  const kinds = incidentKinds.map((kind) => option(kind, words.kinds[kind], show));
  return html`<nav class="layouts" aria-label="${words.usual.label}">${links}</nav>
<form class="card span-form" method="get" action="${incidentsUrl(installation)}" aria-label="${words.filter}">
${installation === undefined ? html`<div><label for="of">${texts.frame.installation}</label><select id="of" name="installation"><option value="">${words.all}</option>${installations.map((name) => option(name, name, chosen))}</select></div>` : ''}
<div><label for="show">${words.show}</label><select id="show" name="show"><option value="">${words.both}</option>${kinds}</select></div>
<div><label for="from">${words.from}</label><input id="from" name="from" value="${from}" placeholder="2026-03-01" aria-describedby="span-hint" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<div><label for="to">${words.to}</label><input id="to" name="to" value="${to}" placeholder="${texts.times.now}" aria-describedby="span-hint" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<button type="submit">${words.apply}</button>
<p class="hint" id="span-hint">${words.hint}</p></form>`;
}

/** The longest note on an incident, in characters. */
export const longestNote = 1000;

/** What operators may do on an incident: write notes, and, while it lasts, acknowledge it. They need no script. */
function incidentForms(incident: IncidentView, view: IncidentsView): Markup {
  if (incident.endedAt !== undefined) return noteForm(incident, view);
  return html`${knownForm(incident, view)}${incident.acknowledged === undefined ? '' : endForm(incident, view)}${noteForm(incident, view)}`;
}

function noteForm({ id }: IncidentView, view: IncidentsView): Markup {
  const typed = typedInto(view, id, 'notes');
  const fields = html`<div><label for="${id}-message">${words.note}</label><textarea id="${id}-message" name="message" rows="3" maxlength="${longestNote}" required>${typed?.message ?? ''}</textarea></div>
<div class="tick"><input id="${id}-public" name="public" type="checkbox"${typed?.public === undefined ? '' : html` checked`}><label for="${id}-public">${words.publicNote}</label></div>`;
  return form(id, 'notes', view, {
    summary: words.writeNote,
    label: words.noteOn(id),
    fields,
    submit: words.keepNote,
  });
}

function knownForm({ id, acknowledged }: IncidentView, view: IncidentsView): Markup {
  const { known } = words;
  const typed = typedInto(view, id, 'acknowledgement');
  const fields = html`<p class="hint">${known.hint}</p>
<div><label for="${id}-until">${known.until}</label><input id="${id}-until" name="until" type="datetime-local" value="${typed?.until ?? acknowledged?.until.slice(0, 16) ?? ''}" required></div>
<div><label for="${id}-reason">${known.because}</label><input id="${id}-reason" name="reason" type="text" maxlength="200" autocomplete="off" value="${typed?.reason ?? acknowledged?.reason ?? ''}" required></div>`;
  const summary = acknowledged === undefined ? known.acknowledge : known.change;
  return form(id, 'acknowledgement', view, {
    summary,
    label: known.label(id),
    fields,
    submit: known.acknowledge,
  });
}

function endForm({ id }: IncidentView, view: IncidentsView): Markup {
  const { takeBack, takeBackLabel } = words.known;
  const label = takeBackLabel(id);
  return form(id, 'acknowledgement/end', view, { summary: takeBack, label, submit: takeBack });
}

interface FormTexts {
  readonly summary: string;
  readonly label: string;
  readonly fields?: Markup;
  readonly submit: string;
}

function form(
  id: string,
  name: IncidentForm,
  view: IncidentsView,
  { summary, label, fields = html``, submit }: FormTexts,
): Markup {
  const key = `${id}-${{ notes: 'note', acknowledgement: 'known', 'acknowledgement/end': 'end' }[name]}`;
  const { installation, asked: query, paging } = view;
  const action = incidentFormUrl(id, name, { installation, query, page: paging.page });
  // Text that is being written must stay.
  return html`<details class="note-form" id="${key}" data-keep${typedInto(view, id, name) === undefined ? '' : html` open`}><summary>${summary}</summary>
<form class="card" method="post" action="${action}" aria-label="${label}">
${fields}
${tokenField(`${key}-token`)}
<button type="submit">${submit}</button></form></details>`;
}

/** The input of a form that was refused. */
function typedInto(
  { draft }: IncidentsView,
  incident: string,
  name: IncidentForm,
): Readonly<Record<string, string>> | undefined {
  return draft?.incident === incident && draft.form === name ? draft.values : undefined;
}

/** The page of incidents: how long, why, which runs, what ended them, and what operators wrote. */
export function renderIncidents(view: IncidentsView): Markup {
  const { frame, installation, asked, problem, open } = view;
  const title = words.title(installation);
  const feed = feedUrl(installation === undefined ? asked : { ...asked, installation });
  return layout(frame, {
    title,
    crumbs: crumbsTo(texts.frame.incidents, installation),
    refreshing: problem === undefined ? 'by-script' : 'never',
    installation,
    address: view.draft && incidentsUrl(installation, asked, view.paging.page),
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
  const isFiltered = Object.values(asked).some((one) => one !== undefined);
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

/** Open incidents first, then by the day on which they began. */
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
  const { id, installation, state, worst, cause, startedAt, endedAt, endedBy, acknowledged } = incident;
  const { installation: only, canAct } = view;
  const tone = endedAt === undefined ? stateOf(state).tone : 'mute';
  const name =
    only === undefined ? html`<a href="${installationUrl(installation)}">${installation}</a> ` : '';
  const lasted = html`<span class="lasted">${words.lasted(roughDuration(incident.durationMs), endedAt === undefined)}</span>${worst === undefined ? '' : html` <span class="lasted soft">${words.worst(stateWord(worst.state), roughDuration(worst.lastedMs))}</span>`}`;
  return html`<article class="incident-card tone-${tone}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${name}${stateBadge(state)} ${lasted}</h3>
<p class="small soft">${words.lastedFrom(moment(startedAt), endedAt === undefined ? texts.times.now : moment(endedAt))}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}
${acknowledged === undefined ? '' : html`<p class="known">${acknowledgedLine(acknowledged)}</p>`}
<ol class="course small">${incident.course.map((step) => html`<li>${courseStep(step, cause)}</li>`)}
${endedBy === undefined || endedAt === undefined ? '' : html`<li>${words.ended(linked(endedBy.runUrl, moment(endedAt)), stateWord(endedBy.state), endedBy.runUrl === undefined)}</li>`}</ol>
${noteList(incident)}${canAct ? incidentForms(incident, view) : ''}</article>
`;
}

/** The cause of the incident itself is shown above. */
function courseStep({ at, state, cause, runUrl }: IncidentView['course'][number], above?: string): Markup {
  const why = cause === undefined || cause === above ? undefined : sanitize(cause);
  return words.step(linked(runUrl, moment(at)), stateWord(state), why);
}

function linked(url: string | undefined, text: Markup): Markup {
  return url === undefined ? text : html`<a href="${url}">${text}</a>`;
}

function noteList({ notes }: IncidentView): Markup | '' {
  if (notes.length === 0) return '';
  const items = notes.map(
    ({ at, who, message, isPublic }) =>
      html`<li><p class="lines">${sanitizeLines(message)}</p><p class="small soft">${words.noteBy(sanitize(who), moment(at), isPublic)}</p></li>`,
  );
  return html`<ul class="incident-notes" aria-label="${words.notes}">${items}</ul>
`;
}
