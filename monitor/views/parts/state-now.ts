import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { answerLooks } from '../../../reports/comparison/keep-integration.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import type { FailureEvidence } from '../../model.ts';
import { comparisonUrl, incidentsUrl, runbookUrl } from '../data/urls.ts';
import type { ChangedView, InstallationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { acknowledgedLine } from './acknowledged.ts';
import { facts } from './installation-facts.ts';
import { installationLinks } from './installation-links.ts';
import { lastedFor, moment, tookText } from './times.ts';

const words = texts.installation.now;

/** So many causes are named; the others stand below. */
const mostNamed = 3;
/** The beginning of an answer, on one line. */
const longestAnswer = 200;

/** What a stranger asks first: what is wrong, since when, why, whom it concerns, and what to do. */
export function stateNow(view: InstallationView): Markup {
  const { row, warning, people } = view;
  const { tone, isIncident } = stateOf(row.state);
  const isWell = row.state === 'conforming';
  const answers = [
    [words.what, isWell ? html`${whatLine(row)}${deploymentLine(view)}` : whatLine(row)],
    [words.since, row.stateSince === undefined ? '' : sinceLine(row.stateSince, view)],
    [words.why, isWell ? '' : html`${why(view)}${deploymentLine(view)}`],
    [words.who, isIncident || row.group !== undefined || people.owner !== undefined ? who(view) : ''],
    [words.whatToDo, isIncident || row.state === 'unknown' ? whatToDo(view) : ''],
  ] as const;
  return html`<div class="cause ${tone}"><dl class="state-now">${answers.map(([question, answer]) => (answer === '' ? '' : html`<div><dt>${question}</dt><dd>${answer}</dd></div>`))}</dl>${knownLine(view)}${answerLinks(view)}</div>${warning === undefined ? '' : html`<p class="cause warn">${sanitize(warning)}</p>`}
<p class="sub soft">${addressLine(row)}</p>${installationLinks(row.name)}
${facts(view)}`;
}

/** That it is known, or where to say so. */
function knownLine({ row, actions }: InstallationView): Markup | '' {
  const { acknowledged } = row;
  if (acknowledged !== undefined) return html`<p class="known">${acknowledgedLine(acknowledged)}</p>`;
  if (!actions.possible || !stateOf(row.state).isIncident) return '';
  return html`<p><a href="${incidentsUrl(row.name, { show: 'open' })}">${texts.incidents.known.acknowledge}</a></p>`;
}

function addressLine({ baseUrl, tags }: InstallationView['row']): Markup {
  return html`${baseUrl}${tags === undefined ? '' : html` · ${words.tags(tags)}`}`;
}

function whatLine({ state }: InstallationView['row']): Markup {
  const { countsAs, label, meaning } = stateOf(state);
  const up = countsAs === 'excluded' ? '' : html`<strong>${words[countsAs]}</strong> `;
  return html`${up}${words.state(label, meaning)}`;
}

function sinceLine(since: string, { frame }: InstallationView): Markup {
  return html`${moment(since)} <span class="soft">(${lastedFor(since, frame.now)})</span>`;
}

/** The difference first: each cause by its headline. */
function why({ row, findings, locations }: InstallationView): Markup {
  // Where locations differ, the cause says so.
  if (row.state !== 'violating' || findings.length === 0 || locations !== undefined)
    return html`<p>${sanitize(row.cause ?? stateOf(row.state).meaning)}</p>`;
  const named = findings.slice(0, mostNamed).map(({ headline }) => html`<p>${sanitize(headline)}.</p>`);
  const more = findings.length - named.length;
  return html`${named}${more > 0 ? html`<p><a href="#failures">${words.moreFindings(more)}</a></p>` : ''}`;
}

function who({ row, people }: InstallationView): Markup {
  const { owner, contact, settings } = people;
  const parts = [
    ...(row.group === undefined ? [] : [html`${words.group(row.group)}`]),
    ...(owner === undefined ? [] : [html`${words.owner(sanitize(owner))}`]),
    ...(contact === undefined ? [] : [words.contact(contactLink(sanitize(contact)))]),
    ...(owner === undefined && contact === undefined
      ? [words.nobody(html`<code>${settings[0]}</code>`, html`<code>${settings[1]}</code>`)]
      : []),
  ];
  return html`${parts.map((part, index) => html`${index === 0 ? '' : ' · '}${part}`)}`;
}

/** An address of mail or of the web can be followed; anything else is a text. */
function contactLink(contact: string): Markup {
  if (/^[^\s@:/?&]+@[^\s@:/?&]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`;
  return /^https?:\/\/\S+$/.test(contact) ? html`<a href="${contact}">${contact}</a>` : html`${contact}`;
}

function whatToDo({ row, findings, evidence }: InstallationView): Markup {
  const [gravest] = row.state === 'violating' ? findings : [];
  const runbook = runbookUrl(row.state);
  return html`<p>${gravest?.advice === undefined ? '' : html`${gravest.advice} `}${runbook === undefined ? '' : html`<a href="${runbook}">${words.runbook}</a>`}</p>${evidence === undefined ? '' : request(evidence)}`;
}

/** The request to repeat, and what came of it in short; below stands all of it. */
function request(evidence: FailureEvidence): Markup {
  const { curl, status, failure, excerpt = '' } = evidence;
  const answer = excerpt.replaceAll(/\s+/g, ' ').trim();
  const text = answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer;
  const result =
    status === undefined
      ? words.gotNoAnswer(sanitize(failure ?? texts.common.requestEnded), tookText(evidence))
      : words.gotAnswer(
          status,
          tookText(evidence),
          text === '' ? undefined : html`<code>${sanitize(text)}</code>`,
        );
  return html`<pre tabindex="0">${sanitize(curl)}</pre><p class="small answer">${result}</p>`;
}

function deploymentLine({ deployment }: InstallationView): Markup | '' {
  if (deployment === undefined) return '';
  const { at, text, url } = deployment;
  return html`<p>${words.deployment(html`<a href="${url}">${moment(at)}</a>`, sanitize(text))}</p>`;
}

function answerLinks({ row, findings, changed }: InstallationView): Markup | '' {
  const links = [
    ...(findings.length === 0 ? [] : [html`<a href="#failures">${words.answers}</a>`]),
    ...(changed === undefined
      ? []
      : [
          html`<a href="${comparisonUrl(row.name, changed.from)}">${words.changed[changed.by]}</a>`,
          html`<a href="${comparisonUrl(row.name, changed.from)}#keeping">${texts.compare.keeping}</a>${keepingCounts(changed)}`,
        ]),
  ];
  if (links.length === 0) return '';
  return html`<p class="answers">${links.map((link, index) => html`${index === 0 ? '' : ' · '}${link}`)}</p>`;
}

/** The answer itself: nobody has to follow the link for it. */
function keepingCounts({ keeping }: ChangedView): string {
  if (keeping === undefined || keeping.length === 0) return '';
  const counts = keeping.map(({ answer, endpoints }) =>
    texts.compare.keepingCount(answerLooks[answer].word, endpoints),
  );
  return ` ${counts.join(', ')}`;
}
