import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { documentBody, evidenceId } from '../../../reports/document/body.ts';
import { documentStyles } from '../../../reports/document/styles.ts';
import type { DocumentFilter } from '../../../reports/document/view.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { countsPhrase } from '../../../reports/words.ts';
import { crumbsTo, layout } from '../shared/layout.ts';
import { stateBadge } from '../shared/marks.ts';
import { moment } from '../shared/times.ts';
import type { DocumentPageView } from './data.ts';
import { documentTexts } from './texts.ts';

const words = documentTexts;

/** The style sheet of the page, with the colours of the monitor. */
export const documentPageStyles = `.document { --soft: var(--soft-ink); --panel: var(--surface); --link: var(--accent); --open: var(--warn); --open-tint: var(--warn-tint); }${documentStyles}`;

/** The address of the style sheet, next to the files of assets. */
export const documentStylesUrl = '/assets/document.css';

/**
 * The page of the annotated document: what the API document states, with what a run found.
 * @param own the address of the page, for the links of its filter
 */
export function renderDocumentPage(view: DocumentPageView, own: string, chosen: DocumentFilter): Markup {
  const { frame, installation, run, counted, cause, document, exchanges, isComplete } = view;
  const kept = new Set(exchanges.map(({ id }) => id));
  return layout(frame, {
    title: words.title(installation),
    crumbs: crumbsTo(words.crumb, installation),
    refreshing: 'never',
    content: html`
<link rel="stylesheet" href="${documentStylesUrl}">
<div class="head"><div><h1>${words.heading(installation)}</h1>
<p class="sub">${words.by(html`<a href="${run.url}">${words.run(run.tier, moment(run.startedAt))}</a>`, countsPhrase(counted))}</p></div>
<p>${stateBadge(run.state)}</p></div>
<p class="cause ${stateOf(run.state).tone}">${sanitize(cause ?? stateOf(run.state).meaning)}</p>
${isComplete ? '' : html`<p>${words.verdictsGone}</p>`}
${documentBody({
  view: document,
  exchanges,
  links: {
    evidence: ({ exchange }) =>
      exchange !== undefined && kept.has(exchange) ? `#${evidenceId(exchange)}` : undefined,
    finding: () => undefined,
    moment,
  },
  filter: {
    chosen,
    url: (filter) => (filter === 'all' ? own : `${own}?show=${filter}`),
  },
})}`,
  });
}
