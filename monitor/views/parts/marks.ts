import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { pluralize } from '../../../reports/words.ts';
import type { OverviewRow } from '../overview-model.ts';

/** A certificate that expires later needs nobody yet. */
const certificateDays = { shown: 30, warned: 21, grave: 3 };

/** What deserves a look beside the state: answers that have changed, a certificate that expires soon. */
export function marks({ drift, certificate, url }: OverviewRow): Markup | '' {
  const changed =
    drift === 0
      ? ''
      : html`<a class="mark warn" href="${url}#observations" title="${pluralize(drift, 'observation')} differ from the baseline">Δ ${drift}<span class="spoken"> observations changed</span></a>`;
  if (certificate === undefined || certificate.daysLeft > certificateDays.shown) return changed;
  const { daysLeft } = certificate;
  const left = daysLeft < 0 ? 'expired' : pluralize(daysLeft, 'day');
  return html`${changed}<a class="mark ${toneOf(daysLeft)}" href="${url}#certificate">TLS ${left}</a>`;
}

function toneOf(days: number): string {
  if (days <= certificateDays.grave) return 'bad';
  return days <= certificateDays.warned ? 'warn' : 'mute';
}
