import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { CompareChoice } from '../data/compare-choices.ts';
import type { CompareView } from '../data/compare-view.ts';
import { comparisonUrl } from '../data/urls.ts';
import { texts } from '../texts.ts';
import { moment } from './times.ts';

const words = texts.compare;

/** Comparisons with the latest run that are ready to be opened, and what the last deployment changed. */
export function compareChoices(view: CompareView): Markup {
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

function choiceLink(url: string, title: string, isShown: boolean): Markup {
  return html`<a href="${url}"${isShown ? html` aria-current="true"` : ''}>${title}</a>`;
}

/** For other times than the ready ones. */
export function compareForm({ installation, asked, problem, refused }: CompareView): Markup {
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
