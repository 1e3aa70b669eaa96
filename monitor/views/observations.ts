import { html } from 'hono/html';
import { sanitize } from '../../reports/sanitize.ts';
import type { Markup } from './markup.ts';
import type { InstallationView, ObservationView } from './view-model.ts';
import { count, moment } from './words.ts';

/** Since when the baseline holds, what differs from it, and when the operator accepted what. */
export function baseline({ drift, baselineSince, notes }: InstallationView): Markup {
  const differs =
    drift === 0
      ? ''
      : html`<p><strong class="warn">${count(drift, 'observation')} ${drift === 1 ? 'differs' : 'differ'} from the baseline.</strong></p>`;
  const since =
    baselineSince === undefined ? '' : html`<p>The baseline has held since ${moment(baselineSince)}.</p>`;
  const list = notes.map(({ at, message }) => html`<li>${moment(at)}: ${sanitize(message)}</li>`);
  return html`${differs}${since}${list.length === 0 ? '' : html`<ul aria-label="Accepted baselines">${list}</ul>`}`;
}

/** What the installation answers where the document leaves the answer open. */
export function observationTable(observations: readonly ObservationView[]): Markup {
  if (observations.length === 0) return html`<p>Nothing has been observed yet.</p>`;
  const hasDrift = observations.some(({ baseline }) => baseline !== undefined);
  const rows = observations.map(
    ({ gap, endpoint, answer, baseline }) =>
      html`<tr><th scope="row"><code>${gap}</code></th><td><code>${endpoint}</code></td><td class="long">${sanitize(answer)}</td>${hasDrift ? html`<td class="long">${baseline === undefined ? 'the same' : html`<strong class="warn">Changed.</strong> The baseline has: ${sanitize(baseline)}`}</td>` : ''}</tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of observations">
<table><caption>Answers at the gaps of the document. None of them is a failure.</caption>
<thead><tr><th scope="col">Gap</th><th scope="col">Endpoint</th><th scope="col">Answer</th>${hasDrift ? html`<th scope="col">Baseline</th>` : ''}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
