import { html, raw } from 'hono/html';
import type { RecordedExchange } from '../../engine/record/run-record.ts';
import { formattedBody } from '../html/formatted-body.ts';
import { joined, withCode } from '../html/page.ts';
import { answerHeaders } from '../html/sections.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { kindOf, signs, signWords } from '../tally.ts';
import { allEndpoints, pluralize } from '../words.ts';
import {
  type ContradictionView,
  type DocumentFilter,
  type DocumentVerdict,
  type DocumentView,
  documentFilters,
  type GapAnswer,
  type GapView,
  type Relation,
  type RequirementCell,
  type RequirementStatus,
  type RequirementView,
  type SectionView,
} from './view.ts';

/** The targets of links in the annotated document, and the format of its moments. */
export interface DocumentLinks {
  /** The exchange that shows a verdict, if it is kept. */
  readonly evidence: (verdict: DocumentVerdict) => string | undefined;
  /** The finding that a failure belongs to, with its name. */
  readonly finding: (verdict: DocumentVerdict) => { readonly url: string; readonly name: string } | undefined;
  /** A moment (ISO 8601). */
  readonly moment: (iso: string) => Markup | string;
}

/** An exchange that verdicts refer to. Its texts may contain text from an installation. */
export interface ShownExchange extends Pick<RecordedExchange, 'id' | 'excerpt' | 'headers' | 'curl'> {
  /** "GET /api/v3/users without a key". */
  readonly title: string;
  /** When it was sent, and the answer. */
  readonly facts: string;
}

export interface DocumentBody {
  readonly view: DocumentView;
  readonly links: DocumentLinks;
  readonly exchanges: readonly ShownExchange[];
  /** The filter as links; without it, as inputs for the style sheet, for a page without a server. */
  readonly filter?: { readonly chosen: DocumentFilter; readonly url: (filter: DocumentFilter) => string };
}

/** The name of each filter, and the message for an empty result. */
const filterTexts: Readonly<Record<DocumentFilter, readonly [name: string, nothing: string]>> = {
  all: ['Everything', ''],
  broken: ['Broken', 'No requirement is broken.'],
  unjudged: ['Not wholly judged', 'Whatever an answer can show was judged.'],
  changed: ['Changed since the baseline', 'Nothing differs from the baseline.'],
};

/** The body of the annotated document: numbers, filter, contents, sections, contradictions, evidence. */
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

/** The segments of the bar, each with its requirements and its colour. */
const barParts: readonly (readonly [name: string, statuses: readonly RequirementStatus[], look: string])[] = [
  ['broken', ['broken'], 'bad'],
  ['known to be broken', ['known'], 'open'],
  ['hold', ['holds'], 'good'],
  ['hold as far as judged', ['partly'], 'part'],
  ['not judged', ['unjudged', 'fault'], 'open'],
  ['that no answer can show', ['unobservable'], 'soft'],
];

/** The results of the requirements, as a bar and in words. */
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

/** The style sheet removes entries that a filter hides. */
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

/** The exchanges, each with a command line that repeats it. */
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

/** Further messages appear only in the folded list. */
const mostMessages = 3;

/** One statement of the document. */
function article(id: string, shownBy: readonly string[], heading: Markup, content: Markup): Markup {
  const looks = shownBy.map((filter) => ` is-${filter}`).join('');
  return html`<article class="doc-item${looks}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${heading}</h3>
${content}</article>
`;
}

function titleOf(id: string, tone: string, words: string): Markup {
  return html`<a class="doc-id" href="#${id}">${id}</a> <span class="doc-status ${tone}">${words}</span>`;
}

function note(text: string | undefined): Markup | '' {
  return text === undefined ? '' : html`<p class="doc-note">${withCode(text)}</p>`;
}

