import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { observationsIntroduction, pluralize } from '../../../reports/words.ts';
import type { InstallationView } from '../installation-model.ts';
import type { ObservationView } from '../view-model.ts';
import { dataTable } from './data-table.ts';
import { moment } from './times.ts';

/** What differs from the baseline, how long it has held, and what the operator accepted when. */
export function baseline({ drift, baselineSince, notes }: InstallationView): Markup {
  const differs =
    drift === 0
      ? ''
      : html`<p><strong class="warn">${pluralize(drift, 'observation')} ${drift === 1 ? 'differs' : 'differ'} from the baseline.</strong></p>`;
  const since =
    baselineSince === undefined ? '' : html`<p>The baseline has held since ${moment(baselineSince)}.</p>`;
  const list = notes.map(({ at, message }) => html`<li>${moment(at)}: ${sanitize(message)}</li>`);
  return html`${differs}${since}${list.length === 0 ? '' : html`<ul aria-label="Accepted baselines">${list}</ul>`}`;
}

/** What the installation answers where the document leaves it open. */
export function observationTable(observations: readonly ObservationView[], only?: 'Changed'): Markup {
  if (observations.length === 0) return html`<p>Nothing has been observed yet.</p>`;
  const hasDrift = observations.some((observation) => observation.baseline !== undefined);
  return dataTable({
    label: only === undefined ? 'Table of observations' : 'Table of changed observations',
    caption:
      only === undefined ? observationsIntroduction : 'What differs from the baseline, and since when.',
    columns: ['Gap', 'Endpoint', 'Answer', ...(hasDrift ? ['Baseline'] : [])],
    rows: observations.map((observation) => {
      const { gap, endpoint, answer } = observation;
      return html`<tr><th scope="row"><code>${gap}</code></th><td><code>${endpoint}</code></td><td class="long">${sanitize(answer)}</td>${hasDrift ? baselineCell(observation) : ''}</tr>`;
    }),
  });
}

function baselineCell({ baseline: before, since }: ObservationView): Markup {
  if (before === undefined) return html`<td class="long">the same</td>`;
  return html`<td class="long"><strong class="warn">Changed${since === undefined ? '' : html` ${moment(since)}`}.</strong> The baseline has: ${sanitize(before)}</td>`;
}
