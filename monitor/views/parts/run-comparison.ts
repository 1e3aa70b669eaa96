import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { duration } from '../../../reports/words.ts';
import type { RunComparisonView } from '../run-model.ts';
import { texts } from '../texts.ts';
import { moment } from './times.ts';

const words = texts.run.comparison;

/** What differs from the run before. */
export function runComparison(comparison: RunComparisonView | undefined): Markup {
  if (comparison === undefined) return html`<p>${words.none}</p>`;
  const { url, startedAt, broken, mended, changed, medianMs } = comparison;
  const isSame = broken.length + mended.length + changed.length === 0;
  const result = isSame ? words.same : words.differences(broken.length, mended.length, changed.length);
  const times =
    medianMs === undefined ? undefined : words.times(duration(medianMs.before), duration(medianMs.after));
  const run = html`<a href="${url}">${words.link(moment(startedAt))}</a>`;
  return html`<p>${words.result(run, result, times)}</p>${
    isSame
      ? ''
      : html`<ul class="differences">${broken.map((one) => place('bad', words.broken, one))}${mended.map((one) => place('good', words.mended, one))}${changed.map((one) => html`<li><strong class="warn">${words.changed}</strong> ${words.answers(html`<code>${one.gap}</code>`, html`<code>${one.endpoint}</code>`, sanitize(one.before), sanitize(one.after))}</li>`)}</ul>`
  }`;
}

function place(tone: string, word: string, { check, endpoint }: RunComparisonView['broken'][number]): Markup {
  return html`<li><strong class="${tone}">${word}</strong> ${words.at(html`<code>${check}</code>`, html`<code>${endpoint}</code>`)}</li>`;
}
