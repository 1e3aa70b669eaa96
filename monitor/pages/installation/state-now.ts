import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { answerLooks } from '../../../reports/comparison/keep-integration.ts';
import { joined } from '../../../reports/html/page.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { coveragePercent, duration, roughDuration, uptimePercent } from '../../../reports/words.ts';
import type { FailureEvidence } from '../../model.ts';
import { compareTexts } from '../compare/texts.ts';
import { incidentsTexts } from '../incidents/texts.ts';
import { acknowledgedLine, certificateTone, fact, share } from '../shared/marks.ts';
import { texts } from '../shared/texts.ts';
import { distance, lastedFor, moment, monthName, shortDay, tookText } from '../shared/times.ts';
import { comparisonUrl, documentUrl, incidentsUrl, runbookUrl } from '../shared/urls.ts';
import type { ChangedView, InstallationView } from './model.ts';
import { installationTexts } from './texts.ts';

const words = installationTexts.facts;

/** The figures of an installation at a glance. */
function facts(view: InstallationView): Markup {
  const { row, certificate, budget, frame } = view;
  const { lastRun } = row;
  return html`<dl class="facts even">${fact(row.longUptime === undefined ? words.uptimeSinceStart : words.uptimeSince(shortDay(row.longUptime.since)), share(row.longUptime?.share), words.uptimeMeaning)}
${lastMonth(view)}
${fact(words.lastRun, lastRun === undefined ? texts.common.noneYet : html`<a href="${lastRun.url}">${distance(lastRun.startedAt, frame.now)}</a>`, html`${lastRun === undefined ? '' : html`${words.lastRunTook(lastRun.tier, duration(lastRun.durationMs))}<br>`}${nextRun(view)}`)}
${coverageFact(row)}
${fact(words.certificate, certificate === undefined ? words.noCertificate : daysLeft(certificate.daysLeft), certificate === undefined ? words.noCertificateReason : words.expires(moment(certificate.expiresAt)), 'certificate')}
${fact(words.requestBudget, budget.perSecond === 'off' ? words.noLimit : words.perSecond(budget.perSecond), words.requests(budget.requestsToday, budget.throttledToday, budget.concurrency))}
</dl>`;
}

function coverageFact({ coverage, counted }: InstallationView['row']): Markup {
  if (counted !== undefined) {
    const { judged, all, untestable, notAsked } = counted;
    return fact(texts.common.coverage, words.judged(judged, all), words.notJudged(untestable, notAsked));
  }
  const share = coverage === undefined ? words.notKnown : coveragePercent(coverage);
  return fact(texts.common.coverage, share, texts.common.coverageMeaning);
}

function nextRun({ row, frame }: InstallationView): Markup | string {
  if (row.running !== undefined) return words.runningNow(row.running);
  const { nextRun: next } = row;
  return next === undefined ? words.noNextRun : words.nextRun(next.tier, distance(next.at, frame.now));
}

/** The last whole month; left out if no run of it counts. */
function lastMonth({ months, frame }: InstallationView): Markup | '' {
  const now = new Date(frame.now);
  const name = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const found = months.find(({ month }) => month === name);
  if (found === undefined) return '';
  const { month, uptime, incidents, incidentMs } = found;
  return fact(
    words.lastMonth(monthName(month)),
    html`<a href="#availability">${uptimePercent(uptime)}</a>`,
    incidents === 0 ? words.noIncident : words.incidents(incidents, roughDuration(incidentMs)),
  );
}

function daysLeft(days: number): Markup {
  if (days < 0) return html`<span class="bad">${words.expired}</span>`;
  return html`<span class="${certificateTone(days) ?? ''}">${words.daysLeft(days)}</span>`;
}

/** The other pages of an installation. */
function installationLinks(name: string): Markup {
  return html`<p class="sub"><a href="${documentUrl(name)}">${texts.common.judgedDocument}</a> · <a href="${comparisonUrl(name)}">${installationTexts.compare}</a> · <a href="${incidentsUrl(name)}">${texts.frame.incidents}</a></p>`;
}

const stateNowWords = installationTexts.now;

/** How many causes are named; the others are listed below. */
const mostNamed = 3;
/** The beginning of an answer, on one line. */
const longestAnswer = 200;

/** What a stranger asks first: what is wrong, since when, why, whom it concerns, and what to do. */
export function stateNow(view: InstallationView): Markup {
  const { row, warning, people } = view;
  const { tone, isIncident } = stateOf(row.state);
  const isWell = row.state === 'conforming';
  const since =
    row.stateSince === undefined
      ? ''
      : html`${moment(row.stateSince)} <span class="soft">(${lastedFor(row.stateSince, view.frame.now)})</span>`;
  const answers = [
    [stateNowWords.what, isWell ? html`${whatLine(row)}${deploymentLine(view)}` : whatLine(row)],
    [stateNowWords.since, since],
    [stateNowWords.why, isWell ? '' : html`${why(view)}${deploymentLine(view)}`],
    [stateNowWords.who, isIncident || row.group !== undefined || people.owner !== undefined ? who(view) : ''],
    [stateNowWords.whatToDo, isIncident || row.state === 'unknown' ? whatToDo(view) : ''],
  ] as const;
  return html`<div class="cause ${tone}"><dl class="state-now">${answers.map(([question, answer]) => (answer === '' ? '' : html`<div><dt>${question}</dt><dd>${answer}</dd></div>`))}</dl>${knownLine(view)}${answerLinks(view)}</div>${warning === undefined ? '' : html`<p class="cause warn">${sanitize(warning)}</p>`}
<p class="sub soft">${row.baseUrl}${row.tags === undefined ? '' : html` · ${stateNowWords.tags(row.tags)}`}</p>${installationLinks(row.name)}
${facts(view)}`;
}

