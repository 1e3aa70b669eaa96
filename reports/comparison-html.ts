import { html } from 'hono/html';
import { type ComparedSet, setViewOf } from './compared-set.ts';
import type { Tone } from './comparison-model.ts';
import type { ComparisonView, Item, Section } from './comparison-view.ts';
import { renderPage } from './html-page.ts';
import { answerLooks, answerWords, type Keeping, keepingList } from './keep-integration.ts';
import type { Markup } from './markup.ts';
import { momentText } from './moments.ts';
import { sanitize } from './sanitize.ts';

/** Comparisons as one page of HTML, as `renderPage` makes it. */
export function renderComparisonSetHtml(set: ComparedSet): string {
  const { verdict, tone, notes, views } = setViewOf(set, (moment) => momentText(moment));
  const [only] = views;
  const title = verdict === undefined && only !== undefined ? `What changed at ${only.name}` : 'What changed';
  return renderPage(
    title,
    html`<header><h1>${sanitize(title)}</h1>
${verdict === undefined ? '' : html`<p class="verdict ${tone}">${verdict}</p>`}
${notes.map((note) => html`<p class="open">${sanitize(note)}</p>`)}
${verdict === undefined ? '' : contents(views)}</header>
${views.map((view, index) => viewSection(view, index, verdict !== undefined))}`,
  );
}

/** The installations with their verdicts, each a link. */
function contents(views: readonly ComparisonView[]): Markup {
  const items = views.map(
    ({ name, tone, verdict }, index) =>
      html`<li class="${tone}"><a href="#installation-${index + 1}">${sanitize(name)}</a> <span>${verdict}</span></li>`,
  );
  return html`<ol class="todo">${items}</ol>`;
}

function viewSection(view: ComparisonView, index: number, isOneOfSeveral: boolean): Markup {
  const { name, tone, verdict, sides, sections, keeping, closing } = view;
  const [conclusion = verdict, ...counts] = verdict.split(/(?<=\.) /);
  const own = `installation-${index + 1}`;
  return html`<div class="part">${isOneOfSeveral ? html`<h2 id="${own}">${sanitize(name)}</h2>` : ''}
<p class="verdict ${isOneOfSeveral ? 'minor ' : ''}${tone}">${conclusion}</p>
${counts.length === 0 ? '' : html`<p class="state">${counts.join(' ')}</p>`}
<ul class="plain small">${sides.map((side) => html`<li>${sanitize(side)}</li>`)}</ul>
${sections.map((section) => sectionMarkup(section, isOneOfSeveral))}
${keepingSection(keeping, own, isOneOfSeveral)}
<p class="small">${sanitize(closing.join(' '))}</p></div>
`;
}

function heading(text: string, isOneOfSeveral: boolean): Markup {
  return isOneOfSeveral ? html`<h3 class="title">${text}</h3>` : html`<h2>${text}</h2>`;
}

function sectionMarkup({ title, tone, items }: Section, isOneOfSeveral: boolean): Markup {
  return html`<section>${heading(`${title} (${items.length})`, isOneOfSeveral)}
<ul class="cards">${items.map((item) => itemMarkup(item, tone))}</ul></section>
`;
}

function itemMarkup({ label, tone, sentence, details }: Item, usual: Tone): Markup {
  return html`<li class="${tone ?? usual}">${label === undefined ? '' : html`<b class="label">${label}</b> `}${sanitize(sentence)}${details.map((detail) => html`<p class="small">${sanitize(detail)}</p>`)}</li>
`;
}

function keepingSection(keeping: readonly Keeping[], own: string, isOneOfSeveral: boolean): Markup {
  if (keeping.length === 0) return html``;
  const { rows: listed, folded } = keepingList(keeping);
  const rows = listed.map(({ endpoint, answer, reasons }) => {
    const { tone, mark } = answerLooks[answer];
    return html`<tr role="row"><th scope="row" role="rowheader"><code>${sanitize(endpoint)}</code></th><td role="cell" class="answer ${tone}"><span aria-hidden="true">${mark}</span> ${answerWords[answer]}</td><td role="cell">${sanitize(reasons.join('; '))}</td></tr>
`;
  });
  const rest =
    folded === undefined
      ? ''
      : html`<details><summary>${folded.title}</summary><ul class="plain">${folded.endpoints.map((endpoint) => html`<li><code>${sanitize(endpoint)}</code></li>`)}</ul></details>`;
  return html`<section>${heading('Can I keep my integration?', isOneOfSeveral)}
<div class="scroll" role="region" aria-label="Table of endpoints of ${own}" tabindex="0"><table class="wide" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Endpoint</th><th scope="col" role="columnheader">Answer</th><th scope="col" role="columnheader">Why</th></tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>${rest}</section>`;
}
