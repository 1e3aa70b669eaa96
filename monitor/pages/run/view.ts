import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countFindings, countsPhrase, duration, stateWord } from '../../../reports/words.ts';
import { findingsHeadline } from '../../state/open-findings.ts';
import { installationTexts } from '../installation/texts.ts';
import { meter, tenths } from '../shared/charts.ts';
import { countsOf } from '../shared/finding-views.ts';
import { evidenceOf, findingList, observationTable } from '../shared/findings.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import { fact, outcomeText, stateBadge } from '../shared/marks.ts';
import { dataTable, stackedRow } from '../shared/tables.ts';
import { texts } from '../shared/texts.ts';
import { fullTime, moment } from '../shared/times.ts';
import { runDocumentUrl } from '../shared/urls.ts';
import type { ExchangeView, RunComparisonView, RunView } from './data.ts';
import { runTexts } from './texts.ts';

const words = runTexts;

/** The result of a run at each endpoint. */
function endpointTable(endpoints: RunView['endpoints']): Markup {
  return dataTable({
    words: words.endpoints,
    columns: [texts.common.endpoint, words.endpoints.result, { number: words.endpoints.time }],
    rows: endpoints.map(({ endpoint, outcome, ms }) =>
      stackedRow(html`<code>${endpoint}</code>`, [
        outcomeText(outcome),
        {
          content:
            ms === undefined
              ? html`<span aria-hidden="true">–</span><span class="spoken">${words.endpoints.notTimed}</span>`
              : duration(ms),
          kind: 'number',
        },
      ]),
    ),
  });
}

/** The phases by their names in records and in the history. */
const phaseNames: Readonly<Record<string, string>> = {
  ...words.phases.names,
  first_byte: words.phases.names.firstByte,
};

/** Where the time of a request went. */
function phaseTable(phases: RunView['phases']): Markup {
  if (phases.length === 0) return html`<p>${words.phases.none}</p>`;
  const longest = Math.max(...phases.map(({ ms }) => ms), 1);
  return dataTable({
    words: words.phases,
    isPlain: true,
    columns: [words.phases.phase, { number: words.phases.median }, words.phases.share],
    rows: phases.map(
      ({ phase, ms }) =>
        html`<tr><th scope="row">${phaseNames[phase] ?? phase}</th><td class="number">${duration(ms)}</td><td class="bar-cell">${meter(ms / longest)}</td></tr>`,
    ),
  });
}

/** Every verdict that is no failure. */
function verdictTable(verdicts: RunView['verdicts']): Markup {
  if (verdicts === undefined) return html`<p>${words.verdicts.gone}</p>`;
  const table = dataTable({
    words: words.verdicts,
    columns: [words.verdicts.check, texts.common.endpoint, words.verdicts.outcome, words.verdicts.reason],
    rows: verdicts.map(({ check, endpoint, outcome, message }) =>
      stackedRow(html`<code>${check}</code>`, [
        html`<code>${endpoint}</code>`,
        words.verdicts.outcomes[outcome],
        { content: sanitize(message ?? ''), kind: 'long' },
      ]),
    ),
  });
  return html`<details><summary>${words.verdicts.amount(verdicts.length)}</summary>${table}</details>`;
}

const runComparisonWords = runTexts.comparison;

/** What differs from the run before. */
function runComparison(comparison: RunComparisonView | undefined): Markup {
  if (comparison === undefined) return html`<p>${runComparisonWords.none}</p>`;
  const { url, startedAt, state, judgedByBoth, broken, fixed, changed, medianMs } = comparison;
  const isSame = broken.length + fixed.length + changed.length === 0;
  const same = judgedByBoth === 0 ? runComparisonWords.noneInCommon : runComparisonWords.same;
  const result = isSame ? same : runComparisonWords.differences(broken.length, fixed.length, changed.length);
  const times =
    medianMs === undefined
      ? undefined
      : runComparisonWords.times(duration(medianMs.before), duration(medianMs.after));
  const link = html`<a href="${url}">${runComparisonWords.link(moment(startedAt))}</a>`;
  const run = state === undefined ? link : html`${link} (${stateWord(state)})`;
  return html`<p>${runComparisonWords.result(run, result, times)}</p>${
    isSame
      ? ''
      : html`<ul class="differences">${broken.map((one) => place('bad', runComparisonWords.broken, one))}${fixed.map((one) => place('good', runComparisonWords.fixed, one))}${changed.map((one) => html`<li><strong class="warn">${runComparisonWords.changed}</strong> ${runComparisonWords.answers(html`<code>${one.gap}</code>`, html`<code>${one.endpoint}</code>`, sanitize(one.before), sanitize(one.after))}</li>`)}</ul>`
  }`;
}

