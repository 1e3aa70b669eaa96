import { html } from 'hono/html';
import type { ShownHeaders } from '../../engine/evidence/shown-headers.ts';
import { answerHeaders } from '../html/answer-headers.ts';
import { formattedBody } from '../html/formatted-body.ts';
import { joined } from '../html/page.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { pluralize } from '../words.ts';
import { contradictionArticle, type DocumentLinks, gapArticle, requirementArticle } from './articles.ts';
import {
  type DocumentFilter,
  type DocumentView,
  documentFilters,
  type RequirementStatus,
  type SectionView,
} from './view.ts';

/** An exchange that verdicts refer to. Its texts may hold what an installation said. */
export interface ShownExchange {
  readonly id: string;
  /** "GET /api/v3/users without a key". */
  readonly title: string;
  /** When it was asked, and what came back. */
  readonly facts: string;
  /** The beginning of the body, if a verdict failed by it. */
  readonly excerpt?: string | undefined;
  /** Headers of the answer, if they are kept. */
  readonly headers?: ShownHeaders | undefined;
  readonly curl: string;
}

export interface DocumentBody {
  readonly view: DocumentView;
  readonly links: DocumentLinks;
  readonly exchanges: readonly ShownExchange[];
  /** The filter as links; without it, as inputs that the style sheet reads, for a page that comes from no server. */
  readonly filter?: { readonly chosen: DocumentFilter; readonly url: (filter: DocumentFilter) => string };
}

/** The name of each filter, and the message if it shows nothing. */
const filterTexts: Readonly<Record<DocumentFilter, readonly [name: string, nothing: string]>> = {
  all: ['Everything', ''],
  broken: ['Broken', 'No requirement is broken.'],
  unjudged: ['Not wholly judged', 'Whatever an answer can show was judged.'],
  changed: ['Changed since the baseline', 'Nothing differs from the baseline.'],
};

/** The annotated document below the head of its page: numbers, filter, contents, sections, contradictions, evidence. */
export function documentBody({ view, links, exchanges, filter }: DocumentBody): Markup {
  const { sections, contradictions, shown } = view;
  const filters = documentFilters.filter((one) => one !== 'changed' || view.hasBaseline);
  const empty = filters.filter((one) => one !== 'all' && shown[one] === 0);
  return html`<div class="document show-${filter?.chosen ?? 'all'}">
${numbers(view)}
${filterControl(filters, view, filter)}
<div class="doc-columns">
${contents(view, exchanges.length > 0)}
<div class="doc-main">
${empty.map((one) => html`<p class="doc-none none-${one}">${filterTexts[one][1]}</p>`)}
${sections.map((section) => sectionMarkup(section, links))}
<section class="doc-section" aria-labelledby="contradictions"><h2 id="contradictions">Where the document contradicts itself</h2>
<p class="doc-summary">Statements that do not fit each other, or cannot hold as written. No installation is blamed for them: what the suite does instead stands with each.</p>
${contradictions.map(contradictionArticle)}</section>
${evidenceSection(exchanges)}</div></div></div>`;
}

function filterControl(
  filters: readonly DocumentFilter[],
  { shown }: DocumentView,
  links: DocumentBody['filter'],
): Markup {
  const items = filters.map((one) => {
    const name = html`${filterTexts[one][0]} <span class="doc-count">${shown[one]}</span>`;
    return links === undefined
      ? html`<span><input type="radio" name="show" id="show-${one}"${one === 'all' ? html` checked` : ''}><label for="show-${one}">${name}</label></span>`
      : html`<a href="${links.url(one)}"${one === links.chosen ? html` aria-current="true"` : ''}>${name}</a>`;
  });
  return links === undefined
    ? html`<fieldset class="doc-filter"><legend class="hidden">Show</legend>${items}</fieldset>`
    : html`<nav class="doc-filter" aria-label="Show">${items}</nav>`;
}

