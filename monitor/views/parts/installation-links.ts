import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { compareUrl, documentUrl, incidentsUrl } from '../data/urls.ts';

/** The other pages of an installation. */
export function installationLinks(name: string): Markup {
  return html`<p class="sub"><a href="${documentUrl(name)}">API document with its verdicts</a> · <a href="${compareUrl(name)}">Compare two runs</a> · <a href="${incidentsUrl(name)}">Incidents</a></p>`;
}
