import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { uptimePercent } from '../../../reports/words.ts';
import type { UptimeView } from '../../model.ts';

export const uptimeSpans = [
  { name: 'day', short: '24 h', long: 'last 24 hours' },
  { name: 'week', short: '7 d', long: 'last 7 days' },
  { name: 'month', short: '30 d', long: 'last 30 days' },
] as const satisfies readonly {
  readonly name: keyof UptimeView;
  readonly short: string;
  readonly long: string;
}[];

/** A share of runs, or a dash that is read as "no figure yet". */
export function share(ratio: number | undefined): Markup {
  if (ratio === undefined)
    return html`<span aria-hidden="true">–</span><span class="spoken">no figure yet</span>`;
  return html`${uptimePercent(ratio)}`;
}
