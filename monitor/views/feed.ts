import { create } from 'xmlbuilder2';
import { stateOf } from '../../contract/state.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { roughDuration } from '../../reports/words.ts';
import type { IncidentView } from './data/incidents-view.ts';
import { feedUrl, incidentsUrl } from './data/urls.ts';

/** Readers ask often, and keep what they had. */
const mostEntries = 50;

export interface Feed {
  /** Newest first. */
  readonly incidents: readonly IncidentView[];
  readonly installation?: string | undefined;
  /** The address of the monitor, without a slash at its end. */
  readonly monitorUrl: string;
}

/** Incidents as an Atom feed: one entry each, which changes when it ends or is noted on. */
export function renderFeed({ incidents, installation, monitorUrl }: Feed): string {
  const shown = incidents
    .toSorted((one, other) => updatedOf(other).localeCompare(updatedOf(one)))
    .slice(0, mostEntries);
  const self = `${monitorUrl}${feedUrl(installation)}`;
  const feed = create({ version: '1.0', encoding: 'UTF-8' }).ele('feed', {
    xmlns: 'http://www.w3.org/2005/Atom',
  });
  feed.ele('title').txt(sanitize(installation === undefined ? 'Incidents' : `Incidents of ${installation}`));
  feed.ele('id').txt(self);
  feed.ele('link', { rel: 'self', type: 'application/atom+xml', href: self });
  feed.ele('link', {
    rel: 'alternate',
    type: 'text/html',
    href: `${monitorUrl}${incidentsUrl(installation)}`,
  });
  feed.ele('updated').txt(updatedOf(shown[0]));
  feed.ele('author').ele('name').txt('evidence-contract monitor');
  for (const incident of shown) {
    const { id, state, startedAt } = incident;
    const entry = feed.ele('entry');
    entry.ele('title').txt(sanitize(titleOf(incident)));
    entry.ele('id').txt(`urn:evidence-contract:incident:${encodeURIComponent(id)}`);
    entry.ele('published').txt(startedAt);
    entry.ele('updated').txt(updatedOf(incident));
    entry.ele('link', {
      rel: 'alternate',
      type: 'text/html',
      href: `${monitorUrl}${incidentsUrl()}#${encodeURIComponent(id)}`,
    });
    entry.ele('category', { term: state, label: stateOf(state).label });
    entry.ele('summary', { type: 'text' }).txt(sanitize(summaryOf(incident)));
  }
  return `${feed.end({ prettyPrint: true })}\n`;
}

function titleOf({ installation, state, endedAt, durationMs }: IncidentView): string {
  const label = `${installation}: ${stateOf(state).label.toLowerCase()}`;
  return endedAt === undefined ? label : `${label}, ended after ${roughDuration(durationMs)}`;
}

function summaryOf({ cause, state, endedBy, notes }: IncidentView): string {
  return [
    cause ?? stateOf(state).meaning,
    ...(endedBy === undefined ? [] : [`It ended: ${stateOf(endedBy.state).label.toLowerCase()}.`]),
    ...notes.map(({ who, message }) => `Note by ${who}: ${message}`),
  ].join(' ');
}

/** When something about it last changed. A feed without entries has not changed. */
function updatedOf(incident: IncidentView | undefined): string {
  if (incident === undefined) return new Date(0).toISOString();
  const { startedAt, endedAt, course, notes } = incident;
  return (
    [startedAt, endedAt ?? '', course.at(-1)?.at ?? '', notes.at(-1)?.at ?? ''].toSorted().at(-1) ?? startedAt
  );
}