/** A requirement: its statement, its result at each endpoint, and every verdict on demand. */
function requirementArticle(requirement: RequirementView, links: DocumentLinks): Markup {
  const { id, statement, tone, words, cells, notObservable, shownBy } = requirement;
  const contradicted = requirement.contradictions.map(
    (one) => html`<a href="#${one}">${one.replace('CONTRADICTION-', '')}</a>`,
  );
  return article(
    id,
    shownBy,
    titleOf(id, tone, words),
    html`<p>${withCode(statement)}</p>
${note(notObservable)}
${cells.length === 0 ? '' : html`<ul class="doc-cells">${cells.map((cell) => html`<li>${cellMarkup(cell, links)}</li>`)}</ul>`}
${messages(requirement, links)}${verdictDetails(cells, links)}
${contradicted.length === 0 ? '' : html`<p class="doc-note">Contradicted by the document itself: ${joined(contradicted)}</p>`}`,
  );
}

function cellMarkup({ endpoint, kind, verdicts }: RequirementCell, links: DocumentLinks): Markup {
  const shows = verdicts.filter((one) => kindOf(one) === kind);
  const url = shows.map(links.evidence).find((one) => one !== undefined);
  // "users", "projects/:id", "v4/projects".
  const shortName = sanitize(endpoint).replace(/^[A-Z]+ \/api\/(v3\/)?/, '');
  const words = html`<span aria-hidden="true">${signs[kind]} ${breakable(shortName)}</span><span class="hidden">${endpoint}: ${signWords[kind]}</span>`;
  return url === undefined
    ? html`<span class="doc-cell ${kind}">${words}</span>`
    : html`<a class="doc-cell ${kind}" href="${url}">${words}</a>`;
}

/** Allows long names to break after an underscore or a slash. */
function breakable(name: string): Markup {
  return joined(name.split(/(?<=[_/])/), raw('<wbr>'));
}

/** The failures, and the reasons for verdicts that were not judged. */
function messages({ failures, reasons }: RequirementView, links: DocumentLinks): Markup | '' {
  if (failures.length === 0 && reasons.length === 0) return '';
  const failed = failures.slice(0, mostMessages).map((failure) => failureItem(failure, links));
  const more = failures.length - mostMessages;
  const unjudged = reasons
    .slice(0, mostMessages)
    .map((reason) => html`<li class="doc-note">Not judged: ${sanitize(reason)}</li>`);
  return html`<ul class="plain">${failed}${more > 0 ? html`<li class="doc-note">and ${more} more below</li>` : ''}${unjudged}</ul>
`;
}

function failureItem(failure: DocumentVerdict, links: DocumentLinks): Markup {
  const { message = '', endpoint, check, known, since } = failure;
  const evidence = links.evidence(failure);
  const finding = links.finding(failure);
  return html`<li class="doc-why ${known === undefined ? 'bad' : 'open'}">${known === undefined ? '' : html`<b>Known: ${sanitize(known)}</b> `}${sanitize(message === '' ? `${check} failed at ${endpoint}.` : message)}${since === undefined ? '' : html` <span class="doc-note">Since ${links.moment(since)}.</span>`}${evidence === undefined ? '' : html` <a href="${evidence}">Evidence</a>`}${finding === undefined ? '' : html` <a href="${finding.url}">${finding.name}</a>`}</li>`;
}

/** Every verdict, by endpoint. */
function verdictDetails(cells: readonly RequirementCell[], links: DocumentLinks): Markup | '' {
  const number = cells.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  if (number === 0) return '';
  const rows = cells.map(
    ({ endpoint, verdicts }) =>
      html`<dt><code>${sanitize(endpoint)}</code></dt><dd>${verdicts.map((one) => verdictMark(one, links))}</dd>
`,
  );
  return html`<details><summary>${pluralize(number, 'verdict')}</summary><dl class="doc-verdicts">${rows}</dl></details>
`;
}

function verdictMark(verdict: DocumentVerdict, links: DocumentLinks): Markup {
  const kind = kindOf(verdict);
  const url = links.evidence(verdict);
  const name = sanitize(verdict.check);
  const sign = html`<span class="${kind}" aria-hidden="true">${signs[kind]}</span><span class="hidden">${signWords[kind]}:</span>`;
  return html`<span class="doc-verdict">${sign} ${url === undefined ? name : html`<a href="${url}">${name}</a>`}</span> `;
}

