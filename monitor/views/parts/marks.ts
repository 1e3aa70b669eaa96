import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import type { OverviewRow } from '../overview-model.ts';
import { texts } from '../texts.ts';

const words = texts.overview.marks;

/** A certificate that expires later needs nobody yet. */
const certificateDays = { shown: 30, warned: 21, grave: 3 };

/** What deserves a look beside the state: answers that have changed, a certificate that expires soon. */
export function marks(row: OverviewRow): Markup | '' {
  const { drift, certificate, url } = row;
  const changed =
    drift === 0
      ? ''
      : html`<a class="mark warn" href="${url}#observations" title="${words.differ(drift)}">${words.changed(drift)}<span class="spoken"> ${words.observations(drift)}</span></a>`;
  const places = placesMark(row);
  const both = places === '' ? changed : html`${changed}${places}`;
  if (certificate === undefined || certificate.daysLeft > certificateDays.shown) return both;
  const { daysLeft } = certificate;
  const left = daysLeft < 0 ? words.expired : words.days(daysLeft);
  return html`${both}<a class="mark ${toneOf(daysLeft)}" href="${url}#certificate">${words.certificate(left)}</a>`;
}

/** Which locations find it worse than it is shown to be, or say nothing. */
function placesMark({ locations, url }: OverviewRow): Markup | '' {
  if (locations === undefined) return '';
  const { differing, silent } = locations;
  const found = [
    ...(differing.length === 0 ? [] : [words.notFrom(differing.join(', '))]),
    ...(silent.length === 0 ? [] : [words.silent(silent.join(', '))]),
  ];
  return html`<a class="mark warn" href="${url}#locations" title="${words.locationsDiffer}">${found.join('; ')}</a>`;
}

function toneOf(days: number): string {
  if (days <= certificateDays.grave) return 'bad';
  return days <= certificateDays.warned ? 'warn' : 'mute';
}
