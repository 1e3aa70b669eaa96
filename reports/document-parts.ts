import { html, raw } from 'hono/html';
import { groupBy } from '../engine/group-by.ts';
import type { GapAnswer, GapView } from './document-gaps.ts';
import { type DocumentVerdict, kindOf, type RequirementCell } from './document-requirements.ts';
import type { ContradictionView, RequirementView } from './document-view.ts';
import { withCode } from './html-page.ts';
import type { Markup } from './markup.ts';
import { sanitize } from './sanitize.ts';
import { signs, signWords } from './tally.ts';
import { allEndpoints, pluralize } from './words.ts';

/** Where links of the annotated document lead, and how it shows moments. */
export interface DocumentLinks {
  /** The exchange that shows a verdict, where it is kept. */
  readonly evidence: (verdict: DocumentVerdict) => string | undefined;
  /** The finding that a failure belongs to, with its name. */
  readonly finding: (verdict: DocumentVerdict) => { readonly url: string; readonly name: string } | undefined;
  /** A moment (ISO 8601). */
  readonly moment: (iso: string) => Markup | string;
}

/** More messages than this are in the folded list alone. */
const mostMessages = 3;

const tones = {
  broken: 'bad',
  fault: 'bad',
  known: 'open',
  partly: 'open',
  holds: 'good',
  unjudged: 'open',
  unobservable: 'soft',
} as const satisfies Record<RequirementView['status'], string>;

/** A requirement: what the document states, how it did at each endpoint, and every verdict on demand. */
export function requirementArticle(requirement: RequirementView, links: DocumentLinks): Markup {
  const { id, statement, status, words, cells, notObservable, isBroken, isUnjudged } = requirement;
  const flags = `${isBroken ? ' is-broken' : ''}${isUnjudged ? ' is-unjudged' : ''}`;
  return html`<article class="doc-item${flags}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a class="doc-id" href="#${id}">${id}</a> <span class="doc-status ${tones[status]}">${words}</span></h3>
<p>${withCode(statement)}</p>
${notObservable === undefined ? '' : html`<p class="doc-note">${withCode(notObservable)}</p>`}
${cellList(cells, links)}${messages(requirement, links)}${verdictDetails(cells, links)}${contradictionLinks(requirement)}</article>
`;
}

function cellList(cells: readonly RequirementCell[], links: DocumentLinks): Markup | '' {
  if (cells.length === 0) return '';
  return html`<ul class="doc-cells">${cells.map((cell) => html`<li>${cellMarkup(cell, links)}</li>`)}</ul>
`;
}

function cellMarkup({ endpoint, kind, verdicts }: RequirementCell, links: DocumentLinks): Markup {
  const shows = verdicts.filter((one) => kindOf(one) === kind);
  const url = shows.map(links.evidence).find((one) => one !== undefined);
  const words = html`<span aria-hidden="true">${signs[kind]} ${breakable(shortName(endpoint))}</span><span class="hidden">${endpoint}: ${signWords[kind]}</span>`;
  return url === undefined
    ? html`<span class="doc-cell ${kind}">${words}</span>`
    : html`<a class="doc-cell ${kind}" href="${url}">${words}</a>`;
}

/** "users", "projects/:id", "v4/projects". */
function shortName(endpoint: string): string {
  return sanitize(endpoint).replace(/^[A-Z]+ \/api\/(v3\/)?/, '');
}

/** Long names may break after an underscore or a slash. */
function breakable(name: string): Markup {
  const parts = name.split(/(?<=[_/])/);
  return html`${parts.map((part, index) => html`${index === 0 ? '' : raw('<wbr>')}${part}`)}`;
}

/** What failed, and why something was not judged. */
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

function contradictionLinks({ contradictions }: RequirementView): Markup | '' {
  if (contradictions.length === 0) return '';
  const links = contradictions.map(
    (id, index) => html`${index === 0 ? '' : ', '}<a href="#${id}">${id.replace('CONTRADICTION-', '')}</a>`,
  );
  return html`<p class="doc-note">Contradicted by the document itself: ${links}</p>
`;
}

