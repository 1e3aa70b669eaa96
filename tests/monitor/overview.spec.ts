import { expect, test } from '@playwright/test';
import type { InstallationState } from '../../contract/state.ts';
import type { StateChange } from '../../monitor/model.ts';
import {
  groupViews,
  incidentsAmong,
  longUptimeOf,
  mostSevereFirst,
  wallView,
} from '../../monitor/pages/overview/data.ts';
import { overviewTexts } from '../../monitor/pages/overview/texts.ts';
import {
  groupList,
  groupName,
  groupSummary,
  headline,
  renderOverview,
} from '../../monitor/pages/overview/view.ts';
import { renderWall } from '../../monitor/pages/overview/wall.ts';
import { parseOverviewQuery } from '../../monitor/pages/routes.ts';
import type { ViewSources } from '../../monitor/pages/shared/frame-view.ts';
import { causeBeside } from '../../monitor/pages/shared/marks.ts';
import type { FrameView } from '../../monitor/pages/shared/model.ts';
import { overviewUrl } from '../../monitor/pages/shared/urls.ts';
import type { MonitoredTarget } from '../../monitor/state/monitored-target.ts';
import { frameOf, overviewView, rowOf, wallView as sampleWall } from './pages/sample-views.ts';

const addresses: readonly (readonly [address: string, same: string])[] = [
  ['/?q=%20oslo%20', '/?q=oslo'],
  ['/?q=a%26b&state=violating&view=dense&page=3', '/?q=a%26b&state=violating&view=dense&page=3'],
  ['/?group=Hospital+North&tag=eu', '/?group=Hospital+North&tag=eu'],
  ['/?state=none&view=none&page=0&group=&tag=', '/'],
  ['/?state=trouble&tag=eu', '/?state=trouble&tag=eu'],
  ['/?page=1.5', '/'],
  ['/?q=a&q=b', '/'],
];

for (const [address, same] of addresses) {
  test(`the overview normalizes the address ${address} to ${same}`, () => {
    const parameters = new URL(address, 'http://monitor').searchParams;
    const query = Object.fromEntries(
      [...parameters.keys()].map((key) => {
        const values = parameters.getAll(key);
        return [key, values.length > 1 ? values : (values[0] ?? '')];
      }),
    );
    const parsed = parseOverviewQuery({ query });
    expect(overviewUrl(parsed, { page: parsed.page })).toBe(same);
  });
}

type Counts = Readonly<Partial<Record<InstallationState, number>>>;

/** How many installations are in each state, the most severe first. */
function summaryOf(counts: Counts): FrameView['summary'] {
  return Object.entries(counts).map(([state, count]) => ({ state: state as InstallationState, count }));
}

const headlines: readonly (readonly [counts: Counts, text: string])[] = [
  [{}, 'No installation yet'],
  [{ conforming: 1 }, 'The installation is conforming'],
  [{ conforming: 14 }, 'All 14 installations are conforming'],
  [{ violating: 1 }, 'The installation needs attention'],
  [{ unreachable: 1, conforming: 1300 }, '1 installation of 1,301 needs attention'],
  [{ throttled: 1, violating: 2, unknown: 1 }, '3 installations of 4 need attention'],
  [{ maintenance: 1, conforming: 2 }, 'Nothing is known to be wrong; 1 of 3 cannot be judged now'],
  [{ unknown: 2 }, 'Nothing is known to be wrong'],
];

for (const [counts, text] of headlines) {
  test(`the headline of the overview is: ${text}`, () => {
    const summary = summaryOf(counts);
    const total = summary.reduce((sum, { count }) => sum + count, 0);
    expect(headline(frameOf(summary), total)).toBe(text);
  });
}

/** An installation with only the fields by which it is sorted and counted. */
function targetOf(
  name: string,
  state: InstallationState,
  more: { readonly group?: string; readonly tags?: readonly string[] } = {},
): MonitoredTarget {
  return {
    monitored: { installation: { name, baseUrl: 'https://x.example', ...more } },
    snapshot: { state },
    planned: new WeakMap(),
    recent: [],
  } as unknown as MonitoredTarget;
}

test('installations are sorted by severity of their state, then production first and tests last', () => {
  const targets = [
    targetOf('a', 'violating', { tags: ['Test'] }),
    targetOf('b', 'violating'),
    targetOf('c', 'violating', { tags: ['production', 'europe'] }),
    targetOf('d', 'violating', { tags: ['staging'] }),
    targetOf('e', 'unreachable', { tags: ['test'] }),
  ];
  expect(
    mostSevereFirst(targets, 0)
      .map(({ monitored }) => monitored.installation.name)
      .join(''),
  ).toBe('ecbad');
});

const fleet = [
  targetOf('a', 'unreachable', { group: 'Hospital North' }),
  targetOf('b', 'conforming', { group: 'Hospital North' }),
  targetOf('c', 'violating', { group: 'South' }),
  targetOf('d', 'unreachable', { group: 'South' }),
  targetOf('e', 'conforming', { group: 'East' }),
  targetOf('f', 'conforming', { group: 'East' }),
  targetOf('g', 'maintenance'),
  targetOf('h', 'conforming'),
];