function place(tone: string, word: string, { check, endpoint }: RunComparisonView['broken'][number]): Markup {
  return html`<li><strong class="${tone}">${word}</strong> ${runComparisonWords.at(html`<code>${check}</code>`, html`<code>${endpoint}</code>`)}</li>`;
}

const waterfallWords = runTexts.exchanges;
const width = 1000;
const phases = ['dns', 'connect', 'tls', 'firstByte', 'transfer'] as const;

/** The exchanges of a run over its time; each opens to its request, its answer and its phases. */
function waterfall(exchanges: readonly ExchangeView[] | undefined): Markup {
  if (exchanges === undefined) return html`<p>${waterfallWords.notKept}</p>`;
  if (exchanges.length === 0) return html`<p>${waterfallWords.none}</p>`;
  const endMs = Math.max(1, ...exchanges.map(({ startMs, phasesMs }) => startMs + phasesMs.total));
  const names = phases.map((phase) => html`<li><i class="swatch-box ${phase}"></i>${phaseNames[phase]}</li>`);
  return html`<p class="lead small">${waterfallWords.introduction(exchanges.length, duration(endMs))}</p>
<ol class="waterfall">${exchanges.map((one, index) => item(one, index, endMs))}</ol>
<ul class="legend small soft" aria-label="${waterfallWords.legend}">${names}</ul>`;
}

function item(exchange: ExchangeView, index: number, endMs: number): Markup {
  const { endpoint, key, status, phasesMs, lagMs, evidence } = exchange;
  const tone = evidence !== undefined || status === undefined || status >= 500 ? 'bad' : '';
  const shows =
    evidence === undefined ? '' : html`<span class="spoken">${waterfallWords.showsFailure}</span>`;
  return html`<li class="${tone}"><details id="exchange-${index}"><summary><code class="exchange-endpoint">${endpoint}</code><span class="exchange-key soft">${waterfallWords.keys[key] ?? key.replaceAll('-', ' ')}</span><span class="exchange-status ${tone}">${status ?? waterfallWords.noStatus}${shows}</span>${bar(exchange, endMs)}<span class="exchange-time">${duration(phasesMs.total)}${lagMs === undefined ? '' : html`<span title="${waterfallWords.lag(duration(lagMs))}">*<span class="spoken">${waterfallWords.lagMark}</span></span>`}</span></summary>${detail(exchange, index)}</details></li>`;
}

function detail(exchange: ExchangeView, index: number): Markup {
  const { method, path, status, failure, bytes, startMs, lagMs, evidence } = exchange;
  const answer =
    status === undefined
      ? waterfallWords.noAnswer(sanitize(failure ?? texts.common.requestEnded))
      : waterfallWords.answered(status, bytes);
  const notKept = status === undefined ? '' : html`<p class="small soft">${waterfallWords.bodyNotKept}</p>`;
  const more = evidence === undefined ? notKept : evidenceOf(evidence, `exchange-${index}`);
  return html`<div class="exchange-detail"><pre tabindex="0">${sanitize(`${method} ${path}`)}</pre><p class="small">${answer} ${waterfallWords.sent(duration(startMs))} ${phaseText(exchange)}${lagMs === undefined ? '' : ` ${waterfallWords.lag(duration(lagMs))}`}</p>${more}</div>`;
}

