import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings, coveragePercent, duration, pluralize } from '../../../reports/words.ts';
import { findingsHeadline } from '../../runs/open-findings.ts';
import { runDocumentUrl } from '../data/urls.ts';
import { findingList } from '../parts/finding-list.ts';
import { stateBadge } from '../parts/icons.ts';
import { observationTable } from '../parts/observations.ts';
import { runComparison } from '../parts/run-comparison.ts';
import { endpointTable, phaseTable, verdictTable } from '../parts/run-tables.ts';
import { fullTime } from '../parts/times.ts';
import { waterfall } from '../parts/waterfall.ts';
import type { RunView } from '../run-model.ts';
import { layout } from './layout.ts';

/** The page of one run: what it found, with evidence, and every verdict. */
export function renderRun(view: RunView): string | Promise<string> {
  const { installation, tier, startedAt, state, failures, findings, frame } = view;
  const faults = failures.filter(({ outcome }) => outcome === 'error');
  const { tone, meaning } = stateOf(state);
  const title = `${tier[0]?.toUpperCase()}${tier.slice(1)} run of ${fullTime(startedAt)}`;
  return layout(frame, {
    title: `${title}, ${installation.name}`,
    crumbs: [
      { text: 'Installations', url: '/' },
      { text: installation.name, url: installation.url },
      { text: title },
    ],
    refreshing: 'never',
    content: html`
<div class="head"><div><h1>${title}</h1><p class="sub">of <a href="${installation.url}">${installation.name}</a>, ${installation.baseUrl}. <a href="${runDocumentUrl(view.id)}">API document with its verdicts</a></p></div><p>${stateBadge(state)}</p></div>
<p class="cause ${tone}">${sanitize(view.cause ?? findingsHeadline(findings) ?? meaning)}</p>
${remarks(view)}
${figures(view)}
${neighbours(view)}
<section class="section" aria-labelledby="failures-title"><h2 id="failures-title">${findings.length === 0 ? 'What failed' : `What failed: ${countFindings(findings)}`}</h2>
${failures.length === 0 ? html`<p>Nothing that was judged failed.</p>` : findingList(findings, faults, { now: frame.now, documentUrl: runDocumentUrl(view.id) })}</section>
<section class="section" aria-labelledby="comparison-title"><h2 id="comparison-title">Since the run before</h2>${runComparison(view.comparison)}</section>
<section class="section" id="waterfall" aria-labelledby="waterfall-title"><h2 id="waterfall-title">Exchanges</h2>${waterfall(view.exchanges)}</section>
<section class="section" aria-labelledby="endpoints-title"><h2 id="endpoints-title">Endpoints</h2>${endpointTable(view.endpoints)}</section>
<section class="section" aria-labelledby="phases-title"><h2 id="phases-title">Phases of a request</h2>${phaseTable(view.phases)}</section>
<section class="section" aria-labelledby="observations-title"><h2 id="observations-title">Observations</h2>
<details><summary>${pluralize(view.observations.length, 'observation')}</summary>${observationTable(view.observations)}</details></section>
<section class="section" aria-labelledby="verdicts-title"><h2 id="verdicts-title">Other verdicts</h2>${verdictTable(view.verdicts)}</section>`,
  });
}

function remarks({ cutShort, inMaintenance, trigger, recheck }: RunView): Markup {
  const sentences = [
    trigger === 'operator' ? 'An operator started this run.' : 'The schedule started this run.',
    cutShort ? 'It was cut short: whatever it had not asked by then is untestable.' : '',
    inMaintenance ? 'It ran during maintenance, so no figure counts it.' : '',
    recheck === undefined ? '' : recheckSentence(recheck),
  ].filter((sentence) => sentence !== '');
  return html`<p class="soft remarks">${sentences.join(' ')}</p>`;
}

function figures(view: RunView): Markup {
  const { totals } = view;
  const entries: readonly (readonly [string, string | Markup, string])[] = [
    ['Checks judged', `${totals.pass} passed, ${totals.fail} failed`, untested(view)],
    ['Coverage', coveragePercent(view.coverage), 'of the checks asked for could be judged'],
    ['Duration', duration(view.durationMs), `ended ${fullTime(view.finishedAt)}`],
    ['Requests', String(view.requests), `${view.retried} sent again, ${view.throttled} throttled`],
  ];
  return html`<dl class="facts">${entries.map(
    ([term, value, more]) =>
      html`<div><dt>${term}</dt><dd>${value}<span class="small">${more}</span></dd></div>`,
  )}</dl>`;
}

function untested({ totals }: RunView): string {
  const parts = [`${totals.untestable} untestable`, `${totals.skip} skipped`];
  if (totals.error > 0) parts.push(`${pluralize(totals.error, 'fault')} of the suite`);
  return parts.join(', ');
}

function neighbours({ previousUrl, nextUrl }: RunView): Markup | '' {
  if (previousUrl === undefined && nextUrl === undefined) return '';
  return html`<nav class="neighbours" aria-label="Other runs">${previousUrl === undefined ? '' : html`<a rel="prev" href="${previousUrl}">Previous run</a>`}${nextUrl === undefined ? '' : html`<a rel="next" href="${nextUrl}">Next run</a>`}</nav>`;
}

function recheckSentence({ asked, stillFailing }: NonNullable<RunView['recheck']>): string {
  const repeated =
    asked === 1 ? 'The failing check was repeated' : `The ${asked} failing checks were repeated`;
  if (stillFailing === 0) return `${repeated} at once and passed.`;
  return `${repeated} at once${stillFailing === asked ? ' and failed again' : `, and ${stillFailing} failed again`}.`;
}
