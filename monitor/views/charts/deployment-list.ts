import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { moment } from '../parts/times.ts';
import type { ResponseTimesView } from '../response-times-model.ts';
import { texts } from '../texts.ts';

const words = texts.charts.deployments;

/** The deployments that a chart draws, each with what changed by it. */
export function deploymentList({ deployments, unsteady }: ResponseTimesView): Markup | '' {
  if (unsteady !== undefined) {
    return html`<p class="small soft">${words.unsteady(unsteady)}</p>`;
  }
  if (deployments.length === 0) return '';
  const items = deployments.map(
    ({ at, text, url }) =>
      html`<li>${words.item(moment(at), sanitize(text), html`<a href="${url}">${words.link}</a>`)}</li>`,
  );
  return html`<p class="label">${words.title}</p><ul class="deployments small">${items}</ul>`;
}
