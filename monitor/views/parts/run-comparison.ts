import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration, pluralize } from '../../../reports/words.ts';
import type { RunComparisonView } from '../run-model.ts';
import { moment } from './times.ts';

/** What differs from the run before. */
export function runComparison(comparison: RunComparisonView | undefined): Markup {
  if (comparison === undefined) return html`<p>The history has no run of this tier before it.</p>`;
  const { url, startedAt, broken, mended, changed, medianMs } = comparison;
  const isSame = broken.length + mended.length + changed.length === 0;
  const result = isSame
    ? 'every check that both judged has the same result, and every gap the same answer.'
    : `${pluralize(broken.length, 'check')} broken, ${mended.length} mended, ${pluralize(changed.length, 'observation')} changed.`;
  const times =
    medianMs === undefined
      ? ''
      : ` The median response time was ${duration(medianMs.before)} and is ${duration(medianMs.after)}.`;
  return html`<p>Compared with the <a href="${url}">run of ${moment(startedAt)}</a>: ${result}${times}</p>${
    isSame
      ? ''
      : html`<ul class="differences">${broken.map((one) => place('bad', 'Broken', one))}${mended.map((one) => place('good', 'Mended', one))}${changed.map((one) => html`<li><strong class="warn">Changed</strong> <code>${one.gap}</code> at <code>${one.endpoint}</code>: ${sanitize(one.before)} → ${sanitize(one.after)}</li>`)}</ul>`
  }`;
}

function place(tone: string, word: string, { check, endpoint }: RunComparisonView['broken'][number]): Markup {
  return html`<li><strong class="${tone}">${word}</strong> <code>${check}</code> at <code>${endpoint}</code></li>`;
}
