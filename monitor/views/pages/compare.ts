import { html } from 'hono/html';
import type { ComparisonView, Item, Section, Tone } from '../../../reports/comparison-view.ts';
import { answerWords } from '../../../reports/keep-integration.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { CompareView } from '../data/compare-view.ts';
import { compareUrl, installationUrl } from '../data/urls.ts';
import { dataTable } from '../parts/data-table.ts';
import { stateBadge } from '../parts/icons.ts';
import { moment } from '../parts/times.ts';
import type { LastRunView } from '../view-model.ts';
import { layout } from './layout.ts';

/** The page that compares two runs of an installation: by two days, two runs, or since its last version. */
export function renderCompare(view: CompareView): string | Promise<string> {
  const { frame, installation, compared, problem } = view;
  return layout(frame, {
    title: `What changed at ${installation}`,
    crumbs: [
      { text: 'Installations', url: '/' },
      { text: installation, url: installationUrl(installation) },
      { text: 'Comparison' },
    ],
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>What changed at ${installation}</h1>
<p class="sub">Two runs of the history compared: what broke, what changed for clients, what was mended.</p></div></div>
${compareForm(view)}
${problem === undefined ? '' : html`<p class="cause warn" role="alert">${sanitize(problem)}</p>`}
${compared === undefined ? '' : result(compared)}`,
  });
}

function compareForm({ installation, asked, lastVersion }: CompareView): Markup {
  const url = compareUrl(installation);
  const since =
    lastVersion === undefined
      ? html`All runs that are kept answered the same where the document leaves it open: no change of version shows.`
      : html`<a href="${url}?from=${lastVersion.before.id}&amp;to=${lastVersion.after.id}">Around the last version</a>, which answered otherwise from ${moment(lastVersion.after.startedAt)} on; or <a href="${url}?from=${lastVersion.before.id}">since the version before it</a>, until now.`;
  return html`<form class="card compare-form" method="get" action="${url}" aria-label="Compare">
<div><label for="from">From</label><input id="from" name="from" value="${asked.from}" placeholder="2026-03-01" required aria-describedby="compare-hint" autocomplete="off"></div>
<div><label for="to">To</label><input id="to" name="to" value="${asked.to}" placeholder="the latest run" aria-describedby="compare-hint" autocomplete="off"></div>
<button type="submit">Compare</button>
<p class="hint" id="compare-hint">A day (2026-03-01), a moment (2026-03-01T20:00:00Z) or the id of a run. A day stands for its last standard or full run.</p>
<p class="hint">${since}</p></form>`;
}

function result({ before, after, view, isComplete }: NonNullable<CompareView['compared']>): Markup {
  const { verdict, tone, sections, closing } = view;
  return html`<p class="cause ${toneClass[tone]}"><strong>${verdict}</strong></p>
<dl class="facts">${side('Before', before)}${side('After', after)}</dl>
${isComplete ? '' : html`<p>Verdicts other than failures are no longer stored for one of these runs, so that what held then is not known.</p>`}
${sections.map(sectionMarkup)}
${keepingTable(view)}
<p class="small soft closing">${sanitize(closing.join(' '))} Response times are those of the slowest request at each endpoint, in up to ten runs until each of the two.</p>`;
}

const toneClass: Readonly<Record<Tone, string>> = { bad: 'bad', open: 'warn', good: 'good' };

function side(name: string, { url, tier, state, startedAt }: LastRunView): Markup {
  return html`<div><dt>${name}</dt><dd><a href="${url}">${moment(startedAt)}</a><span class="small">${tier} run</span> ${stateBadge(state)}</dd></div>`;
}

function sectionMarkup({ title, tone, items }: Section): Markup {
  return html`<section class="section"><h2>${title} (${items.length})</h2>
<ul class="changes">${items.map((item) => itemMarkup(item, tone))}</ul></section>`;
}

function itemMarkup({ label, tone, sentence, details }: Item, usual: Tone): Markup {
  return html`<li class="tone-${toneClass[tone ?? usual]}"><p>${label === undefined ? '' : html`<strong class="${toneClass[tone ?? usual]}">${label}.</strong> `}${sanitize(sentence)}</p>${details.map((detail) => html`<p class="small soft">${sanitize(detail)}</p>`)}</li>`;
}

function keepingTable({ keeping }: ComparisonView): Markup | '' {
  if (keeping.length === 0) return '';
  const table = dataTable({
    label: 'Table of endpoints',
    caption: 'Whether a client that worked before works now, the worst first.',
    columns: ['Endpoint', 'Answer', 'Why'],
    rows: keeping.map(
      ({ endpoint, answer, reasons }) =>
        html`<tr><th scope="row"><code>${endpoint}</code></th><td>${answerWords[answer]}</td><td class="long">${sanitize(reasons.join('; '))}</td></tr>`,
    ),
  });
  return html`<section class="section"><h2>Can I keep my integration?</h2>${table}</section>`;
}