/** A gap: what is left open, what this installation answers, since when, and why that matters. */
export function gapArticle(gap: GapView, links: DocumentLinks): Markup {
  const { id, statement, matters, notObserved, isChanged } = gap;
  return html`<article class="doc-item doc-gap${isChanged ? ' is-changed' : ''}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a class="doc-id" href="#${id}">${id}</a> <span class="doc-status ${isChanged ? 'open' : 'soft'}">${gapWords(gap)}</span></h3>
<p>${withCode(statement)}</p>
${changeList(gap)}${answerList(gap, links)}
${notObserved === undefined ? '' : html`<p class="doc-note">${withCode(notObserved)}</p>`}
${matters === undefined ? '' : html`<p class="doc-note">${withCode(matters)}</p>`}</article>
`;
}

function gapWords({ isChanged, places, notObserved, tier }: GapView): string {
  if (isChanged) return 'changed since the baseline';
  if (notObserved !== undefined) return 'never observed';
  if (places > 0) return 'observed';
  return tier === 'survey' ? 'only the survey run looks at this' : 'not seen in this run';
}

/** What changed since the baseline, each change once. */
function changeList({ changes }: GapView): Markup | '' {
  if (changes.length === 0) return '';
  const items = changes.map(
    ({ effect, sentence, endpoints }) =>
      html`<li class="doc-why ${effect === 'additive' ? 'good' : 'open'}">${effect === 'breaking' ? html`<b>Can break clients.</b> ` : ''}${sanitize(sentence)} <span class="doc-note">${places(endpoints)}</span></li>`,
  );
  return html`<ul class="plain">${items}</ul>
`;
}

function answerList({ answers, places }: GapView, links: DocumentLinks): Markup | '' {
  if (answers.length === 0) return '';
  return html`<dl class="doc-answers">${answers.map((answer) => answerEntry(answer, places, links))}</dl>`;
}

function answerEntry(answer: GapAnswer, places: number, links: DocumentLinks): Markup {
  const { endpoints, since, relation } = answer;
  const held =
    since === undefined
      ? ''
      : html` · ${since.isAtLeast ? 'since' : 'new since'} ${links.moment(since.at)}${since.isAtLeast ? ' or longer' : ''}`;
  const compared = {
    same: ' · as in the baseline',
    changed: '',
    'not-in-baseline': ' · not in the baseline',
  };
  return html`<dt>${sanitize(answer.answer)}</dt><dd>${placesText(endpoints, places)}${held}${relation === undefined ? '' : compared[relation]}</dd>
`;
}

function placesText(endpoints: readonly string[], all: number): Markup | string {
  if (endpoints.length === all && all > 1) return `the same at ${allEndpoints(all)} where it shows`;
  return places(endpoints);
}

function places(endpoints: readonly string[]): Markup {
  const list = endpoints.map(
    (endpoint, index) => html`${index === 0 ? '' : ', '}<code>${breakable(sanitize(endpoint))}</code>`,
  );
  return html`at ${list}`;
}

/** A contradiction: what the document says twice, and what the suite makes of it. */
export function contradictionArticle(contradiction: ContradictionView): Markup {
  const { id, title, sides, problem, handling, requirements, gaps, observed } = contradiction;
  const references = [...requirements, ...gaps].map(
    (one, index) => html`${index === 0 ? '' : ', '}<a href="#${one}">${one}</a>`,
  );
  return html`<article class="doc-item" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title} <a class="doc-id minor" href="#${id}">${id}</a></h3>
<ul class="doc-sides">${sides.map(({ section, says }) => html`<li><span class="doc-note">Section ${section}:</span> ${withCode(says)}</li>`)}</ul>
<p>${withCode(problem)}</p>
<p><b>What is done about it.</b> ${withCode(handling)}</p>
${observed.map(observedHere)}
<p class="doc-note">See ${references}</p></article>
`;
}

function observedHere({ id, answers }: GapView): Markup {
  const shown = [...groupBy(answers, ({ answer }) => answer).keys()].slice(0, mostMessages);
  const list = shown.map((answer, index) => html`${index === 0 ? '' : '; '}<code>${sanitize(answer)}</code>`);
  return html`<p class="doc-here"><b>Here</b> (<a href="#${id}">${id}</a>): ${list}${answers.length > shown.length ? ' and others' : ''}</p>
`;
}
