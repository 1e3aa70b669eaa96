import type { InstallationState } from '../../../contract/state.ts';
import type { IncidentForm, IncidentList, IncidentQuery } from '../incidents/model.ts';
import type { OverviewQuery } from '../overview/model.ts';

/** The addresses of the pages, below the monitor's own. */

/** The page of the monitor itself. */
export const monitorUrl = '/monitor';

export function installationUrl(name: string): string {
  return `/installations/${encodeURIComponent(name)}`;
}

/** The annotated document of the last standard or full run. */
export function documentUrl(name: string): string {
  return `${installationUrl(name)}/document`;
}

/** The comparison of two of its runs. */
export function compareUrl(name: string): string {
  return `${installationUrl(name)}/compare`;
}

/** The comparison from a run or a time on, to the latest run if no other end is given. */
export function comparisonUrl(name: string, from = '', to = ''): string {
  const parameters = new URLSearchParams({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) });
  return parameters.size === 0 ? compareUrl(name) : `${compareUrl(name)}?${parameters}`;
}

/** A page of the incidents of one installation, or of all; of a query, if there is one. */
export function incidentsUrl(installation?: string, query: IncidentQuery = {}, page = 1): string {
  const address = installation === undefined ? '/incidents' : `${installationUrl(installation)}/incidents`;
  return `${address}${incidentParameters(query, page)}`;
}

/** The incidents that lasted on a day, or from one day to another. */
export function incidentsOfDaysUrl(installation: string, from: string, to = from): string {
  return incidentsUrl(installation, { from, to });
}

/** The feed of the incidents of a query, or of all. */
export function feedUrl(query: IncidentQuery = {}): string {
  return `/incidents.atom${incidentParameters(query)}`;
}

function incidentParameters({ installation, show, from, to }: IncidentQuery, page = 1, of?: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ of, installation, show, from, to })) {
    if (value !== undefined && value !== '') parameters.set(name, value);
  }
  if (page > 1) parameters.set('page', String(page));
  const written = parameters.toString();
  return written === '' ? '' : `?${written}`;
}

/** Where a form on an incident leads, and to which list from there. */
export function incidentFormUrl(
  incident: string,
  form: IncidentForm,
  { installation, query, page }: IncidentList,
): string {
  return `/incidents/${encodeURIComponent(incident)}/${form}${incidentParameters(query, page, installation)}`;
}

/** The annotated document of one run. */
export function runDocumentUrl(id: string): string {
  return `${runUrl(id)}/document`;
}

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

/** The section of the runbook for each state: that of its alert. */
const runbookSections: Readonly<Partial<Record<InstallationState, string>>> = {
  unreachable: 'unreachable',
  'not-this-api': 'notthisapi',
  'key-rejected': 'keyrejected',
  violating: 'violated',
  incomplete: 'incomplete',
  throttled: 'throttled',
  unknown: 'stateunknown',
};

/** The runbook's advice on a state; nothing if there is nothing to do. */
export function runbookUrl(state: InstallationState): string | undefined {
  const section = runbookSections[state];
  return section === undefined ? undefined : `/runbook#evidencecontract${section}`;
}

/** The overview as a query asks for it, with some of it changed: from the first page then, unless a page is given. */
export function overviewUrl(
  query: OverviewQuery,
  change: { readonly [Key in keyof OverviewQuery]?: OverviewQuery[Key] | undefined } = {},
): string {
  const { text = '', state, group, tag, layout = 'usual', page = 1 } = { ...query, page: 1, ...change };
  const parameters = new URLSearchParams();
  if (text !== '') parameters.set('q', text);
  if (state !== undefined) parameters.set('state', state);
  if (group !== undefined) parameters.set('group', group);
  if (tag !== undefined) parameters.set('tag', tag);
  if (layout !== 'usual') parameters.set('view', layout);
  if (page > 1) parameters.set('page', String(page));
  const written = parameters.toString();
  return written === '' ? '/' : `/?${written}`;
}
