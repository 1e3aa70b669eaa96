import { expect, test } from '@playwright/test';
import {
  chosenIncidents,
  type IncidentsView,
  type IncidentView,
} from '../../monitor/pages/incidents/data.ts';
import { renderFeed } from '../../monitor/pages/incidents/feed.ts';
import { parseIncidentQuery } from '../../monitor/pages/incidents/routes.ts';
import { renderIncidents } from '../../monitor/pages/incidents/view.ts';
import { feedUrl, incidentsUrl } from '../../monitor/pages/shared/urls.ts';
import { readXml } from '../support/read-xml.ts';
import { frameOf } from './pages/sample-views.ts';

const nowMs = Date.UTC(2026, 10, 21, 13, 5);
const dayMs = 86_400_000;

function parsed(query: Readonly<Record<string, string | string[]>>) {
  return parseIncidentQuery({ query }, nowMs);
}

test('a query without values sets no filter', () => {
  expect(parsed({})).toEqual({ asked: {} });
  expect(parsed({ installation: '', show: ' ', from: '', to: '', other: 'x' })).toEqual({ asked: {} });
});

test('a query keeps the typed text, trimmed, and the moments that it means', () => {
  expect(parsed({ installation: 'one', show: 'open', from: ' 7d ', to: 'yesterday' })).toEqual({
    asked: { installation: 'one', show: 'open', from: '7d', to: 'yesterday' },
    fromMs: nowMs - 7 * dayMs,
    toMs: Date.UTC(2026, 10, 21),
  });
  // From and To on the same day mean the whole day.
  expect(parsed({ from: '2026-03-01', to: '2026-03-01' })).toMatchObject({
    fromMs: Date.UTC(2026, 2, 1),
    toMs: Date.UTC(2026, 2, 2),
  });
});

const times =
  'was not understood. Write 7d for a week ago, today, yesterday, 2026-03-01 for a day, or 2026-03-01 20:00 for a moment, in UTC without an offset.';
const refused = [
  [{ show: 'closed' }, 'Show takes open or ended; left out, both are shown.'],
  [{ from: 'last week' }, `From: "last week" ${times}`],
  [{ from: ['2026-03-01', '2026-03-02'] }, `From: "2026-03-01,2026-03-02" ${times}`],
  [{ from: '2026-03-01', to: '2026-02-30' }, `To: "2026-02-30" ${times}`],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'From is after To. Exchange them.'],
] as const;

for (const [query, sentence] of refused) {
  test(`a wrong value is refused with advice: ${JSON.stringify(query)}`, () => {
    expect(parsed(query as Readonly<Record<string, string>>).problem).toBe(sentence);
  });
}

function incident(installation: string, startedAt: string, endedAt?: string): IncidentView {
  return {
    id: `${installation}-${startedAt}`,
    installation,
    state: 'violating',
    startedAt: `2026-11-${startedAt}:00.000Z`,
    ...(endedAt === undefined ? {} : { endedAt: `2026-11-${endedAt}:00.000Z` }),
    durationMs: 60_000,
    course: [],
    notes: [],
  };
}

const incidents = [
  incident('two', '20T23:00'),
  incident('one', '20T10:00', '20T11:00'),
  incident('two', '20T09:00', '20T09:30'),
  incident('one', '02T10:00', '20T09:10'),
];

const filters = [
  [{}, incidents],
  [{ show: 'open' }, [incidents[0]]],
  [{ show: 'ended' }, incidents.slice(1)],
  [{ from: 'today' }, [incidents[0]]],
  [{ from: '2026-11-20', to: '2026-11-20' }, incidents],
  [{ from: '2026-11-20 09:20', to: '2026-11-20 10:00' }, [incidents[1], incidents[2]]],
  [{ to: '2026-11-19' }, [incidents[3]]],
] as const;

for (const [query, expected] of filters) {
  test(`only the incidents that match the filter are shown: ${JSON.stringify(query)}`, () => {
    expect(chosenIncidents(incidents, parsed(query), nowMs)).toEqual(expected);
  });
}

const view: IncidentsView = {
  frame: frameOf(),
  asked: {},
  installations: ['one', 'two'],
  open: 1,
  incidents,
  paging: { page: 1, pages: 1, first: 1, matching: 4 },
  canAct: false,
};

async function textsOf(tag: string, shown: IncidentsView): Promise<readonly string[]> {
  const page = String(await renderIncidents(shown));
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  return [...main.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) =>
    text.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '').trim(),
  );
}

test('incidents are grouped below headings: open ones first, then by the day on which they began', async () => {
  expect(await textsOf('h2', view)).toEqual(['Open now', '20 Nov 2026', '2 Nov 2026']);
  expect((await textsOf('h3', view)).map((text) => text.split(' ')[0])).toEqual(['two', 'one', 'two', 'one']);
  expect(await textsOf('option', view)).toEqual(['all', 'one', 'two', 'all', 'open', 'ended']);
});

