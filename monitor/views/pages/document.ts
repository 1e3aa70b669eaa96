import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { type DocumentFilter, documentBody } from '../../../reports/document-body.ts';
import { evidenceId } from '../../../reports/document-evidence.ts';
import { documentStyles } from '../../../reports/document-styles.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { coveragePercent } from '../../../reports/words.ts';
import type { DocumentPageView } from '../data/document-page-view.ts';
import { installationUrl } from '../data/urls.ts';
import { stateBadge } from '../parts/icons.ts';
import { moment } from '../parts/times.ts';
import { layout } from './layout.ts';

/** The style sheet of the page, with the colours of the monitor. */
export const documentPageStyles = `.document { --soft: var(--soft-ink); --panel: var(--surface); --link: var(--accent); --open: var(--warn); --open-tint: var(--warn-tint); }${documentStyles}`;

/** The address of the style sheet, beside the files of assets. */
export const documentStylesUrl = '/assets/document.css';

/**
 * The page of the annotated document: what the API document states, with what a run found.
 * @param own the address of the page, for the links of its filter
 */
export function renderDocumentPage(
  view: DocumentPageView,
  own: string,
  chosen: DocumentFilter,
): string | Promise<string> {
  const { frame, installation, run, coverage, cause, document, exchanges, isComplete } = view;
  const kept = new Set(exchanges.map(({ id }) => id));
  return layout(frame, {
    title: `API document, judged at ${installation}`,
    crumbs: [
      { text: 'Installations', url: '/' },
      { text: installation, url: installationUrl(installation) },
      { text: 'API document' },
    ],
    refreshing: 'never',
    content: html`
<link rel="stylesheet" href="${documentStylesUrl}">
<div class="head"><div><h1>The API document, judged at ${installation}</h1>
<p class="sub">By the <a href="${run.url}">${run.tier} run of ${moment(run.startedAt)}</a>, coverage ${coveragePercent(coverage)}.</p></div>
<p>${stateBadge(run.state)}</p></div>
<p class="cause ${stateOf(run.state).tone}">${sanitize(cause ?? stateOf(run.state).meaning)}</p>
${isComplete ? '' : html`<p>Verdicts other than failures are no longer stored for runs of this age: what is not broken counts as not judged here.</p>`}
${documentBody({
  view: document,
  exchanges,
  links: {
    evidence: ({ exchange }) =>
      exchange !== undefined && kept.has(exchange) ? `#${evidenceId(exchange)}` : undefined,
    finding: () => undefined,
    moment,
  },
  control: {
    kind: 'links',
    chosen,
    url: (filter) => (filter === 'all' ? own : `${own}?show=${filter}`),
  },
})}`,
  });
}
