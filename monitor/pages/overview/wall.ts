import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { healthStrip } from '../monitor/view.ts';
import { layout } from '../shared/layout.ts';
import { acknowledgedLine, causeBeside, stateShape } from '../shared/marks.ts';
import { texts } from '../shared/texts.ts';
import { lastedFor, zonedClock } from '../shared/times.ts';
import { overviewUrl } from '../shared/urls.ts';
import type { GroupView, TileView, WallView } from './model.ts';
import { wallTexts } from './texts.ts';
import { groupName, groupSummary, headline, summaryText } from './view.ts';

const words = wallTexts;

/** The overview for a screen on a wall: large tiles for installations that are not conforming, small ones for the others. */
export function renderWall(view: WallView): Markup {
  const { frame, tiles, query, total, troubled } = view;
  const severe = tiles.filter(({ state }) => state !== 'conforming');
  const well = tiles.filter(({ state }) => state === 'conforming');
  return layout(frame, {
    title: summaryText(frame) || texts.frame.overview,
    crumbs: [{ text: texts.frame.overview, url: '/' }],
    refreshing: 'always',
    isBare: true,
    content: html`
<div class="wall" id="wall" data-live>
<header class="wall-head"><h1>${headline(frame, total)}</h1>${frame.summary.length < 2 ? '' : html`<p class="wall-counts">${summaryText(frame)}</p>`}<p class="wall-clock">${zonedClock(frame.now)}</p><a class="wall-exit" href="${overviewUrl(query, { layout: 'usual' })}">${words.leave}</a></header>
${view.health.isWell ? '' : healthStrip(view.health, frame.now)}
${troubled.length === 0 ? '' : html`<ul class="tiles${tileSizeOf(troubled.length)}" aria-label="${words.notConforming}">${troubled.map(groupTile)}</ul>`}
${severe.length === 0 ? '' : html`<ul class="tiles${tileSizeOf(severe.length)}" aria-label="${words.notConforming}">${severe.map((row) => tile(row, frame.now))}</ul>`}
${pebbles(view.well.map((group) => ({ url: group.url, text: words.group(groupName(group), group.conforming) })))}
${pebbles(well.map(({ url, name }) => ({ url, text: name })))}
</div>`,
  });
}

function tile({ name, url, baseUrl, state, stateSince, cause, acknowledged }: TileView, now: string): Markup {
  const { tone, label } = stateOf(state);
  return html`<li class="tile ${tone}"><a href="${url}"><span class="tile-name">${name}</span><span class="tile-state">${stateShape(state)}${label}${stateSince === undefined ? '' : html` <span class="tile-since">${lastedFor(stateSince, now)}</span>`}</span>${cause === undefined ? '' : html`<span class="tile-cause">${sanitize(causeBeside(cause, baseUrl))}</span>`}${acknowledged === undefined ? '' : html`<span class="tile-known">${acknowledgedLine(acknowledged)}</span>`}</a></li>`;
}

function groupTile(group: GroupView): Markup {
  const { url, state } = group;
  return html`<li class="tile ${stateOf(state).tone}"><a href="${url}"><span class="tile-name">${groupName(group)}</span><span class="tile-state">${stateShape(state)}${groupSummary(group)}</span></a></li>`;
}

/** A wall cannot be scrolled: if many are in trouble, a tile has less in it, and each of them is there; a few fill it. */
function tileSizeOf(amount: number): string {
  if (amount > 80) return ' crowd';
  if (amount > 40) return ' dozens';
  if (amount > 16) return ' many';
  return amount <= 4 ? ' few' : '';
}

/** Hundreds fit only in small letters; a few need not be small. */
function sizeOf(amount: number): string {
  if (amount > 120) return ' tiny';
  return amount <= 24 ? ' few' : '';
}

/** What is well, in small: groups, or installations. */
function pebbles(all: readonly { readonly url: string; readonly text: string }[]): Markup | '' {
  if (all.length === 0) return '';
  const items = all.map(
    ({ url, text }) => html`<li><a href="${url}">${stateShape('conforming')}<span>${text}</span></a></li>`,
  );
  return html`<ul class="pebbles${sizeOf(all.length)}" aria-label="${words.conforming}">${items}</ul>`;
}