/** The acknowledgement of the incident, or where to make one. */
function knownLine({ row, actions }: InstallationView): Markup | '' {
  const { acknowledged } = row;
  if (acknowledged !== undefined) return html`<p class="known">${acknowledgedLine(acknowledged)}</p>`;
  if (!actions.possible || !stateOf(row.state).isIncident) return '';
  return html`<p><a href="${incidentsUrl(row.name, { show: 'open' })}">${incidentsTexts.known.acknowledge}</a></p>`;
}

function whatLine({ state }: InstallationView['row']): Markup {
  const { countsAs, label, meaning } = stateOf(state);
  const up = countsAs === 'excluded' ? '' : html`<strong>${stateNowWords[countsAs]}</strong> `;
  return html`${up}${stateNowWords.state(label, meaning)}`;
}

/** The difference first: each cause by its headline. */
function why({ row, findings, locations }: InstallationView): Markup {
  // If locations differ, the cause says so.
  if (row.state !== 'violating' || findings.length === 0 || locations !== undefined)
    return html`<p>${sanitize(row.cause ?? stateOf(row.state).meaning)}</p>`;
  const named = findings.slice(0, mostNamed).map(({ headline }) => html`<p>${sanitize(headline)}.</p>`);
  const more = findings.length - named.length;
  return html`${named}${more > 0 ? html`<p><a href="#failures">${stateNowWords.moreFindings(more)}</a></p>` : ''}`;
}

function who({ row, people }: InstallationView): Markup {
  const { owner, contact, settings } = people;
  const parts = [
    ...(row.group === undefined ? [] : [html`${stateNowWords.group(row.group)}`]),
    ...(owner === undefined ? [] : [html`${stateNowWords.owner(sanitize(owner))}`]),
    ...(contact === undefined ? [] : [stateNowWords.contact(contactLink(sanitize(contact)))]),
    ...(owner === undefined && contact === undefined
      ? [stateNowWords.nobody(html`<code>${settings[0]}</code>`, html`<code>${settings[1]}</code>`)]
      : []),
  ];
  return joined(parts, ' · ');
}

/** An address of mail or of the web can be followed; anything else is a text. */
function contactLink(contact: string): Markup {
  if (/^[^\s@:/?&]+@[^\s@:/?&]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`;
  return /^https?:\/\/\S+$/.test(contact) ? html`<a href="${contact}">${contact}</a>` : html`${contact}`;
}

function whatToDo({ row, findings, evidence }: InstallationView): Markup {
  const [mostSevere] = row.state === 'violating' ? findings : [];
  const runbook = runbookUrl(row.state);
  return html`<p>${mostSevere?.advice === undefined ? '' : html`${mostSevere.advice} `}${runbook === undefined ? '' : html`<a href="${runbook}">${stateNowWords.runbook}</a>`}</p>${evidence === undefined ? '' : request(evidence)}`;
}

/** The request to repeat, and what came of it in short; below stands all of it. */
function request(evidence: FailureEvidence): Markup {
  const { curl, status, failure, excerpt = '' } = evidence;
  const answer = excerpt.replaceAll(/\s+/g, ' ').trim();
  const text = answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer;
  const result =
    status === undefined
      ? stateNowWords.gotNoAnswer(sanitize(failure ?? texts.common.requestEnded), tookText(evidence))
      : stateNowWords.gotAnswer(
          status,
          tookText(evidence),
          text === '' ? undefined : html`<code>${sanitize(text)}</code>`,
        );
  return html`<pre tabindex="0">${sanitize(curl)}</pre><p class="small answer">${result}</p>`;
}

function deploymentLine({ deployment }: InstallationView): Markup | '' {
  if (deployment === undefined) return '';
  const { at, text, url } = deployment;
  return html`<p>${stateNowWords.deployment(html`<a href="${url}">${moment(at)}</a>`, sanitize(text))}</p>`;
}

function answerLinks({ row, findings, changed }: InstallationView): Markup | '' {
  const links = [
    ...(findings.length === 0 ? [] : [html`<a href="#failures">${stateNowWords.answers}</a>`]),
    ...(changed === undefined
      ? []
      : [
          html`<a href="${comparisonUrl(row.name, changed.from)}">${stateNowWords.changed[changed.by]}</a>`,
          html`<a href="${comparisonUrl(row.name, changed.from)}#keeping">${compareTexts.keeping}</a>${keepingCounts(changed)}`,
        ]),
  ];
  if (links.length === 0) return '';
  return html`<p class="answers">${joined(links, ' · ')}</p>`;
}

/** The answer itself, without a link to follow. */
function keepingCounts({ keeping }: ChangedView): string {
  if (keeping === undefined || keeping.length === 0) return '';
  const counts = keeping.map(({ answer, endpoints }) =>
    compareTexts.keepingCount(answerLooks[answer].word, endpoints),
  );
  return ` ${counts.join(', ')}`;
}
