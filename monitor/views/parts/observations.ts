import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { observationsIntroduction } from '../../../reports/words.ts';
import type { InstallationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import type { ObservationView } from '../view-model.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { moment } from './times.ts';

const words = texts.installation.observations;

/** What differs from the baseline, how long it has held, and what the operator accepted when. */
export function baseline({ drift, baselineSince, notes }: InstallationView): Markup {
  const differs = drift === 0 ? '' : html`<p><strong class="warn">${words.differ(drift)}</strong></p>`;
  const since = baselineSince === undefined ? '' : html`<p>${words.heldSince(moment(baselineSince))}</p>`;
  const list = notes.map(({ at, message }) => html`<li>${words.noted(moment(at), sanitize(message))}</li>`);
  return html`${differs}${since}${list.length === 0 ? '' : html`<ul aria-label="${words.accepted}">${list}</ul>`}`;
}

/** What the installation answers where the document leaves it open. */
export function observationTable(observations: readonly ObservationView[], only?: 'changed'): Markup {
  if (observations.length === 0) return html`<p>${words.none}</p>`;
  const hasDrift = observations.some((observation) => observation.baseline !== undefined);
  return dataTable({
    label: only === undefined ? words.table : words.changedTable,
    caption: only === undefined ? observationsIntroduction : words.changedCaption,
    isStacked: true,
    columns: [words.gap, texts.common.endpoint, words.answer, ...(hasDrift ? [words.baseline] : [])],
    rows: observations.map((observation) => {
      const { gap, endpoint, answer } = observation;
      return stackedRow(html`<code>${gap}</code>`, [
        html`<code>${endpoint}</code>`,
        { content: sanitize(answer), kind: 'long' },
        ...(hasDrift ? [{ content: baselineText(observation), kind: 'long' as const }] : []),
      ]);
    }),
  });
}

function baselineText({ baseline: before, since }: ObservationView): Markup | string {
  if (before === undefined) return words.same;
  const changed = words.changed(since === undefined ? undefined : moment(since));
  return words.before(html`<strong class="warn">${changed}</strong>`, sanitize(before));
}
