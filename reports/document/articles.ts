import { html, raw } from 'hono/html';
import { joined, withCode } from '../html/page.ts';
import type { Markup } from '../markup.ts';
import { sanitize } from '../sanitize.ts';
import { kindOf, signs, signWords } from '../tally.ts';
import { allEndpoints, pluralize } from '../words.ts';
import type {
  ContradictionView,
  DocumentVerdict,
  GapAnswer,
  GapView,
  RequirementCell,
  RequirementView,
} from './view.ts';

/** Where links of the annotated document lead, and how it shows moments. */
export interface DocumentLinks {
  /** The exchange that shows a verdict, if it is kept. */
  readonly evidence: (verdict: DocumentVerdict) => string | undefined;
  /** The finding that a failure belongs to, with its name. */
  readonly finding: (verdict: DocumentVerdict) => { readonly url: string; readonly name: string } | undefined;
  /** A moment (ISO 8601). */
  readonly moment: (iso: string) => Markup | string;
}

/** More messages than this are in the folded list alone. */
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

/** A requirement: what the document states, how it did at each endpoint, and every verdict on demand. */
export function requirementArticle(requirement: RequirementView, links: DocumentLinks): Markup {
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

/** Long names may break after an underscore or a slash. */
function breakable(name: string): Markup {
  return html`${name.split(/(?<=[_/])/).map((part, index) => html`${index === 0 ? '' : raw('<wbr>')}${part}`)}`;
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

/** A gap: the open question, the installation's answer, since when, and why that matters. */
export function gapArticle(gap: GapView, links: DocumentLinks): Markup {
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

/** What changed since the baseline, each change once. */
function changeList({ changes }: GapView): Markup | '' {
  if (changes.length === 0) return '';
  const items = changes.map(
    ({ effect, sentence, endpoints }) =>
      html`<li class="doc-why ${effect === 'additive' ? 'good' : 'open'}">${effect === 'breaking' ? html`<b>Can break clients.</b> ` : ''}${sanitize(sentence)} <span class="doc-note">${placesText(endpoints)}</span></li>`,
  );
  return html`<ul class="plain">${items}</ul>
`;
}

const relations: Readonly<Record<NonNullable<GapAnswer['relation']>, string>> = {
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

/** A contradiction: what the document says twice, and what the suite makes of it. */
export function contradictionArticle(contradiction: ContradictionView): Markup {
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
