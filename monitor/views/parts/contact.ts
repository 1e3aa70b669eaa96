import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { texts } from '../texts.ts';

/** How a page without the stream of events finds out that the monitor is gone. */
export const contactCheck = {
  script: 'contact-check.js',
  /** What the script asks now and then. With a number of seconds it also brings the page up to date. */
  attributes(address: '/healthz' | '/status', refreshSeconds?: number): Markup {
    return html` data-contact="${address}"${refreshSeconds === undefined ? '' : html` data-refresh-seconds="${refreshSeconds}"`}`;
  },
} as const;

/** What scripts show while nothing is heard of the monitor. */
export function lostContactTexts(): Markup {
  const { lostContact, lostContactTitle } = texts.scripts;
  return html` data-text-lost-contact="${lostContact('{clock}')}" data-text-lost-contact-title="${lostContactTitle}"`;
}
