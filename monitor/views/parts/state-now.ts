import { html } from 'hono/html';
import { stateOf } from '../../../contract/state.ts';
import { answerWords } from '../../../reports/keep-integration.ts';
import type { Markup } from '../../../reports/markup.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { comparisonUrl, incidentsUrl } from '../data/urls.ts';
import type { ChangedView, InstallationView } from '../installation-model.ts';
import { texts } from '../texts.ts';
import { acknowledgedLine } from './acknowledged.ts';
import { facts } from './installation-facts.ts';
import { installationLinks } from './installation-links.ts';
import { moment } from './times.ts';

const words = texts.installation.now;

/** What a stranger asks first: is it up, since when, what is wrong, what changed, can a client stay as it is. */
export function stateNow(view: InstallationView): Markup {
  const { row, warning } = view;
  const { tone, meaning } = stateOf(row.state);
  return html`<p class="sub soft">${addressLine(row)}</p>${installationLinks(row.name)}
<div class="cause ${tone}">${sinceLine(row)}<p>${sanitize(row.cause ?? meaning)}</p>${knownLine(view)}${deploymentLine(view)}${answerLinks(view)}</div>${warning === undefined ? '' : html`<p class="cause warn">${sanitize(warning)}</p>`}
${facts(view)}`;
}

/** That it is known, or where to say so. */
function knownLine({ row, actions }: InstallationView): Markup | '' {
  const { acknowledged } = row;
  if (acknowledged !== undefined) return html`<p class="known">${acknowledgedLine(acknowledged)}</p>`;
  if (!actions.possible || !stateOf(row.state).isIncident) return '';
  return html`<p><a href="${incidentsUrl(row.name, { show: 'open' })}">${texts.incidents.known.acknowledge}</a></p>`;
}

function addressLine({ baseUrl, group, tags }: InstallationView['row']): Markup {
  const more = [
    ...(group === undefined ? [] : [words.group(group)]),
    ...(tags === undefined ? [] : [words.tags(tags)]),
  ];
  return html`${baseUrl}${more.map((one) => html` · ${one}`)}`;
}

function sinceLine({ state, stateSince }: InstallationView['row']): Markup | '' {
  if (stateSince === undefined) return '';
  const { countsAs, label } = stateOf(state);
  const up = countsAs === 'excluded' ? '' : html`<strong>${words[countsAs]}</strong> `;
  return html`<p>${up}${words.since(label, moment(stateSince))}</p>`;
}

function deploymentLine({ deployment }: InstallationView): Markup | '' {
  if (deployment === undefined) return '';
  const { at, text, url } = deployment;
  return html`<p>${words.deployment(html`<a href="${url}">${moment(at)}</a>`, sanitize(text))}</p>`;
}

function answerLinks({ row, findings, changed }: InstallationView): Markup | '' {
  const links = [
    ...(findings.length === 0 ? [] : [html`<a href="#failures">${words.answers}</a>`]),
    ...(changed === undefined
      ? []
      : [
          html`<a href="${comparisonUrl(row.name, changed.from)}">${words.changed[changed.by]}</a>`,
          html`<a href="${comparisonUrl(row.name, changed.from)}#keeping">${texts.compare.keeping}</a>${keepingCounts(changed)}`,
        ]),
  ];
  if (links.length === 0) return '';
  return html`<p class="answers">${links.map((link, index) => html`${index === 0 ? '' : ' · '}${link}`)}</p>`;
}

/** The answer itself: nobody has to follow the link for it. */
function keepingCounts({ keeping }: ChangedView): string {
  if (keeping === undefined || keeping.length === 0) return '';
  const counts = keeping.map(({ answer, endpoints }) =>
    texts.compare.keepingCount(answerWords[answer], endpoints),
  );
  return ` ${counts.join(', ')}`;
}
