import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { RunView } from '../run-model.ts';
import { dataTable } from './data-table.ts';
import { outcomeText } from './outcome.ts';

/** The result of a run at each endpoint. */
export function endpointTable(endpoints: RunView['endpoints']): Markup {
  return dataTable({
    label: 'Table of endpoints',
    caption: 'Every endpoint of the document, and its slowest request with a valid key.',
    columns: ['Endpoint', 'Result', { number: 'Time' }],
    rows: endpoints.map(
      ({ endpoint, outcome, ms }) =>
        html`<tr><th scope="row"><code>${endpoint}</code></th><td>${outcomeText(outcome)}</td><td class="number">${ms === undefined ? html`<span aria-hidden="true">–</span><span class="spoken">no answer</span>` : duration(ms)}</td></tr>`,
    ),
  });
}

/** The phases by their names in records and in the history. */
export const phaseNames: Readonly<Record<string, string>> = {
  dns: 'Name look-up',
  connect: 'Connection',
  tls: 'TLS handshake',
  firstByte: 'Waiting for the first byte',
  first_byte: 'Waiting for the first byte',
  transfer: 'Transfer of the body',
  total: 'Whole request',
};

/** Where the time of a request went. */
export function phaseTable(phases: RunView['phases']): Markup {
  if (phases.length === 0) return html`<p>No request got an answer.</p>`;
  const longest = Math.max(...phases.map(({ ms }) => ms), 1);
  return dataTable({
    label: 'Table of phases',
    caption: 'Medians of all requests of the run. Phases that did not happen are left out.',
    columns: ['Phase', { number: 'Median' }, 'Share'],
    rows: phases.map(
      ({ phase, ms }) =>
        html`<tr><th scope="row">${phaseNames[phase] ?? phase}</th><td class="number">${duration(ms)}</td><td class="bar-cell"><svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="value" width="${Math.round((ms / longest) * 1000) / 10}" height="4"/></svg></td></tr>`,
    ),
  });
}

const outcomeNames = { pass: 'passed', untestable: 'untestable', skip: 'skipped' } as const;

/** Every verdict that is no failure. */
export function verdictTable(verdicts: RunView['verdicts']): Markup {
  if (verdicts === undefined) {
    return html`<p>Verdicts other than failures are no longer stored for runs of this age.</p>`;
  }
  const table = dataTable({
    label: 'Table of verdicts',
    caption: 'Checks that passed, that could not be judged, or that the configuration does not ask for.',
    columns: ['Check', 'Endpoint', 'Outcome', 'Reason'],
    rows: verdicts.map(
      ({ check, endpoint, outcome, message }) =>
        html`<tr><th scope="row"><code>${check}</code></th><td><code>${endpoint}</code></td><td>${outcomeNames[outcome]}</td><td class="long">${sanitize(message ?? '')}</td></tr>`,
    ),
  });
  return html`<details><summary>${pluralize(verdicts.length, 'verdict')}</summary>${table}</details>`;
}