test('the preset that matches the filter is marked as current; without a filter it is All', async () => {
  const marked = async (asked: IncidentsView['asked']): Promise<readonly string[]> => {
    const page = String(await renderIncidents({ ...view, asked }));
    return [...page.matchAll(/<a href="[^"]*" aria-current="true">([^<]+)/g)].map(([, text = '']) => text);
  };
  expect(await marked({})).toEqual(['All']);
  expect(await marked({ installation: 'one' })).toEqual(['All']);
  expect(await marked({ show: 'open' })).toEqual(['Open']);
  expect(await marked({ from: '7d' })).toEqual(['7 days']);
  expect(await marked({ show: 'ended' })).toEqual([]);
});

const empty = [
  [{}, 'The history has no incident.'],
  [{ asked: { show: 'open' } }, 'The history has no open incident. Show all'],
  [
    { asked: { installation: 'one', from: '7d' }, from: '2026-11-14T13:05:00.000Z' },
    'The history has no incident of one that lasted in this time. Show all',
  ],
  [
    { installation: 'two', asked: { show: 'ended', to: 'today' }, to: '2026-11-22T00:00:00.000Z' },
    'The history has no ended incident of two that lasted in this time. Show all',
  ],
] as const;

for (const [more, sentence] of empty) {
  test(`an empty list says what was filtered for: ${sentence}`, async () => {
    expect(await textsOf('p', { ...view, incidents: [], ...more })).toContain(sentence);
  });
}

test('the list says which time it shows, and how far back it goes if it is cut off', async () => {
  const [from, to] = ['2026-11-14T13:05:00.000Z', '2026-11-22T00:00:00.000Z'];
  expect(await textsOf('p', { ...view, asked: { from: '7d' }, from })).toContain(
    '4 incidents from 14 Nov 2026 13:05 UTC until now. Show all',
  );
  expect(await textsOf('p', { ...view, asked: { to: 'today' }, to })).toContain(
    '4 incidents until 22 Nov 2026 00:00 UTC. Show all',
  );
  expect(await textsOf('p', { ...view, cutOffAt: from })).toContain(
    'The list is made of the latest 1,000 changes of state, which go back to 14 Nov 2026 13:05 UTC. Choose an installation to see further.',
  );
});

test('a page of a long list says which part it shows; its links and note forms keep filter and page', async () => {
  const second: IncidentsView = {
    ...view,
    installation: 'a b',
    asked: { show: 'ended' },
    paging: { page: 2, pages: 3, first: 51, matching: 104 },
    canAct: true,
    draft: {
      incident: incidents[1]?.id ?? '',
      form: 'notes',
      values: { message: 'Typed <b>before</b>' },
    },
  };
  expect(await textsOf('p', second)).toContain('104 incidents. Shown: 51 to 54. Show all');
  const page = String(await renderIncidents(second));
  const list = '/installations/a%20b/incidents?show=ended';
  expect(page).toContain(`<a rel="prev" href="${list}">Previous</a>`);
  expect(page).toContain(`<a rel="next" href="${list}&amp;page=3">Next</a>`);
  expect(page).toContain('<span aria-current="page">2</span>');
  expect(page).toContain(
    `action="/incidents/${encodeURIComponent(incidents[0]?.id ?? '')}/notes?of=a+b&amp;show=ended&amp;page=2"`,
  );
  // The draft is restored only in the form in which it was typed.
  expect(page.split(' data-keep open>')).toHaveLength(2);
  expect(page.split('Typed &lt;b&gt;before&lt;/b&gt;</textarea>')).toHaveLength(2);
});

test('the page parameter is a whole number; any invalid value means the first page', () => {
  expect(parsed({ page: '3', show: 'open' })).toMatchObject({ asked: { show: 'open' }, page: 3 });
  for (const page of ['1', '0', '-2', '1.5', 'x', '']) expect(parsed({ page })).toEqual({ asked: {} });
});

test('a refused query shows the problem and the typed text, escaped, instead of an empty list', async () => {
  const problem = parsed({ from: 'x' }).problem ?? '';
  const page = String(
    await renderIncidents({ ...view, asked: { from: '"><script>' }, incidents: [], problem }),
  );
  expect(problem).toContain('"x" was not understood');
  expect(page).toContain(`role="alert">${problem.replaceAll('"', '&quot;')}</p>`);
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(page).not.toContain('The history has no');
});

test('the page and its feed link to each other with the same filter', async () => {
  const query = { installation: 'a b', show: 'ended', from: '7d' } as const;
  expect(feedUrl(query)).toBe('/incidents.atom?installation=a+b&show=ended&from=7d');
  expect(incidentsUrl('a b', { show: 'ended', from: '7d' })).toBe(
    '/installations/a%20b/incidents?show=ended&from=7d',
  );
  const { installation, ...asked } = query;
  const page = String(await renderIncidents({ ...view, installation, asked }));
  expect(page).toContain('href="/incidents.atom?installation=a+b&amp;show=ended&amp;from=7d"');
  expect(page).toContain('href="/incidents?show=ended&amp;from=7d"');
  const feed = readXml(renderFeed({ incidents: [], query, monitorUrl: 'https://monitor.example' }));
  expect(feed.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href)).toEqual([
    `https://monitor.example${feedUrl(query)}`,
    `https://monitor.example${incidentsUrl('a b', asked)}`,
  ]);
});