/** Drawn from where the request was sent; each phase follows the one before. Without an answer, the wait is the rest. */
function bar({ startMs, phasesMs }: ExchangeView, endMs: number): Markup {
  const scale = width / endMs;
  const { dns = 0, connect = 0, tls = 0, total } = phasesMs;
  const lengths = { firstByte: total - dns - connect - tls, ...phasesMs };
  let endedMs = startMs;
  const drawn = phases.map((phase) => {
    const ms = lengths[phase] ?? 0;
    if (ms <= 0) return '';
    const x = endedMs * scale;
    endedMs += ms;
    return html`<rect class="${phase}" x="${tenths(x)}" width="${tenths(Math.max(1, ms * scale))}" height="10"/>`;
  });
  return html`<svg class="exchange-bar" viewBox="0 0 ${width} 10" preserveAspectRatio="none" aria-hidden="true">${drawn}</svg>`;
}

function phaseText({ phasesMs }: ExchangeView): string {
  const known = phases.flatMap((phase) => {
    const ms = phasesMs[phase];
    return ms === undefined ? [] : [waterfallWords.phase(phaseNames[phase] ?? phase, duration(ms))];
  });
  return known.length === 0 ? '' : `${known.join(', ')}.`;
}

/** The page of one run: what it found, with evidence, and every verdict. */
export function renderRun(view: RunView): Markup {
  const { installation, tier, startedAt, state, failures, findings, frame } = view;
  const faults = failures.filter(({ outcome }) => outcome === 'error');
  const { tone, meaning } = stateOf(state);
  const title = words.title(tier, fullTime(startedAt));
  return layout(frame, {
    title: words.pageTitle(title, installation.name),
    crumbs: crumbsTo(title, installation.name),
    refreshing: 'never',
    isWide: true,
    content: html`
<div class="head"><div><h1>${title}</h1><p class="sub">${whereOf(view)}</p></div><p>${stateBadge(state)}</p></div>
<p class="cause ${tone}">${sanitize(view.cause ?? findingsHeadline(findings) ?? meaning)}</p>
${remarks(view)}
${figures(view)}
${neighbours(view)}
<section class="section" aria-labelledby="failures-title"><h2 id="failures-title">${words.failures(findings.length === 0 ? undefined : countFindings(findings))}</h2>
${failures.length === 0 ? html`<p>${view.totals.pass + view.totals.fail === 0 ? words.nothingJudged : words.nothingFailed}</p>` : findingList(findings, faults, { now: frame.now, documentUrl: runDocumentUrl(view.id) })}</section>
<section class="section" aria-labelledby="comparison-title"><h2 id="comparison-title">${words.comparison.title}</h2>${runComparison(view.comparison)}</section>
<section class="section" aria-labelledby="endpoints-title"><h2 id="endpoints-title">${words.endpoints.title}</h2>${endpointTable(view.endpoints)}</section>
<section class="section" id="waterfall" aria-labelledby="waterfall-title"><h2 id="waterfall-title">${words.exchanges.title}</h2>${waterfall(view.exchanges)}</section>
<section class="section" aria-labelledby="phases-title"><h2 id="phases-title">${words.phases.title}</h2>${phaseTable(view.phases)}</section>
<section class="section" aria-labelledby="observations-title"><h2 id="observations-title">${words.observations}</h2>
<details><summary>${installationTexts.observations.amount(view.observations.length)}</summary>${observationTable(view.observations)}</details></section>
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
  const facts = [
    fact(names.judged, names.passedFailed(totals.pass, totals.fail), untested(view)),
    fact(texts.common.coverage, countsPhrase(countsOf(totals)), texts.common.coverageMeaning),
    fact(names.duration, duration(view.durationMs), names.ended(fullTime(view.finishedAt))),
    fact(names.requests, String(view.requests), names.sentAgain(view.retried, view.throttled)),
  ];
  return html`<dl class="facts">${facts}</dl>`;
}

function untested({ totals }: RunView): string {
  const { untestable, skipped, faults } = words.figures;
  const suite = totals.error > 0 ? [faults(totals.error)] : [];
  return [untestable(totals.untestable), skipped(totals.skip), ...suite].join(', ');
}

function neighbours({ previousUrl, nextUrl }: RunView): Markup | '' {
  if (previousUrl === undefined && nextUrl === undefined) return '';
  return html`<nav class="neighbours" aria-label="${words.neighbours}">${previousUrl === undefined ? '' : html`<a rel="prev" href="${previousUrl}">${words.previous}</a>`}${nextUrl === undefined ? '' : html`<a rel="next" href="${nextUrl}">${words.next}</a>`}</nav>`;
}
