import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings, countsPhrase, duration } from '../../../reports/words.ts';
import { findingsHeadline } from '../../runs/open-findings.ts';
import { countsOf } from '../data/counts-of.ts';
import { runDocumentUrl } from '../data/urls.ts';
import { findingList } from '../parts/finding-list.ts';
import { stateBadge } from '../parts/icons.ts';
import { observationTable } from '../parts/observations.ts';
import { runComparison } from '../parts/run-comparison.ts';
import { endpointTable, phaseTable, verdictTable } from '../parts/run-tables.ts';
import { fullTime } from '../parts/times.ts';
import { waterfall } from '../parts/waterfall.ts';
import type { RunView } from '../run-model.ts';
import { texts } from '../texts.ts';
import { layout } from './layout.ts';

const words = texts.run;

/** The page of one run: what it found, with evidence, and every verdict. */
export function renderRun(view: RunView): string | Promise<string> {
  const { installation, tier, startedAt, state, failures, findings, frame } = view;
  const faults = failures.filter(({ outcome }) => outcome === 'error');
  const { tone, meaning } = stateOf(state);
  const title = words.title(tier, fullTime(startedAt));
  return layout(frame, {
    title: words.pageTitle(title, installation.name),
    crumbs: [
      { text: texts.frame.installations, url: '/' },
      { text: installation.name, url: installation.url },
      { text: title },
    ],
    refreshing: 'never',
    isWide: true,
    content: html`
<div class="head"><div><h1>${title}</h1><p class="sub">${whereOf(view)}</p></div><p>${stateBadge(state)}</p></div>
<p class="cause ${tone}">${sanitize(view.cause ?? findingsHeadline(findings) ?? meaning)}</p>
${remarks(view)}
${figures(view)}
${neighbours(view)}
<section class="section" aria-labelledby="failures-title"><h2 id="failures-title">${words.failures(findings.length === 0 ? undefined : countFindings(findings))}</h2>
${failures.length === 0 ? html`<p>${words.nothingFailed}</p>` : findingList(findings, faults, { now: frame.now, documentUrl: runDocumentUrl(view.id) })}</section>
<section class="section" aria-labelledby="comparison-title"><h2 id="comparison-title">${words.comparison.title}</h2>${runComparison(view.comparison)}</section>
<section class="section" aria-labelledby="endpoints-title"><h2 id="endpoints-title">${words.endpoints.title}</h2>${endpointTable(view.endpoints)}</section>
<section class="section" id="waterfall" aria-labelledby="waterfall-title"><h2 id="waterfall-title">${words.exchanges.title}</h2>${waterfall(view.exchanges)}</section>
<section class="section" aria-labelledby="phases-title"><h2 id="phases-title">${words.phases.title}</h2>${phaseTable(view.phases)}</section>
<section class="section" aria-labelledby="observations-title"><h2 id="observations-title">${words.observations}</h2>
<details><summary>${texts.installation.observations.amount(view.observations.length)}</summary>${observationTable(view.observations)}</details></section>
<section class="section" aria-labelledby="verdicts-title"><h2 id="verdicts-title">${words.verdicts.title}</h2>${verdictTable(view.verdicts)}</section>`,
  });
}

function whereOf({ id, installation }: RunView): Markup {
  return words.of(
    html`<a href="${installation.url}">${installation.name}</a>`,
    installation.baseUrl,
    html`<a href="${runDocumentUrl(id)}">${texts.common.judgedDocument}</a>`,
  );
}

function remarks({ cutShort, inMaintenance, trigger, recheck }: RunView): Markup {
  const sentences = [
    trigger === 'operator' ? words.byOperator : words.bySchedule,
    cutShort ? words.cutShort : '',
    inMaintenance ? words.inMaintenance : '',
    recheck === undefined ? '' : words.recheck(recheck.asked, recheck.stillFailing),
  ].filter((sentence) => sentence !== '');
  return html`<p class="soft remarks">${sentences.join(' ')}</p>`;
}

function figures(view: RunView): Markup {
  const { totals } = view;
  const names = words.figures;
  const entries: readonly (readonly [string, string | Markup, string])[] = [
    [names.judged, names.passedFailed(totals.pass, totals.fail), untested(view)],
    [texts.common.coverage, countsPhrase(countsOf(totals)), texts.common.coverageMeaning],
    [names.duration, duration(view.durationMs), names.ended(fullTime(view.finishedAt))],
    [names.requests, String(view.requests), names.sentAgain(view.retried, view.throttled)],
  ];
  return html`<dl class="facts">${entries.map(
    ([term, value, more]) =>
      html`<div><dt>${term}</dt><dd>${value}<span class="small">${more}</span></dd></div>`,
  )}</dl>`;
}

function untested({ totals }: RunView): string {
  const { untestable, skipped, faults } = words.figures;
  const parts = [untestable(totals.untestable), skipped(totals.skip)];
  if (totals.error > 0) parts.push(faults(totals.error));
  return parts.join(', ');
}

function neighbours({ previousUrl, nextUrl }: RunView): Markup | '' {
  if (previousUrl === undefined && nextUrl === undefined) return '';
  return html`<nav class="neighbours" aria-label="${words.neighbours}">${previousUrl === undefined ? '' : html`<a rel="prev" href="${previousUrl}">${words.previous}</a>`}${nextUrl === undefined ? '' : html`<a rel="next" href="${nextUrl}">${words.next}</a>`}</nav>`;
}
