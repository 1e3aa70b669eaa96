import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { uptimePercent } from '../../../reports/words.ts';
import type { UptimeShares } from '../../model.ts';
import { texts } from '../texts.ts';

export const uptimeSpans = ['day', 'week', 'month'] as const satisfies readonly (keyof UptimeShares)[];

/** A share of runs, or a dash that is read as "no figure yet". */
export function share(ratio: number | undefined): Markup {
  if (ratio === undefined)
    return html`<span aria-hidden="true">–</span><span class="spoken">${texts.common.noFigure}</span>`;
  return html`${uptimePercent(ratio)}`;
}
