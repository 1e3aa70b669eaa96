import { html } from 'hono/html';
import { type InstallationState, states } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { overviewUrl } from '../data/urls.ts';
import type { OverviewView } from '../overview-model.ts';
import { texts } from '../texts.ts';

const words = texts.overview.filter;

/** Search, filters and layouts. It is a form of plain links and fields; a script sends it while somebody types. */
export function overviewFilter({ query, groups, tags, frame }: OverviewView): Markup {
  const { text, state, group, tag } = query;
  return html`<div class="toolbar"><form class="filter" action="/" role="search" data-filter>
<div><label for="filter-text">${words.search}</label><input id="filter-text" type="search" name="q" value="${text}" placeholder="${words.searchHint}" autocomplete="off" spellcheck="false" maxlength="200"></div>
<div><label for="filter-state">${texts.common.state}</label><select id="filter-state" name="state"><option value="">${words.all}</option>${option('trouble', words.trouble, state)}${states.map(({ id, label }) => option(id, withCount(label.toLowerCase(), frame.summary, id), state))}</select></div>
${choice('group', words.group, groups, group)}${choice('tag', words.tag, tags, tag)}
${query.layout === 'usual' ? '' : html`<input type="hidden" name="view" value="${query.layout}">`}
<button class="plain" type="submit">${words.apply}</button>${isFiltered(query) ? html`<a class="clear" href="${overviewUrl(query, { text: '', state: undefined, group: undefined, tag: undefined })}">${words.clear}</a>` : ''}</form>
<nav class="layouts" aria-label="${words.layout}">${(['usual', 'dense', 'wall'] as const).map((layout) => html`<a href="${overviewUrl(query, { layout })}"${layout === query.layout ? html` aria-current="true"` : ''}>${words.layouts[layout]}</a>`)}</nav></div>`;
}

export function isFiltered({ text, state, group, tag }: OverviewView['query']): boolean {
  return text !== '' || state !== undefined || group !== undefined || tag !== undefined;
}

/** Left out where there is nothing to choose from. */
function choice(
  name: 'group' | 'tag',
  label: string,
  choices: readonly string[],
  chosen: string | undefined,
): Markup | '' {
  if (choices.length === 0) return '';
  return html`<div><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${words.all}</option>${choices.map((word) => option(word, word, chosen))}</select></div>`;
}

function option(value: string, text: string, chosen: string | undefined): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
}

function withCount(
  label: string,
  summary: OverviewView['frame']['summary'],
  state: InstallationState,
): string {
  const found = summary.find((one) => one.state === state);
  return found === undefined ? label : words.stateCount(label, found.count);
}
