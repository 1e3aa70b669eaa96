import { html } from 'hono/html';
import { evidenceSection, type ShownExchange } from './document-evidence.ts';
import {
  contradictionArticle,
  type DocumentLinks,
  gapArticle,
  requirementArticle,
} from './document-parts.ts';
import type { DocumentCounts, DocumentView, SectionView } from './document-view.ts';
import type { Markup } from './markup.ts';
import { pluralize } from './words.ts';

/** What the page shows: everything, or only what is broken, was not judged, or changed since the baseline. */
export const documentFilters = ['all', 'broken', 'unjudged', 'changed'] as const;
export type DocumentFilter = (typeof documentFilters)[number];

/** What the filter of the page is made of. */
export type FilterControl =
  /** Inputs that the style sheet reads: for a page that runs nothing and comes from no server. */
  | { readonly kind: 'inputs' }
  /** Links to the same page. */
  | {
      readonly kind: 'links';
      readonly chosen: DocumentFilter;
      readonly url: (filter: DocumentFilter) => string;
    };

export interface DocumentBody {
  readonly view: DocumentView;
  readonly links: DocumentLinks;
  readonly exchanges: readonly ShownExchange[];
  readonly control: FilterControl;
}

const filterNames: Readonly<Record<DocumentFilter, string>> = {
  all: 'Everything',
  broken: 'Broken',
  unjudged: 'Not wholly judged',
  changed: 'Changed since the baseline',
};

const emptySentences: Readonly<Record<DocumentFilter, string>> = {
  all: '',
  broken: 'No requirement is broken.',
  unjudged: 'Whatever an answer can show was judged.',
  changed: 'Nothing differs from the baseline.',
};

/** The annotated document below the head of its page: numbers, filter, contents, sections, contradictions, evidence. */
export function documentBody({ view, links, exchanges, control }: DocumentBody): Markup {
  const { sections, contradictions } = view;
  const chosen = control.kind === 'links' ? control.chosen : 'all';
  const filters = documentFilters.filter((one) => one !== 'changed' || view.hasBaseline);
  return html`<div class="document show-${chosen}">
${numbers(view.counts)}
${control.kind === 'inputs' ? inputs(filters, view.counts) : filterLinks(filters, view.counts, control)}
<div class="doc-columns">
${contents(view, exchanges.length > 0)}
<div class="doc-main">
${filters.map((one) => nothingShown(one, view.counts))}
${sections.map((section) => sectionMarkup(section, links))}
<section class="doc-section" aria-labelledby="contradictions"><h2 id="contradictions">Where the document contradicts itself</h2>
<p class="doc-summary">Statements that do not fit each other, or cannot hold as written. No installation is blamed for them: what the suite does instead stands with each.</p>
${contradictions.map(contradictionArticle)}</section>
${evidenceSection(exchanges)}</div></div></div>`;
}

function filterCount(filter: DocumentFilter, { all, failing, notJudged, changed }: DocumentCounts): number {
  return { all, broken: failing, unjudged: notJudged, changed }[filter];
}

function inputs(filters: readonly DocumentFilter[], counts: DocumentCounts): Markup {
  const items = filters.map(
    (one) =>
      html`<span><input type="radio" name="show" id="show-${one}"${one === 'all' ? html` checked` : ''}><label for="show-${one}">${filterNames[one]} <span class="doc-count">${filterCount(one, counts)}</span></label></span>`,
  );
  return html`<fieldset class="doc-filter"><legend class="hidden">Show</legend>${items}</fieldset>`;
}

function filterLinks(
  filters: readonly DocumentFilter[],
  counts: DocumentCounts,
  { chosen, url }: Extract<FilterControl, { kind: 'links' }>,
): Markup {
  const items = filters.map(
    (one) =>
      html`<a href="${url(one)}"${one === chosen ? html` aria-current="true"` : ''}>${filterNames[one]} <span class="doc-count">${filterCount(one, counts)}</span></a>`,
  );
  return html`<nav class="doc-filter" aria-label="Show">${items}</nav>`;
}

function nothingShown(filter: DocumentFilter, counts: DocumentCounts): Markup | '' {
  if (filter === 'all' || filterCount(filter, counts) > 0) return '';
  return html`<p class="doc-none none-${filter}">${emptySentences[filter]}</p>`;
}

/** How many requirements did how, as a bar and in words. */
function numbers(counts: DocumentCounts): Markup {
  const { broken, known, holds, partly, unjudged, unobservable, all } = counts;
  const parts = [
    { name: 'broken', number: broken, tone: 'bad' },
    { name: 'known to be broken', number: known, tone: 'open' },
    { name: 'hold', number: holds, tone: 'good' },
    { name: 'hold as far as judged', number: partly, tone: 'part' },
    { name: 'not judged', number: unjudged, tone: 'open' },
    { name: 'that no answer can show', number: unobservable, tone: 'soft' },
  ].filter(({ number }) => number > 0);
  const widths = parts.map(
    ({ number, tone }, index) =>
      html`<rect class="${tone}" x="${parts.slice(0, index).reduce((sum, one) => sum + one.number, 0)}" width="${number}" height="1"/>`,
  );
  return html`<div class="doc-numbers"><svg viewBox="0 0 ${all} 1" preserveAspectRatio="none" aria-hidden="true">${widths}</svg>
<p>${pluralize(all, 'requirement')}: ${parts.map(({ name, number, tone }, index) => html`${index === 0 ? '' : ', '}<span class="${tone}"><b>${number}</b> ${name}</span>`)}</p></div>`;
}

function contents({ sections, contradictions }: DocumentView, hasEvidence: boolean): Markup {
  const items = sections.map((section) => {
    const { id, title, requirements } = section;
    const broken = requirements.filter(({ isBroken }) => isBroken).length;
    const mark = broken === 0 ? '' : html` <span class="doc-status bad">${broken} broken</span>`;
    return html`<li class="${contentsClass(section)}"><a href="#section-${id}">${id} ${title}</a>${mark}</li>`;
  });
  return html`<nav class="doc-contents" aria-label="Sections of the document"><details><summary>Contents</summary><ol>${items}
<li><a href="#contradictions">Contradictions</a> <span class="doc-note">${contradictions.length}</span></li>
${hasEvidence ? html`<li><a href="#evidence">Evidence</a></li>` : ''}</ol></details></nav>`;
}

/** Which filters show a section; the style sheet leaves the others out of the contents. */
function contentsClass({ requirements, gaps }: SectionView): string {
  const found = [
    ...(requirements.some(({ isBroken }) => isBroken) ? ['has-broken'] : []),
    ...(requirements.some(({ isUnjudged }) => isUnjudged) ? ['has-unjudged'] : []),
    ...(gaps.some(({ isChanged }) => isChanged) ? ['has-changed'] : []),
  ];
  return found.join(' ');
}

function sectionMarkup(
  { id, title, summary, requirements, gaps }: SectionView,
  links: DocumentLinks,
): Markup {
  const open =
    gaps.length === 0
      ? ''
      : html`<h3 class="doc-open">Left open in section ${id}</h3>
${gaps.map((gap) => gapArticle(gap, links))}`;
  return html`<section class="doc-section" aria-labelledby="section-${id}"><h2 id="section-${id}"><span class="doc-number">${id}</span> ${title}</h2>
<p class="doc-summary">${summary}</p>
${requirements.map((one) => requirementArticle(one, links))}
${open}</section>
`;
}
