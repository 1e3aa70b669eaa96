import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { type IncidentsView, type IncidentView, listOf } from '../data/incidents-view.ts';
import { incidentFormUrl } from '../data/urls.ts';
import type { IncidentForm } from '../incidents-model.ts';
import { texts } from '../texts.ts';

const words = texts.incidents;

/** The longest note on an incident, in characters. */
export const longestNote = 1000;

/** What operators may do on an incident: write on it, and, while it lasts, say that it is known. They need no script. */
export function incidentForms(incident: IncidentView, view: IncidentsView): Markup {
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
  const { known } = words;
  const texts = {
    summary: known.takeBack,
    label: known.takeBackLabel(id),
    fields: html``,
    submit: known.takeBack,
  };
  return form(id, 'acknowledgement/end', view, texts);
}

interface FormTexts {
  readonly summary: string;
  readonly label: string;
  readonly fields: Markup;
  readonly submit: string;
}

function form(
  id: string,
  name: IncidentForm,
  view: IncidentsView,
  { summary, label, fields, submit }: FormTexts,
): Markup {
  const key = `${id}-${{ notes: 'note', acknowledgement: 'known', 'acknowledgement/end': 'end' }[name]}`;
  // What is being written must stay.
  return html`<details class="note-form" id="${key}" data-keep${typedInto(view, id, name) === undefined ? '' : html` open`}><summary>${summary}</summary>
<form class="card" method="post" action="${incidentFormUrl(id, name, listOf(view))}" aria-label="${label}">
${fields}
<div><input type="text" autocomplete="username" value="operator" hidden><label for="${key}-token">${texts.actions.token}</label><input id="${key}-token" name="token" type="password" autocomplete="current-password" spellcheck="false" required></div>
<button type="submit">${submit}</button></form></details>`;
}

/** What stood in a form that was refused. */
function typedInto(
  { draft }: IncidentsView,
  incident: string,
  name: IncidentForm,
): Readonly<Record<string, string>> | undefined {
  return draft?.incident === incident && draft.form === name ? draft.values : undefined;
}