/** The parts of the bar, each with its requirements and its colour. */
const barParts: readonly (readonly [name: string, statuses: readonly RequirementStatus[], look: string])[] = [
  ['broken', ['broken'], 'bad'],
  ['known to be broken', ['known'], 'open'],
  ['hold', ['holds'], 'good'],
  ['hold as far as judged', ['partly'], 'part'],
  ['not judged', ['unjudged', 'fault'], 'open'],
  ['that no answer can show', ['unobservable'], 'soft'],
];

/** How many requirements did how, as a bar and in words. */
function numbers({ sections, shown: { all } }: DocumentView): Markup {
  const statuses = sections.flatMap(({ requirements }) => requirements.map(({ status }) => status));
  let start = 0;
  const parts = barParts.flatMap(([name, own, look]) => {
    const number = statuses.filter((status) => own.includes(status)).length;
    if (number === 0) return [];
    const bar = html`<rect class="${look}" x="${start}" width="${number}" height="1"/>`;
    start += number;
    return [{ bar, words: html`<span class="${look}"><b>${number}</b> ${name}</span>` }];
  });
  return html`<div class="doc-numbers"><svg viewBox="0 0 ${all} 1" preserveAspectRatio="none" aria-hidden="true">${parts.map(({ bar }) => bar)}</svg>
<p>${pluralize(all, 'requirement')}: ${joined(parts.map(({ words }) => words))}</p></div>`;
}

/** The style sheet leaves out of the contents what a filter does not show. */
function contents({ sections, contradictions }: DocumentView, hasEvidence: boolean): Markup {
  const items = sections.map(({ id, title, requirements, gaps }) => {
    const shownBy = [...requirements, ...gaps].flatMap((one) => one.shownBy);
    const has = documentFilters.filter((one) => shownBy.includes(one)).map((one) => `has-${one}`);
    const broken = shownBy.filter((one) => one === 'broken').length;
    const mark = broken === 0 ? '' : html` <span class="doc-status bad">${broken} broken</span>`;
    return html`<li class="${has.join(' ')}"><a href="#section-${id}">${id} ${title}</a>${mark}</li>`;
  });
  return html`<nav class="doc-contents" aria-label="Sections of the document"><details><summary>Contents</summary><ol>${items}
<li><a href="#contradictions">Contradictions</a> <span class="doc-note">${contradictions.length}</span></li>
${hasEvidence ? html`<li><a href="#evidence">Evidence</a></li>` : ''}</ol></details></nav>`;
}

function sectionMarkup(
  { id, title, summary, requirements, gaps }: SectionView,
  links: DocumentLinks,
): Markup {
  const open = html`<h3 class="doc-open">Left open in section ${id}</h3>
${gaps.map((gap) => gapArticle(gap, links))}`;
  return html`<section class="doc-section" aria-labelledby="section-${id}"><h2 id="section-${id}"><span class="doc-number">${id}</span> ${title}</h2>
<p class="doc-summary">${summary}</p>
${requirements.map((one) => requirementArticle(one, links))}
${gaps.length === 0 ? '' : open}</section>
`;
}

/** The id of the element that shows an exchange. */
export function evidenceId(exchange: string): string {
  return `evidence-${exchange.replaceAll(/[^\w-]/g, '-')}`;
}

/** The exchanges, each with a line that repeats it. */
function evidenceSection(exchanges: readonly ShownExchange[]): Markup | '' {
  if (exchanges.length === 0) return '';
  return html`<section class="doc-evidence" aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>
<p class="doc-summary">The requests that verdicts refer to, each with a line that repeats it.</p>
${exchanges.map(exchangeMarkup)}</section>
`;
}

/** Folded, unless it shows a failure. A link to the inner part opens it. */
function exchangeMarkup({ id, title, facts, excerpt = '', headers, curl }: ShownExchange): Markup {
  return html`<details class="doc-exchange"${excerpt === '' ? '' : html` open`}><summary>${sanitize(title)}</summary><div id="${evidenceId(id)}">
<p class="doc-note">${sanitize(facts)}</p>
${excerpt === '' ? '' : html`<pre tabindex="0">${formattedBody(excerpt)}</pre>`}${answerHeaders(headers)}<pre tabindex="0">${sanitize(curl)}</pre></div></details>
`;
}