test('each group is one short summary with a link to its installations, the most severe first', () => {
  const query = { text: '', layout: 'wall', page: 3 } as const;
  const groups = groupViews(fleet, 0, query);
  expect(groups.map((one) => `${groupName(one)}: ${groupSummary(one)} ${one.url}`)).toEqual([
    'Hospital North: 1 of 2 down /?group=Hospital+North',
    'South: 2 of 2 in trouble, 1 down /?group=South',
    'Without a group: 1 of 2 conforming /',
    'East: 2 conforming /?group=East',
  ]);
  expect(String(groupList([...groups, ...groups]))).toContain('<summary>2 more groups</summary>');
});

function sourcesOf(targets: readonly MonitoredTarget[]): ViewSources {
  const health = { notifications: { count: 0 } };
  return {
    fleet: { all: () => targets },
    nowMs: 0,
    isHistoryWritable: true,
    health,
  } as unknown as ViewSources;
}

const many = (amount: number, state: InstallationState, groups: number): readonly MonitoredTarget[] =>
  Array.from({ length: amount }, (_, index) =>
    targetOf(`${state}-${index}`, state, groups === 0 ? {} : { group: `group ${index % groups}` }),
  );
const walls = [
  ['a few of each', [...many(80, 'unreachable', 3), ...many(120, 'conforming', 3)], 200, 0, 0],
  ['many conforming ones', [...many(80, 'unreachable', 3), ...many(121, 'conforming', 3)], 80, 0, 3],
  ['many in trouble', [...many(81, 'unreachable', 3), ...many(120, 'conforming', 3)], 120, 3, 0],
  ['thousands', [...many(2500, 'unreachable', 9), ...many(2500, 'conforming', 9)], 0, 9, 9],
  ['hundreds without groups', [...many(400, 'unreachable', 0), ...many(600, 'conforming', 0)], 1000, 0, 0],
  ['thousands without groups', many(5000, 'conforming', 0), 0, 0, 1],
] as const;

for (const [name, targets, tiles, troubled, well] of walls) {
  test(`the wall shows installations, or groups if there are too many: ${name}`, async () => {
    const view = wallView(sourcesOf(targets), { text: '', layout: 'wall', page: 1 });
    expect([view.tiles.length, view.troubled.length, view.well.length]).toEqual([tiles, troubled, well]);
    const page = String(await renderWall(view));
    expect(page.match(/<li[ >]/g)).toHaveLength(tiles + troubled + well);
  });
}

const noon = Date.UTC(2026, 10, 21, 12);
const change = (
  installation: string,
  minutes: number,
  from: StateChange['from'],
  to: StateChange['to'],
): StateChange => ({ installation, atMs: noon + minutes * 60_000, from, to });

test('incidents of the last day list open ones first; an incident that began earlier has no start time', () => {
  const newestFirst = [
    change('a', 40, 'violating', 'conforming'),
    change('b', 30, 'unreachable', 'conforming'),
    change('a', 20, 'conforming', 'violating'),
    change('d', 10, 'unknown', 'conforming'),
    change('c', 5, 'conforming', 'violating'),
  ];
  expect(
    incidentsAmong(newestFirst, noon + 3_600_000).map(({ installation, from, to, state }) => [
      installation,
      state,
      from?.slice(11, 16),
      to?.slice(11, 16),
    ]),
  ).toEqual([
    ['c', 'violating', '12:05', undefined],
    ['a', 'violating', '12:20', '12:40'],
    ['b', 'unreachable', undefined, '12:30'],
  ]);
});

test('an open incident shows its current state, an ended one the state that lasted longest', () => {
  const shown = (...newestFirst: readonly StateChange[]) =>
    incidentsAmong(newestFirst, noon + 3_600_000).map(({ state, worst }) => [
      state,
      worst && `${worst.state} for ${worst.lastedMs / 60_000} min`,
    ]);
  const [down, broken, well] = ['unreachable', 'violating', 'conforming'] as const;
  expect(shown(change('a', 11, down, broken), change('a', 10, well, down))).toEqual([
    [broken, `${down} for 1 min`],
  ]);
  expect(shown(change('a', 11, broken, down), change('a', 10, well, broken))).toEqual([
    [down, `${down} for 49 min`],
  ]);
  expect(shown(change('a', 10, well, down))).toEqual([[down, undefined]]);
  expect(
    shown(change('a', 50, down, well), change('a', 49, broken, down), change('a', 10, well, broken)),
  ).toEqual([[broken, `${down} for 1 min`]]);
  expect(
    shown(change('a', 50, down, well), change('a', 12, broken, down), change('a', 10, well, broken)),
  ).toEqual([[down, `${down} for 38 min`]]);
});

test('the long uptime starts at the first day with counted runs', () => {
  const dayMs = 86_400_000;
  const days = [
    { dayMs: 0, counted: 0, up: 0, conforming: 0 },
    { dayMs, counted: 10, up: 9, conforming: 5 },
    { dayMs: 3 * dayMs, counted: 30, up: 30, conforming: 30 },
  ];
  expect(longUptimeOf(days)).toEqual({ share: 0.975, since: '1970-01-02T00:00:00.000Z' });
  expect(longUptimeOf(days.slice(0, 1))).toBeUndefined();
});

