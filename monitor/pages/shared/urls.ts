import type { InstallationState } from '../../../contract/state.ts';
import type { IncidentForm, IncidentList, IncidentQuery } from '../incidents/model.ts';
import type { OverviewQuery } from '../overview/model.ts';

/** The addresses of the pages, below the monitor's own. */

/** The page of the monitor itself. */
export const monitorUrl = '/monitor';

type Parameters = Readonly<Record<string, string | undefined>>;

/** An address with those parameters that ask for something. */
export function withQuery(address: string, parameters: Parameters): string {
  const given = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(parameters)) if (value !== '') given.set(name, value);
  return given.size === 0 ? address : `${address}?${given}`;
}

function pageParameter(page = 1): string | undefined {
  return page > 1 ? String(page) : undefined;
}

export function installationUrl(name: string): string {
  return `/installations/${encodeURIComponent(name)}`;
}

/** The annotated document of the last standard or full run. */
export function documentUrl(name: string): string {
  return `${installationUrl(name)}/document`;
}

/** The comparison from a run or a time on, to the latest run if no other end is given; without both, its form. */
export function comparisonUrl(name: string, from?: string, to?: string): string {
  return withQuery(`${installationUrl(name)}/compare`, { from, to });
}

/** A page of the incidents of one installation, or of all; of a query, if there is one. */
export function incidentsUrl(installation?: string, query: IncidentQuery = {}, page = 1): string {
  const address = installation === undefined ? '/incidents' : `${installationUrl(installation)}/incidents`;
  return withQuery(address, incidentParameters(query, page));
}

/** The incidents that lasted on a day, or from one day to another. */
export function incidentsOfDaysUrl(installation: string, from: string, to = from): string {
  return incidentsUrl(installation, { from, to });
}

/** The feed of the incidents of a query, or of all. */
export function feedUrl(query: IncidentQuery = {}): string {
  return withQuery('/incidents.atom', incidentParameters(query));
}

function incidentParameters({ installation, show, from, to }: IncidentQuery, page = 1): Parameters {
  return { installation, show, from, to, page: pageParameter(page) };
}

/** Where a form on an incident leads, and to which list from there. */
export function incidentFormUrl(
  incident: string,
  form: IncidentForm,
  { installation, query, page }: IncidentList,
): string {
  const parameters = { of: installation, ...incidentParameters(query, page) };
  return withQuery(`/incidents/${encodeURIComponent(incident)}/${form}`, parameters);
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
export function overviewUrl(query: OverviewQuery, change: Partial<OverviewQuery> = {}): string {
  const { text, state, group, tag, layout, page } = { ...query, page: 1, ...change };
  const view = layout === 'usual' ? undefined : layout;
  return withQuery('/', { q: text, state, group, tag, view, page: pageParameter(page) });
}
