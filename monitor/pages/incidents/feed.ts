import { stateOf } from '../../../contract/state.ts';
import { sanitize } from '../../../reports/sanitize.ts';
import { roughDuration, stateWord } from '../../../reports/words.ts';
import { renderXml, type XmlElement } from '../../../reports/xml.ts';
import { iso } from '../shared/times.ts';
import { feedUrl, incidentsUrl } from '../shared/urls.ts';
import type { IncidentView } from './data.ts';
import type { IncidentQuery } from './model.ts';
import { feedTexts, incidentsTexts } from './texts.ts';

/** Readers ask often, and keep what they had. */
const mostEntries = 50;

export interface Feed {
  /** Newest first. */
  readonly incidents: readonly IncidentView[];
  /** Which incidents they are. */
  readonly query?: IncidentQuery;
  /** The address of the monitor, without a slash at its end. */
  readonly monitorUrl: string;
}

/** Incidents as an Atom feed: one entry each, which changes when it ends or is noted on. */
export function renderFeed({ incidents, query = {}, monitorUrl }: Feed): string {
  const { installation, ...filter } = query;
  const shown = incidents
    .toSorted((one, other) => updatedOf(other).localeCompare(updatedOf(one)))
    .slice(0, mostEntries);
  const self = `${monitorUrl}${feedUrl(query)}`;
  return renderXml('feed', {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    title: sanitize(incidentsTexts.title(installation)),
    id: self,
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
      {
        '@rel': 'alternate',
        '@type': 'text/html',
        '@href': `${monitorUrl}${incidentsUrl(installation, filter)}`,
      },
    ],
    updated: updatedOf(shown[0]),
    author: { name: feedTexts.author },
    entry: shown.map((incident) => entryOf(incident, monitorUrl)),
  });
}

function entryOf(incident: IncidentView, monitorUrl: string): XmlElement {
  const { id, state, startedAt } = incident;
  return {
    title: sanitize(titleOf(incident)),
    id: `urn:evidence-contract:incident:${encodeURIComponent(id)}`,
    published: startedAt,
    updated: updatedOf(incident),
    link: {
      '@rel': 'alternate',
      '@type': 'text/html',
      '@href': `${monitorUrl}${incidentsUrl()}#${encodeURIComponent(id)}`,
    },
    category: { '@term': state, '@label': stateOf(state).label },
    summary: { '@type': 'text', '#text': sanitize(summaryOf(incident)) },
  };
}

function titleOf({ installation, state, worst, endedAt, durationMs }: IncidentView): string {
  const title = feedTexts.title(
    installation,
    stateWord(state),
    worst && `${stateWord(worst.state)} for ${roughDuration(worst.lastedMs)}`,
  );
  return endedAt === undefined ? title : feedTexts.ended(title, roughDuration(durationMs));
}

function summaryOf({ cause, state, endedBy, notes }: IncidentView): string {
  return [
    cause ?? stateOf(state).meaning,
    ...(endedBy === undefined ? [] : [feedTexts.endedBy(stateWord(endedBy.state))]),
    ...notes.map(({ who, message }) => feedTexts.note(who, message)),
  ].join(' ');
}

/** When something about it last changed. A feed without entries has not changed. */
function updatedOf(incident: IncidentView | undefined): string {
  if (incident === undefined) return iso(0);
  const { startedAt, endedAt, course, notes } = incident;
  return (
    [startedAt, endedAt ?? '', course.at(-1)?.at ?? '', notes.at(-1)?.at ?? ''].toSorted().at(-1) ?? startedAt
  );
}
