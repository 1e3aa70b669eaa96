import { html } from 'hono/html';
import { countedFindings } from '../../engine/record/findings.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type Advice, adviceFor, toneOf, verdictOf } from '../advice/advice.ts';
import { type ReportName, reportFiles } from '../formats.ts';
import type { Markup } from '../markup.ts';
import { type Deviations, headline } from '../notes.ts';
import { factsOf, runSections } from '../run-sections.ts';
import { sanitize } from '../sanitize.ts';
import type { Section } from '../sections.ts';
import { isExplainedByCause } from '../tally.ts';
import { tableSection } from './matrix.ts';
import { factList, renderPage } from './page.ts';
import { sectionMarkup } from './sections.ts';

/**
 * A run as one page of HTML that needs no other file: light and dark, to read, print or send.
 * @param beside the reports in the same folder
 */
export function renderHtml(
  record: RunRecord,
  deviations: Deviations = {},
  beside: readonly ReportName[] = [],
): string {
  const title = `Contract of ${record.installation.name}`;
  // The cause says what to do.
  const isSaid = isExplainedByCause(record);
  const sections = isSaid ? [] : runSections(record, deviations, beside);
  return renderPage(
    title,
    html`<header>
${runHead(title, record, deviations)}
${
  isSaid
    ? ''
    : html`${adviceList(adviceFor(record, deviations))}
${contents(sections, beside)}`
}
</header>
${factList(factsOf(record))}
${isSaid ? '' : tableSection(record, countedFindings(record))}
${sections.map((section) => sectionMarkup(section))}`,
  );
}

/**
 * The first words of a page about a run: the installation, the verdict, and the state with its cause.
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

/** More things to do at once would not help: the sections have all. */
const mostAdvice = 8;

function adviceList(advice: readonly Advice[]): Markup {
  if (advice.length === 0) return html`<p class="calm">Nothing has to be done.</p>`;
  const items = advice.slice(0, mostAdvice).map(({ label, sentence, what, target, isProblem }) => {
    const name = target === undefined ? html`<b>${label}</b>` : html`<a href="#${target}">${label}</a>`;
    const [first, second] = what === '' ? [sentence] : [what, sentence];
    return html`<li class="${isProblem ? 'bad' : 'open'}"><p>${name} ${sanitize(first)}</p>${second === undefined ? '' : html`<p class="found">${sanitize(second)}</p>`}</li>
`;
  });
  const more = advice.length - mostAdvice;
  return html`<section aria-labelledby="todo"><h2 id="todo">What to do</h2>
<ol class="todo">${items}</ol>${more > 0 ? html`<p class="small">and ${more} more, in the sections below</p>` : ''}</section>`;
}

/** Links to the sections that the page has. */
function contents(sections: readonly Section[], beside: readonly ReportName[]): Markup {
  const links = sections.map(({ id, shortTitle }) =>
    shortTitle === undefined ? '' : html`<a href="#${id}">${shortTitle}</a> `,
  );
  return html`<nav aria-label="Sections of this report"><a href="#table">Endpoints</a> ${links}${beside.includes('document') ? html`<a href="${reportFiles.document}">API document</a>` : ''}</nav>`;
}
