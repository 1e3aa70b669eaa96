import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { IncidentsView } from '../data/incidents-view.ts';
import { incidentsUrl } from '../data/urls.ts';
import { type IncidentQuery, incidentKinds } from '../incidents-model.ts';
import { texts } from '../texts.ts';

const words = texts.incidents;

/** What most people look for. */
const usual: readonly { readonly title: string; readonly query: IncidentQuery }[] = [
  { title: words.usual.all, query: {} },
  { title: words.usual.open, query: { show: 'open' } },
  { title: words.usual.today, query: { from: 'today' } },
  { title: words.usual.week, query: { from: '7d' } },
  { title: words.usual.month, query: { from: '30d' } },
];

/** Which incidents the list shows: a form of plain fields, and links for the usual choices. */
export function incidentFilter({ installation, asked, installations }: IncidentsView): Markup {
  const { installation: chosen, show, from = '', to = '' } = asked;
  const scope = chosen === undefined ? {} : { installation: chosen };
  const links = usual.map(({ title, query }) => {
    const isShown = query.show === show && (query.from ?? '') === from && to === '';
    return html`<a href="${incidentsUrl(installation, { ...scope, ...query })}"${isShown ? html` aria-current="true"` : ''}>${title}</a>`;
  });
  const kinds = incidentKinds.map((kind) => option(kind, words.kinds[kind], show));
  return html`<nav class="layouts" aria-label="${words.usual.label}">${links}</nav>
<form class="card span-form" method="get" action="${incidentsUrl(installation)}" aria-label="${words.filter}">
${installation === undefined ? html`<div><label for="of">${texts.frame.installation}</label><select id="of" name="installation"><option value="">${words.all}</option>${installations.map((name) => option(name, name, chosen))}</select></div>` : ''}
<div><label for="show">${words.show}</label><select id="show" name="show"><option value="">${words.both}</option>${kinds}</select></div>
<div><label for="from">${words.from}</label><input id="from" name="from" value="${from}" placeholder="2026-03-01" aria-describedby="span-hint" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<div><label for="to">${words.to}</label><input id="to" name="to" value="${to}" placeholder="${words.now}" aria-describedby="span-hint" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<button type="submit">${words.apply}</button>
<p class="hint" id="span-hint">${words.hint}</p></form>`;
}

function option(value: string, text: string, chosen: string | undefined): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
}
