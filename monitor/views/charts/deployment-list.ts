import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { moment } from '../parts/times.ts';
import type { ResponseTimesView } from '../response-times-model.ts';

/** The deployments that a chart draws, each with what changed by it. */
export function deploymentList({ deployments, unsteady }: ResponseTimesView): Markup | '' {
  if (unsteady !== undefined) {
    return html`<p class="small soft">Answers changed ${unsteady} times in this span where the document leaves them open: that is no deployment each time, so none is drawn.</p>`;
  }
  if (deployments.length === 0) return '';
  const items = deployments.map(
    ({ at, text, url }) => html`<li>${moment(at)}: ${sanitize(text)}. <a href="${url}">What changed</a></li>`,
  );
  return html`<p class="label">Deployments, as far as answers show them</p><ul class="deployments small">${items}</ul>`;
}
