import { html } from 'hono/html';
import {
  type Answer,
  answerLooks,
  compatibilityRows,
  countAnswers,
} from '../../../reports/comparison/keep-integration.ts';
import type { ComparisonView } from '../../../reports/comparison/view.ts';
import { joined } from '../../../reports/html/page.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { Item, Section, Tone } from '../../../reports/sections.ts';
import { choiceLink } from '../shared/forms.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import { stateBadge } from '../shared/marks.ts';
import type { LastRunView } from '../shared/model.ts';
import { dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { moment } from '../shared/times.ts';
import { comparisonUrl } from '../shared/urls.ts';
import type { CompareChoice, CompareView } from './data.ts';
import { compareTexts } from './texts.ts';

const words = compareTexts;

/** Comparisons with the latest run that are ready to be opened, and what the last deployment changed. */
function compareChoices(view: CompareView): Markup {
  const items = view.choices.map((choice) => html`<li>${choiceLine(choice, view)}</li>`);
  return html`${items.length === 0 ? '' : html`<nav class="choices" aria-labelledby="choices-title"><h2 id="choices-title">${words.choices.label}</h2><ul>${items}</ul></nav>`}
<p class="small soft version">${versionLine(view)}</p>`;
}

function choiceLine({ name, from, run }: CompareChoice, { installation, asked }: CompareView): Markup {
  const title = words.choices[name];
  if (run === undefined)
    return html`<span class="soft">${title} <span class="small">${words.choices.noRun}</span></span>`;
  return html`${choiceLink(comparisonUrl(installation, from), title, asked.from === from && asked.to === '')} <span class="small soft">${words.choices.run(moment(run.startedAt))}</span>`;
}

function versionLine({ installation, version, asked }: CompareView): Markup | string {
  if (version === undefined) return words.noVersion;
  const { since, from, to } = version;
  const isShown = asked.from === from && asked.to === to;
  return words.version(
    moment(since),
    choiceLink(comparisonUrl(installation, from, to), words.aroundVersion, isShown),
  );
}

/** For other times than the ready ones. */
function compareForm({ installation, asked, problem, refused }: CompareView): Markup {
  const field = (name: 'from' | 'to', title: string, placeholder: string): Markup => {
    const isWrong = name === refused;
    const described = isWrong ? 'compare-problem compare-hint' : 'compare-hint';
    return html`<div><label for="${name}">${title}</label><input id="${name}" name="${name}" value="${asked[name]}" placeholder="${placeholder}"${name === 'from' ? html` required` : ''}${isWrong ? html` aria-invalid="true"` : ''} aria-describedby="${described}" autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;
  };
  return html`<form class="card span-form" method="get" action="${comparisonUrl(installation)}" aria-label="${words.form}">
${field('from', words.from, '2026-03-01')}
${field('to', words.to, words.toHint)}
${refused === undefined || problem === undefined ? '' : html`<p class="field-problem bad" id="compare-problem" role="alert">${sanitize(problem)}</p>`}
<button type="submit">${words.form}</button>
<p class="hint" id="compare-hint">${words.hint}</p></form>`;
}

/** The page that compares two runs of an installation: by two days, two runs, or since its last version. */
export function renderCompare(view: CompareView): Markup {
  const { frame, installation, compared } = view;
  return layout(frame, {
    title: words.title(installation),
    crumbs: crumbsTo(words.crumb, installation),
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>${words.title(installation)}</h1>
${compared === undefined ? html`<p class="sub">${words.introduction}</p>` : ''}</div></div>
${compared === undefined ? choices(view) : result(compared, view)}`,
  });
}

/** What to compare, while nothing is compared. */
function choices(page: CompareView): Markup {
  const { problem, refused } = page;
  return html`${compareChoices(page)}
${problem === undefined || refused !== undefined ? '' : html`<p class="cause notice warn" role="alert">${sanitize(problem)}</p>`}
${compareForm(page)}`;
}

/** The answer comes first; the form to compare something else is below the compared runs. */
function result(
  { before, after, view, isComplete }: NonNullable<CompareView['compared']>,
  page: CompareView,
): Markup {
  const { verdict, tone, sections, closing } = view;
  return html`<div class="cause ${toneClass[tone]}"><p><strong>${verdict}</strong></p>${keepingLine(view)}</div>
<dl class="facts two">${side(words.before, before)}${side(words.after, after)}</dl>
<details class="other-runs"><summary>${words.otherRuns}</summary>
${compareChoices(page)}${compareForm(page)}</details>
${isComplete ? '' : html`<p>${words.verdictsGone}</p>`}
${sections.map(sectionMarkup)}
${keepingTable(view)}
<p class="small soft closing">${words.times(sanitize(closing.join(' ')))}</p>`;
}

const toneClass: Readonly<Record<Tone, string>> = { bad: 'bad', open: 'warn', good: 'good' };

function side(name: string, { url, tier, state, startedAt }: LastRunView): Markup {
  return html`<div><dt>${name}</dt><dd><a href="${url}">${moment(startedAt)}</a><span class="small">${words.run(tier)}</span> ${stateBadge(state)}</dd></div>`;
}

function sectionMarkup({ title, tone = 'open', items }: Section<string>): Markup {
  return html`<section class="section"><h2>${words.sectionTitle(title, items.length)}</h2>
<ul class="changes">${items.map((item) => itemMarkup(item, tone))}</ul></section>`;
}

function itemMarkup({ label, tone, sentence, details }: Item<string>, usual: Tone): Markup {
  return html`<li class="tone-${toneClass[tone ?? usual]}"><p>${label === undefined ? '' : html`<strong class="${toneClass[tone ?? usual]}">${label}.</strong> `}${sanitize(sentence)}</p>${details.map((detail) => html`<p class="small soft">${sanitize(detail)}</p>`)}</li>`;
}

/** The answer in one line; the details by endpoint are below. */
function keepingLine({ keeping }: ComparisonView): Markup | '' {
  if (keeping.length === 0) return '';
  const counts = countAnswers(keeping).map(({ answer, endpoints }) =>
    words.keepingCount(answerLooks[answer].word, endpoints),
  );
  return html`<p><a href="#keeping">${words.keeping}</a> ${words.keepingCounts(counts)}</p>`;
}

function keepingTable({ keeping }: ComparisonView): Markup | '' {
  if (keeping.length === 0) return '';
  const all = compatibilityRows(keeping);
  const rows = all.filter(({ isPlainYes }) => !isPlainYes);
  const table = dataTable({
    words,
    columns: [texts.common.endpoint, words.answer, words.why],
    rows: rows.map(({ endpoints, answer, reasons }) =>
      stackedRow(joined(endpoints.map((endpoint) => html`<code>${endpoint}</code>`)), [
        { content: answerText(answer), kind: 'answer' },
        { content: sanitize(reasons.join('; ')), kind: 'long' },
      ]),
    ),
  });
  const folds = all
    .filter(({ isPlainYes }) => isPlainYes)
    .map(
      ({ answer, places, endpoints }) =>
        html`<details><summary>${answerLooks[answer].word}: ${places}</summary><ul class="endpoints">${endpoints.map((endpoint) => html`<li><code>${endpoint}</code></li>`)}</ul></details>`,
    );
  return html`<section class="section" id="keeping" aria-labelledby="keeping-title"><h2 id="keeping-title">${words.keeping}</h2>${rows.length === 0 ? '' : table}${folds}</section>`;
}

/** An answer as mark, word and colour. */
function answerText(answer: Answer): Markup {
  const { word, tone, mark } = answerLooks[answer];
  return html`<span class="outcome ${toneClass[tone]}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}