/** A gap: the open question, the installation's answer, since when, and why that matters. */
function gapArticle(gap: GapView, links: DocumentLinks): Markup {
  const { id, statement, matters, notObserved, shownBy, changes, answers } = gap;
  return article(
    id,
    shownBy,
    titleOf(id, changes.length > 0 ? 'open' : 'soft', gapWords(gap)),
    html`<p>${withCode(statement)}</p>
${changeList(gap)}${answers.length === 0 ? '' : html`<dl class="doc-answers">${answers.map((answer) => answerEntry(answer, gap, links))}</dl>`}
${note(notObserved)}
${note(matters)}`,
  );
}

function gapWords({ changes, places, notObserved, tier }: GapView): string {
  if (changes.length > 0) return 'changed since the baseline';
  if (notObserved !== undefined) return 'never observed';
  if (places > 0) return 'observed';
  return tier === 'survey' ? 'only the survey run looks at this' : 'not seen in this run';
}

/** The changes since the baseline, without duplicates. */
function changeList({ changes }: GapView): Markup | '' {
  if (changes.length === 0) return '';
  const items = changes.map(
    ({ effect, sentence, endpoints }) =>
      html`<li class="doc-why ${effect === 'additive' ? 'good' : 'open'}">${effect === 'breaking' ? html`<b>Can break clients.</b> ` : ''}${sanitize(sentence)} <span class="doc-note">${placesText(endpoints)}</span></li>`,
  );
  return html`<ul class="plain">${items}</ul>
`;
}

const relations: Readonly<Record<Relation, string>> = {
  same: ' · as in the baseline',
  changed: '',
  'not-in-baseline': ' · not in the baseline',
};

function answerEntry(
  { answer, endpoints, since, relation }: GapAnswer,
  { places }: GapView,
  links: DocumentLinks,
): Markup {
  const isEverywhere = endpoints.length === places && places > 1;
  const held =
    since === undefined
      ? ''
      : html` · ${since.isAtLeast ? 'since' : 'new since'} ${links.moment(since.at)}${since.isAtLeast ? ' or longer' : ''}`;
  return html`<dt>${sanitize(answer)}</dt><dd>${isEverywhere ? `the same at ${allEndpoints(places)} where it shows` : placesText(endpoints)}${held}${relation === undefined ? '' : relations[relation]}</dd>
`;
}

function placesText(endpoints: readonly string[]): Markup {
  return html`at ${joined(endpoints.map((endpoint) => html`<code>${breakable(sanitize(endpoint))}</code>`))}`;
}

/** A contradiction: the two statements of the document, and how the suite treats them. */
function contradictionArticle(contradiction: ContradictionView): Markup {
  const { id, title, sides, problem, handling, requirements, gaps, observed } = contradiction;
  const references = [...requirements, ...gaps].map((one) => html`<a href="#${one}">${one}</a>`);
  return article(
    id,
    [],
    html`${title} <a class="doc-id minor" href="#${id}">${id}</a>`,
    html`<ul class="doc-sides">${sides.map(({ section, says }) => html`<li><span class="doc-note">Section ${section}:</span> ${withCode(says)}</li>`)}</ul>
<p>${withCode(problem)}</p>
<p><b>What is done about it.</b> ${withCode(handling)}</p>
${observed.map(observedHere)}
<p class="doc-note">See ${joined(references)}</p>`,
  );
}

function observedHere({ id, answers }: GapView): Markup {
  const each = [...new Set(answers.map(({ answer }) => answer))];
  const shown = each.slice(0, mostMessages).map((answer) => html`<code>${sanitize(answer)}</code>`);
  return html`<p class="doc-here"><b>Here</b> (<a href="#${id}">${id}</a>): ${joined(shown, '; ')}${answers.length > shown.length ? ' and others' : ''}</p>
`;
}
