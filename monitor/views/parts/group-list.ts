import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import type { GroupView } from '../overview-model.ts';
import { texts } from '../texts.ts';
import { stateShape } from './icons.ts';

const words = texts.overview.groups;

/** So many are shown at once, the gravest; the others on demand. */
const shownAtOnce = 6;

/** Each group in a few words, the gravest first. */
export function groupList(groups: readonly GroupView[]): Markup {
  const items = groups.map(
    (group) =>
      html`<li class="${stateOf(group.state).tone}"><a class="tally" href="${group.url}">${stateShape(group.state)}<strong>${groupName(group)}</strong> <span>${groupSummary(group)}</span></a></li>`,
  );
  const others = items.slice(shownAtOnce);
  return html`<ul class="tallies">${items.slice(0, shownAtOnce)}</ul>${others.length === 0 ? '' : html`<details id="more-groups"><summary>${words.more(others.length)}</summary><ul class="tallies">${others}</ul></details>`}`;
}

export function groupName({ name }: GroupView): string {
  return name ?? words.none;
}

/** "1 of 2 down" */
export function groupSummary({ total, down, troubled, conforming }: GroupView): string {
  if (troubled > down) return words.troubled(troubled, total, down);
  if (down > 0) return words.down(down, total);
  return conforming === total ? words.conforming(total) : words.conformingOf(conforming, total);
}
