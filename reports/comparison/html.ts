import { html } from 'hono/html';
import { renderPage } from '../html/page.ts';
import { listItem, sectionMarkup } from '../html/sections.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { momentText } from '../words.ts';
import { compatibilitySection } from './keep-integration.ts';
import { type ComparedSet, type ComparisonView, setViewOf } from './view.ts';

/** Renders comparisons as one HTML page, like `renderPage`. */
export function renderComparisonSetHtml(set: ComparedSet): string {
  const { verdict, tone, notes, views } = setViewOf(set, (moment) => momentText(moment));
  const [only] = views;
  const title = verdict === undefined && only !== undefined ? `What changed at ${only.name}` : 'What changed';
  // The installations with their verdicts, each a link.
  const items = views.map(({ name, tone, verdict }, index) =>
    listItem(tone, html`<a href="#installation-${index + 1}">${sanitize(name)}</a> ${verdict}`, []),
  );
  return renderPage(
    title,
    html`<header><h1>${sanitize(title)}</h1>
${verdict === undefined ? '' : html`<p class="verdict ${tone}">${verdict}</p>`}
${notes.map((note) => html`<p class="open">${sanitize(note)}</p>`)}
${verdict === undefined ? '' : html`<ol class="todo">${items}</ol>`}</header>
${views.map((view, index) => viewSection(view, index, verdict !== undefined))}`,
  );
}

function viewSection(view: ComparisonView, index: number, isOneOfSeveral: boolean): Markup {
  const { name, tone, verdict, sides, sections, keeping, closing, advice } = view;
  const [conclusion = verdict, ...counts] = verdict.split(/(?<=\.) /);
  const all = [...sections, compatibilitySection(keeping)].filter(({ items }) => items.length > 0);
  return html`<div class="part">${isOneOfSeveral ? html`<h2 id="installation-${index + 1}">${sanitize(name)}</h2>` : ''}
<p class="verdict ${isOneOfSeveral ? 'minor ' : ''}${tone}">${conclusion}</p>
${counts.length === 0 ? '' : html`<p class="state">${counts.join(' ')}</p>`}
<ul class="plain small">${sides.map((side) => html`<li>${sanitize(side)}</li>`)}</ul>
${all.map((section) => sectionMarkup(section, isOneOfSeveral))}
<p class="small">${sanitize([...closing, ...advice].join(' '))}</p></div>
`;
}
