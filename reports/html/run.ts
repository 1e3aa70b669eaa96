import { html } from 'hono/html';
import { type Topic, topicOf, topics } from '../../contract/checks/check.ts';
import { countedFindings, type RunFinding } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { adviceFor, noAdviceText, toneOf, verdictOf } from '../advice/advice.ts';
import { type ReportName, reportFiles } from '../formats.ts';
import type { Markup } from '../markup.ts';
import { type Deviations, headline } from '../notes.ts';
import { factsOf, runSections } from '../run-sections.ts';
import { sanitize } from '../sanitize.ts';
import type { Section } from '../sections.ts';
import { isExplainedByCause, type Kind, legend, type Mark, signWords, tableOf } from '../tally.ts';
import { factList, renderPage } from './page.ts';
import { listItem, sectionMarkup } from './sections.ts';

/**
 * A run as one self-contained HTML page: light and dark, to read, print or send.
 * @param siblings the reports in the same folder
 */
export function renderHtml(
  record: RunRecord,
  deviations: Deviations = {},
  siblings: readonly ReportName[] = [],
): string {
  const title = `Contract check: ${record.installation.name}`;
  // The cause says what to do.
  const isCauseEnough = isExplainedByCause(record);
  const sections = isCauseEnough ? [] : runSections(record, deviations, siblings);
  return renderPage(
    title,
    html`<header>
${runHead(title, record, deviations)}
${
  isCauseEnough
    ? ''
    : html`${adviceList(record, deviations)}
${contents(sections, siblings)}`
}
</header>
${factList(factsOf(record))}
${isCauseEnough ? '' : tableSection(record, countedFindings(record))}
${sections.map((section) => sectionMarkup(section))}`,
  );
}

/**
 * The head of a page about a run: the installation, the verdict, and the state with its cause.
 * @param more follows the state
 */
export function runHead(
  title: string,
  record: RunRecord,
  deviations: Deviations,
  more: Markup | '' = '',
): Markup {
  const { installation, cause } = record;
  const advice = adviceFor(record, deviations);
  return html`<h1>${sanitize(title)}</h1>
<p class="address"><code>${sanitize(installation.baseUrl)}</code></p>
<p class="verdict ${toneOf(record, advice)}">${verdictOf(record, advice)}</p>
<p class="state">${sanitize(headline(record, deviations))}${more}</p>
${cause === undefined ? '' : html`<p>${sanitize(cause)}</p>`}`;
}

/** More recommendations at once would not help: the sections have all. */
const mostAdvice = 8;

function adviceList(record: RunRecord, deviations: Deviations): Markup {
  const advice = adviceFor(record, deviations);
  if (advice.length === 0) return html`<p class="calm">${noAdviceText(record)}</p>`;
  const items = advice.slice(0, mostAdvice).map(({ label, sentence, what, target, isProblem }) => {
    const name = target === undefined ? html`<b>${label}</b>` : html`<a href="#${target}">${label}</a>`;
    const [first, ...others] = what === '' ? [sentence] : [what, sentence];
    return listItem(
      isProblem ? 'bad' : 'open',
      html`${name} ${sanitize(first)}`,
      others.map((one) => html`${sanitize(one)}`),
    );
  });
  const more = advice.length - mostAdvice;
  return html`<section aria-labelledby="todo"><h2 id="todo">What to do</h2>
<ol class="todo">${items}</ol>${more > 0 ? html`<p class="small">and ${more} more, in the sections below</p>` : ''}</section>`;
}

/** Links to the sections that the page has. */
function contents(sections: readonly Section[], siblings: readonly ReportName[]): Markup {
  const links = sections.map(({ id, title }) => html`<a href="#${id}">${title.replace(/[,:].*/, '')}</a> `);
  return html`<nav aria-label="Sections of this report"><a href="#table">Endpoints</a> ${links}${siblings.includes('document') ? html`<a href="${reportFiles.document}">API document</a>` : ''}</nav>`;
}

/** The link target of a mark in a cell, by the kinds of its verdicts. */
type TargetOf = (endpoint: string, topic: Topic, kind: Kind) => string | undefined;

/** Endpoints by topics. A problem links to the section that explains it. */
function tableSection(record: RunRecord, findings: readonly RunFinding[]): Markup {
  const targetOf = targetsIn(findings);
  const rows = tableOf(record).map(
    ({ endpoint, cells }) =>
      html`<tr role="row"><th scope="row" role="rowheader"><code>${sanitize(endpoint)}</code></th>${cells.map(({ topic, marks }) => cell(endpoint, topic, marks, targetOf))}</tr>
`,
  );
  return html`<section><h2 id="table">Endpoints</h2>
<div class="scroll" role="region" aria-labelledby="table" tabindex="0"><table class="matrix" role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Endpoint</th>${topics.map((topic) => html`<th scope="col" role="columnheader">${topic}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows}</tbody></table></div>
<p class="small">${legend.join(', ')}. A topic without a sign is not judged at that endpoint.</p></section>`;
}

/** A sign for the eye, a word for a screen reader. */
function cell(endpoint: string, topic: Topic, marks: readonly Mark[], targetOf: TargetOf): Markup {
  if (marks.length === 0) return html`<td role="cell" class="empty"></td>`;
  const shown = marks.map(({ kind, count, text }) => {
    const target = targetOf(endpoint, topic, kind);
    const words = html`<span aria-hidden="true">${text}</span><span class="hidden">${count} ${signWords[kind]}</span>`;
    return target === undefined
      ? html`<span class="mark ${kind}">${words}</span> `
      : html`<a class="mark ${kind}" href="#${target}">${words}</a> `;
  });
  return html`<td role="cell" data-topic="${topic}">${shown}</td>`;
}

function targetsIn(findings: readonly RunFinding[]): TargetOf {
  const places = new Map<string, string>();
  findings.forEach(({ failures }, index) => {
    for (const { verdict } of failures) {
      const place = `${verdict.endpoint} ${topicOf(verdict.check)}`;
      // The most severe finding comes first.
      if (!places.has(place)) places.set(place, `finding-${index + 1}`);
    }
  });
  const sections: Readonly<Partial<Record<Kind, string>>> = {
    known: 'known',
    untestable: 'untestable',
    skip: 'skip',
    error: 'faults',
  };
  return (endpoint, topic, kind) => (kind === 'fail' ? places.get(`${endpoint} ${topic}`) : sections[kind]);
}
