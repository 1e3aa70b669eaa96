import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import type { RunView } from '../run-model.ts';
import { texts } from '../texts.ts';
import { dataTable, stackedRow } from './data-table.ts';
import { outcomeText } from './outcome.ts';

const words = texts.run;

/** The result of a run at each endpoint. */
export function endpointTable(endpoints: RunView['endpoints']): Markup {
  return dataTable({
    label: words.endpoints.table,
    caption: words.endpoints.caption,
    columns: [texts.common.endpoint, words.endpoints.result, { number: words.endpoints.time }],
    isStacked: true,
    rows: endpoints.map(({ endpoint, outcome, ms }) =>
      stackedRow(html`<code>${endpoint}</code>`, [
        outcomeText(outcome),
        {
          content:
            ms === undefined
              ? html`<span aria-hidden="true">–</span><span class="spoken">${texts.common.noAnswer}</span>`
              : duration(ms),
          kind: 'number',
        },
      ]),
    ),
  });
}

/** The phases by their names in records and in the history. */
export const phaseNames: Readonly<Record<string, string>> = {
  ...words.phases.names,
  first_byte: words.phases.names.firstByte,
};

/** Where the time of a request went. */
export function phaseTable(phases: RunView['phases']): Markup {
  if (phases.length === 0) return html`<p>${words.phases.none}</p>`;
  const longest = Math.max(...phases.map(({ ms }) => ms), 1);
  return dataTable({
    label: words.phases.table,
    caption: words.phases.caption,
    columns: [words.phases.phase, { number: words.phases.median }, words.phases.share],
    rows: phases.map(
      ({ phase, ms }) =>
        html`<tr><th scope="row">${phaseNames[phase] ?? phase}</th><td class="number">${duration(ms)}</td><td class="bar-cell"><svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="value" width="${Math.round((ms / longest) * 1000) / 10}" height="4"/></svg></td></tr>`,
    ),
  });
}

/** Every verdict that is no failure. */
export function verdictTable(verdicts: RunView['verdicts']): Markup {
  if (verdicts === undefined) {
    return html`<p>${words.verdicts.gone}</p>`;
  }
  const table = dataTable({
    label: words.verdicts.table,
    caption: words.verdicts.caption,
    isStacked: true,
    columns: [words.verdicts.check, texts.common.endpoint, words.verdicts.outcome, words.verdicts.reason],
    rows: verdicts.map(({ check, endpoint, outcome, message }) =>
      stackedRow(html`<code>${check}</code>`, [
        html`<code>${endpoint}</code>`,
        words.verdicts.outcomes[outcome],
        { content: sanitize(message ?? ''), kind: 'long' },
      ]),
    ),
  });
  return html`<details><summary>${words.verdicts.amount(verdicts.length)}</summary>${table}</details>`;
}
