import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { compareUrl, documentUrl, incidentsUrl } from '../data/urls.ts';
import { texts } from '../texts.ts';

/** The other pages of an installation. */
export function installationLinks(name: string): Markup {
  return html`<p class="sub"><a href="${documentUrl(name)}">${texts.common.judgedDocument}</a> · <a href="${compareUrl(name)}">${texts.installation.compare}</a> · <a href="${incidentsUrl(name)}">${texts.frame.incidents}</a></p>`;
}
