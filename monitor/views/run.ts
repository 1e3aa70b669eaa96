import { html } from 'hono/html';
import { stateOf } from '../../contract/state.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { failureList } from './failures.ts';
import { stateBadge } from './icons.ts';
import { layout } from './layout.ts';
import type { Markup } from './markup.ts';
import { observationTable } from './observations.ts';
import { endpointTable, phaseTable, verdictTable } from './run-tables.ts';
import type { RunView } from './view-model.ts';
import { count, duration, fullTime, percent } from './words.ts';

/** The page of one run: what it found, with evidence, and every verdict. */
export function renderRun(view: RunView): string | Promise<string> {
  const { installation, tier, startedAt, state, failures, frame } = view;
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
<div class="head"><div><h1>${title}</h1><p class="sub">of <a href="${installation.url}">${installation.name}</a>, ${installation.baseUrl}</p></div><p>${stateBadge(state)}</p></div>
<p class="cause ${tone}">${sanitize(view.cause ?? meaning)}</p>
${remarks(view)}
${figures(view)}
${neighbours(view)}
<section class="section" aria-labelledby="failures-title"><h2 id="failures-title">What failed</h2>
${failures.length === 0 ? html`<p>Nothing that could be judged.</p>` : failureList(failures, frame.now)}</section>
<section class="section" aria-labelledby="endpoints-title"><h2 id="endpoints-title">Endpoints</h2>${endpointTable(view.endpoints)}</section>
<section class="section" aria-labelledby="phases-title"><h2 id="phases-title">Phases of a request</h2>${phaseTable(view.phases)}</section>
<section class="section" aria-labelledby="observations-title"><h2 id="observations-title">Observations</h2>
<details><summary>${count(view.observations.length, 'observation')}</summary>${observationTable(view.observations)}</details></section>
<section class="section" aria-labelledby="verdicts-title"><h2 id="verdicts-title">Other verdicts</h2>${verdictTable(view.verdicts)}</section>`,
  });
}

function remarks({ cutShort, inMaintenance, trigger, recheck }: RunView): Markup {
  const told = [
    trigger === 'operator' ? 'An operator started this run.' : 'The schedule started this run.',
    cutShort ? 'It was cut short: what it had not asked by then is untestable.' : '',
    inMaintenance ? 'It fell into maintenance, so every figure leaves it out.' : '',
    recheck === undefined ? '' : recheckSentence(recheck),
  ].filter((sentence) => sentence !== '');
  return html`<p class="soft remarks">${told.join(' ')}</p>`;
}

function figures(view: RunView): Markup {
  const { totals } = view;
  const entries: readonly (readonly [string, string | Markup, string])[] = [
    ['Checks judged', `${totals.pass} kept, ${totals.fail} broken`, untested(view)],
    ['Coverage', percent(view.coverage), 'of the checks asked for could be judged'],
    ['Took', duration(view.durationMs), `ended ${fullTime(view.finishedAt)}`],
    ['Requests', String(view.requests), `${view.retried} sent again, ${view.throttled} throttled`],
  ];
  return html`<dl class="facts">${entries.map(
    ([term, value, more]) =>
      html`<div><dt>${term}</dt><dd>${value}<span class="small">${more}</span></dd></div>`,
  )}</dl>`;
}

function untested({ totals }: RunView): string {
  const parts = [`${totals.untestable} untestable`, `${totals.skip} not asked for`];
  if (totals.error > 0) parts.push(`${count(totals.error, 'fault')} of the suite`);
  return parts.join(', ');
}

function neighbours({ previousUrl, nextUrl }: RunView): Markup | '' {
  if (previousUrl === undefined && nextUrl === undefined) return '';
  return html`<nav class="neighbours" aria-label="Other runs">${previousUrl === undefined ? '' : html`<a rel="prev" href="${previousUrl}">Run before</a>`}${nextUrl === undefined ? '' : html`<a rel="next" href="${nextUrl}">Run after</a>`}</nav>`;
}

function recheckSentence({ asked, stillFailing }: NonNullable<RunView['recheck']>): string {
  if (stillFailing === 0)
    return `What failed (${count(asked, 'check')}) was asked again at once and held then.`;
  return `What failed (${count(asked, 'check')}) was asked again at once; ${stillFailing === asked ? 'it failed again' : `${stillFailing} of them failed again`}.`;
}