test('the overview shows marks, tags, page links and the filter; without groups or tags it does not filter by them', async () => {
  const view = overviewView();
  const row = rowOf('staging', 'violating', {
    drift: 25,
    tags: ['eu'],
    certificate: { expiresAt: '2026-11-24T00:00:00.000Z', daysLeft: 2 },
  });
  const page = String(
    await renderOverview({
      ...view,
      query: { text: 'sta<g', state: 'violating', group: 'North', layout: 'dense', page: 2 },
      paging: { page: 2, pages: 9, first: 101, matching: 830, total: 1000 },
      groups: ['North', 'South'],
      tags: ['eu', 'us'],
      installations: [row],
    }),
  );
  expect(page).toContain('101 to 101 of 830 installations among 1,000, the most severe state first.');
  expect(page).toContain('title="25 observations differ from the baseline"');
  const { differ, changed } = overviewTexts.marks;
  expect([differ(1), changed(1)]).toEqual(['1 observation differs from the baseline', '1 changed']);
  expect(page).toContain('<a class="mark bad" href="/installations/staging#certificate">TLS 2 days</a>');
  expect(page).toContain('value="sta&lt;g"');
  expect(page).toContain(
    '<a rel="next" href="/?q=sta%3Cg&amp;state=violating&amp;group=North&amp;view=dense&amp;page=3">Next</a>',
  );
  expect(page).toContain('<option value="eu">eu</option>');
  expect(page).toContain('<option value="North" selected>North</option><option value="South">South</option>');
  expect(page).toContain('<span class="tags"><span>eu</span></span>');
  const none = String(await renderOverview({ ...view, installations: [rowOf('one', 'conforming')] }));
  expect(none).toContain('id="filter-state"');
  expect(none).not.toMatch(/id="filter-(?:group|tag)"|class="tags"/);
});

test('if no installation matches the filter, the page links back to all', async () => {
  const view = {
    ...overviewView(),
    installations: [],
    query: { text: 'zzz', state: 'violating', group: 'North', tag: 'eu', layout: 'usual', page: 1 } as const,
  };
  expect(String(await renderOverview(view))).toContain('<a href="/">Show all</a>');
});

const address = 'https://one.example.org/review';
const causes = [
  [`${address} cannot be reached: refused.`, address, 'Cannot be reached: refused.'],
  [`${address} cannot be reached: refused.`, `${address}/`, 'Cannot be reached: refused.'],
  [`${address}/2 cannot be reached: refused.`, address, `${address}/2 cannot be reached: refused.`],
  ['1 finding. Outage.', address, '1 finding. Outage.'],
  ['1 finding. Outage.', '', '1 finding. Outage.'],
] as const;

for (const [cause, baseUrl, shown] of causes) {
  test(`next to ${baseUrl} a cause reads: ${shown}`, () => expect(causeBeside(cause, baseUrl)).toBe(shown));
}

test('rows, tiles and incidents of the last day do not repeat the address before the cause', async () => {
  const cause = `${address} cannot be reached: refused.`;
  const row = { ...rowOf('one', 'unreachable', { cause }), baseUrl: address };
  const { url, state } = row;
  const incidents = [
    { installation: 'one', url, state, from: '2026-11-21T12:00:00.000Z', cause, baseUrl: address },
  ];
  const pages = [
    await renderOverview({ ...overviewView(), installations: [row], incidents }),
    await renderWall({ ...sampleWall(), tiles: [row] }),
  ];
  expect(pages.map((page) => String(page).match(/>Cannot be reached: refused\./g)?.length)).toEqual([2, 1]);
  for (const page of pages) expect(String(page)).not.toContain('review cannot');
});

const tileSizes = [
  [16, 'class="tiles"'],
  [17, 'class="tiles many"'],
  [40, 'class="tiles many"'],
  [41, 'class="tiles dozens"'],
  [80, 'class="tiles dozens"'],
  [81, 'class="tiles crowd"'],
] as const;

for (const [amount, list] of tileSizes) {
  test(`a wall with ${amount} tiles has ${list} and the number of installations in each state`, async () => {
    const tiles = Array.from({ length: amount }, (_, index) => rowOf(`site-${index}`, 'unreachable'));
    const frame = frameOf(summaryOf({ unreachable: amount, conforming: 4_720 }));
    const page = String(await renderWall({ ...sampleWall(), frame, tiles }));
    expect(page).toContain(list);
    expect(page).toContain(`<p class="wall-counts">${amount} unreachable, 4,720 conforming</p>`);
  });
}

test('the wall has no navigation, and tiles for installations in trouble apart from the conforming ones', async () => {
  const page = String(await renderWall(sampleWall()));
  expect(page).not.toContain('<nav');
  expect(page.match(/class="tile /g)).toHaveLength(5);
  const [, well = ''] = page.split('aria-label="Conforming"');
  expect(well.match(/<li>/g)).toHaveLength(2);
});
