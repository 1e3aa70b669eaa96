import { expect, test } from '@playwright/test';
import { Secret } from '../../../engine/secret.ts';
import { parseStatusPage } from '../../../monitor/configuration/service-settings.ts';
import type { History } from '../../../monitor/history/history.ts';
import type { StateChange } from '../../../monitor/model.ts';
import { renderBadge } from '../../../monitor/pages/status/badge.ts';
import {
  knownSpans,
  type PublicService,
  publicService,
  sharedWindows,
  statusView,
} from '../../../monitor/pages/status/data.ts';
import { renderStatus } from '../../../monitor/pages/status/view.ts';
import { emptySnapshot } from '../../../monitor/state/snapshot.ts';
import { slow } from '../../support/long.ts';
import { partsOf } from '../../support/parts-of.ts';
import { readXml } from '../../support/read-xml.ts';
import { hostile } from '../../support/records.ts';
import { crashing } from '../operations/watched.ts';
import { askRaw } from '../support/ask-raw.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';
import { sampleTarget } from '../support/sample-target.ts';

const read = { token: new Secret('token-of-readers-alone') };
const statusPage = [{ name: 'alpha', publicName: 'Research & service' }];
const badges = ['state', 'uptime', 'coverage'].map(
  (kind) => `/badges/${encodeURIComponent('Research & service')}/${kind}.svg`,
);

/** Asks as a cache does: `fetch` would tell caches not to answer. */
async function statusWith(url: URL, etag: string): Promise<number> {
  return (await askRaw(url, { headers: { 'if-none-match': etag } })).status;
}

const accepted = [
  ['main', [{ name: 'main', publicName: 'main' }]],
  [
    ' main=Research service , staging ',
    [
      { name: 'main', publicName: 'Research service' },
      { name: 'staging', publicName: 'staging' },
    ],
  ],
] as const;

for (const [text, expected] of accepted) {
  test(`STATUS_PAGE accepts "${text}"`, () => expect(parseStatusPage(text)).toEqual(expected));
}

for (const text of ['', ' , ', 'a b', 'main=', `main=${'x'.repeat(81)}`, 'a=Same,b=Same', '=x']) {
  test(`STATUS_PAGE refuses "${text.slice(0, 20)}"`, () => expect(() => parseStatusPage(text)).toThrow());
}

test('nothing is public unless it was switched on', async () => {
  await withMonitoring({ service: { read } }, async ({ get, monitor }) => {
    for (const path of ['/status', ...badges]) expect((await get(path)).status, path).toBe(401);
    expect((await fetch(new URL('/status', monitor.url), { method: 'HEAD' })).status).toBe(401);
  });
  await withMonitoring({}, async ({ get }) => {
    for (const path of ['/status', ...badges]) expect((await get(path)).status, path).toBe(404);
  });
});

test('STATUS_PAGE makes the chosen services public without a token, and nothing else', async () => {
  await withMonitoring({ service: { read, statusPage } }, async ({ get, nextRun, log, monitor }) => {
    await nextRun();
    // A badge can be cached, is not sent again while unchanged, and may be embedded in other sites.
    for (const path of badges) {
      const { headers, status } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('image/svg+xml');
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(await statusWith(new URL(path, monitor.url), headers.get('etag') ?? '')).toBe(304);
      expect(await statusWith(new URL(path, monitor.url), '"other"')).toBe(200);
    }
    // The open page asks whether the monitor is alive: no page is rendered for that, and the answer is not cached.
    const head = (path: string) => fetch(new URL(path, monitor.url), { method: 'HEAD' });
    const answer = await head('/status');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await get('/status')).text).toContain('data-contact="/status"');
    for (const path of ['/', '/events']) expect((await head(path)).status, path).toBe(401);
    for (const path of [
      '/',
      '/incidents',
      '/incidents.atom',
      '/installations/alpha/document',
      '/installations/alpha/compare',
      '/badges/alpha/state.svg',
    ])
      expect((await get(path)).status, path).toBe(401);
    expect((await get('/status')).text).toContain('The service works.');
    expect(log()).not.toContain('STATUS_PAGE');
  });
});

/** The hash of an asset and the milliseconds of a moment can contain any digits. */
const machineTexts = /\/assets\/[0-9a-f]+\/|datetime="[^"]+"/g;

test('a service that fails every request with a valid key is down on the page, in its badge, uptime and metrics', async () => {
  await withMonitoring(
    { service: { statusPage }, transforms: [crashing] },
    async ({ get, nextRun, monitor }) => {
      await nextRun();
      expect((await get('/status')).text).toContain('Research &amp; service: down.');
      expect((await get(badges[0] ?? '')).text).toContain('>down<');
      expect(monitor.fleet.get('alpha')?.shares.uptime.month).toBe(0);
      expect((await get('/metrics')).text).toContain(
        'evidence_contract_installation_state{installation="alpha",state="unreachable"} 1',
      );
    },
  );
});

test('the public page shows an outage at once, though it is made once a second, and no address, key, cause, check, run or own name', async () => {
  await withMonitoring({ service: { read, statusPage } }, async (monitoring) => {
    const { get, post, nextRun, settle, breakEndpoint, reference } = monitoring;
    await nextRun();
    expect((await get('/status')).text).toContain('The service works.');
    breakEndpoint('GET /api/v3/users');
    await post('/api/v1/installations/alpha/run', {}, operatorToken);
    await settle();
    const page = await get('/status');
    expect(page.text).toContain('Research &amp; service: works with errors.');
    expect(page.text).toContain('1 incident in the last 30 days');
    const texts = [page.text, ...(await Promise.all(badges.map(async (path) => (await get(path)).text)))];
    for (const text of texts) {
      const secrets = [...Object.values(reference.keys), operatorToken, 'token-of-readers-alone'];
      expect(secrets.flatMap((secret) => partsOf(secret, text))).toEqual([]);
      for (const hidden of [reference.baseUrl, '127.0.0.1', '/api/v3', 'alpha', 'It broke', '500', '/runs/'])
        expect(text.replaceAll(machineTexts, ''), hidden).not.toContain(hidden);
    }
  });
});

test('an incident shows how long it was an outage, and a long list shows how many more incidents there are', async () => {
  const now = '2026-11-21T13:00:00.000Z';
  const incidents = [
    {
      status: 'errors',
      worst: { status: 'down', lastedMs: 30_000 },
      startedAt: '2026-11-21T11:59:00.000Z',
      endedAt: now,
      updates: [],
    },
    { status: 'down', startedAt: '2026-11-20T11:00:00.000Z', updates: [] },
    {
      status: 'down',
      worst: { status: 'down', lastedMs: 120_000 },
      startedAt: '2026-11-19T11:00:00.000Z',
      endedAt: '2026-11-19T11:03:00.000Z',
      updates: [],
    },
  ] as const;
  const services = [{ ...service, incidents, incidentAmount: 26 }];
  const page = String(await renderStatus({ now, services })).replaceAll(/<[^>]+>/g, '');
  expect(page).toContain('26 incidents in the last 30 days');
  expect(page).toContain('21 Nov 2026 11:59 UTC: works with errors for 61 min, of which down for 30 s');
  expect(page).toContain('20 Nov 2026 11:00 UTC: down for 26 h, until now');
  expect(page).toContain('19 Nov 2026 11:00 UTC: trouble for 3 min, of which down for 2 min');
  expect(page).toContain('And 23 before them.');
});

test('an incident that began 40 days ago and is still open counts among those of the last 30 days', async () => {
  const nowMs = Date.UTC(2026, 10, 21);
  const dayMs = 86_400_000;
  const change = (days: number, from: StateChange['from'], to: StateChange['to']): StateChange => ({
    installation: 'alpha',
    atMs: nowMs - days * dayMs,
    from,
    to,
  });
  const history = {
    changes: () =>
      Promise.resolve([
        change(40, 'conforming', 'violating'),
        change(50, 'unreachable', 'conforming'),
        change(51, 'conforming', 'unreachable'),
      ]),
    incidentNotes: { list: () => Promise.resolve([]) },
  } as unknown as History;
  await withMonitoring({}, async ({ monitor }) => {
    const { services } = await statusView(
      [{ name: 'alpha', publicName: 'A' }],
      monitor.fleet,
      history,
      nowMs,
    );
    expect(services[0]).toMatchObject({ incidentAmount: 1, incidents: [{ status: 'errors' }] });
  });
});

test('a refused key is not shown as an outage: it concerns only operators', () => {
  const snapshot = { ...emptySnapshot, state: 'key-rejected' } as const;
  expect(publicService('A', { ...sampleTarget(), snapshot }, 0).status).toBe('unknown');
});

test('the public page says that an incident is known until its acknowledgement ends', () => {
  const acknowledged = { incident: 'a', state: 'violating', untilMs: 1000, who: 'ann', reason: 'x' } as const;
  const snapshot = { ...emptySnapshot, state: 'violating', acknowledged } as const;
  const isKnownAt = (ms: number) => publicService('A', { ...sampleTarget(), snapshot }, ms).isKnown ?? false;
  expect([isKnownAt(999), isKnownAt(1000)]).toEqual([true, false]);
});

const notAnswering = [
  [
    'fails',
    async (): Promise<never> => {
      throw new Error('The database is away.');
    },
  ],
  ['does not answer', () => new Promise<never>(() => undefined)],
] as const;

for (const [how, changes] of notAnswering) {
  test(`while the history ${how}, the public page is made from memory and says so`, slow, async () => {
    await withMonitoring({ service: { statusPage } }, async ({ get, badRun, monitor }) => {
      await badRun();
      Object.assign(monitor.history, { changes });
      const { status, text } = await get('/status');
      expect(status).toBe(200);
      expect(text).toContain('works with errors.');
      expect(text).toContain('The history is not available');
      expect(text).not.toContain('No incident in the last 30 days');
    });
  });
}

test('the public page shows a bar for each day, described in plain words', async () => {
  const days = [
    { day: '2026-11-19', counted: 10, down: 0, broken: 0 },
    { day: '2026-11-20', counted: 10, down: 0.5, broken: 0 },
    { day: '2026-11-21', counted: 10, down: 0, broken: 0.2 },
  ];
  const view = { now: '2026-11-21T13:00:00.000Z', services: [{ ...service, days }] };
  const page = String(await renderStatus(view));
  expect(page).toContain(
    'Of the last 90 days, 3 count: 1 day when it was down and 1 day with other trouble, the last one on 21 Nov.',
  );
  // The text that a script shows for the bar under the pointer.
  const named = /data-days="([^"]*)"/.exec(page)?.[1]?.split('\n').slice(-3);
  expect(named?.map((line) => line.replace(/^\d+ /, ''))).toEqual([
    '19 Nov: it worked',
    '20 Nov: down in 50 % of runs',
    '21 Nov: trouble in 20 % of runs',
  ]);
  expect(page).toContain('<span>24 Aug</span><span>today</span>');
  expect(page).toContain('<dt>since 19 Nov</dt>');
  expect(page).not.toContain('last 30 days</dt>');
  expect(page).not.toContain('requirement');
});

test('the public page shows open and planned maintenance windows without their reasons', async () => {
  const maintenance = [{ from: '2100-03-01T20:00Z', to: '2100-03-01T22:00Z', reason: 'the oak database' }];
  await withMonitoring(
    { service: { read, statusPage }, block: { maintenance } },
    async ({ get, post, clock }) => {
      expect((await get('/status')).text).not.toContain('service-window');
      const window = { minutes: 60, reason: 'a beech disk' };
      const started = await post('/api/v1/installations/alpha/maintenance', window, operatorToken);
      expect(started.status, started.text).toBe(200);
      // The page is rendered at most once a second.
      await clock.moveTo(clock.nowMs() + 1_000);
      const text = (await get('/status')).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
      expect(text).toMatch(/Maintenance until \d+ \w{3} \d{4} \d\d:\d\d UTC/);
      expect(text).not.toMatch(/oak|beech/);
    },
  );
  const [from, to] = ['2026-11-28T20:00:00.000Z', '2026-11-28T22:00:00.000Z'];
  const services = [{ ...service, maintenance: [{ from, to, isActive: false }] }];
  const page = String(await renderStatus({ now: '2026-11-21T13:00:00.000Z', services }));
  expect(page.replaceAll(/<[^>]+>/g, '')).toContain(
    'Planned maintenance: 28 Nov 2026 20:00 UTC to 28 Nov 2026 22:00 UTC',
  );
});

test('the headline names up to three services and counts the others', async () => {
  const headlineFor = async (...statuses: readonly PublicService['status'][]) => {
    const services = statuses.map((status, index) => ({ ...service, name: `S${index}`, status }));
    const page = String(await renderStatus({ now: '2026-11-21T13:00:00.000Z', services }));
    return /<p class="status-headline ([^<]+)<\/p>/.exec(page)?.[1];
  };
  expect(await headlineFor('works', 'works')).toBe('good">All services work.');
  expect(await headlineFor('works', 'errors', 'slow', 'partly')).toBe(
    'warn">S1: works with errors; S3: shown to work in part; S2: limits requests.',
  );
  expect(await headlineFor('works', 'errors', 'down', 'down', 'unknown')).toBe(
    'bad">S2 and S3 are down. 2 others are not in normal operation.',
  );
  expect(await headlineFor('slow', 'errors', 'down', 'unknown')).toBe(
    'bad">S2 is down. 3 others are not in normal operation.',
  );
  expect(await headlineFor('down', 'errors', 'down', 'down', 'down')).toBe(
    'bad">5 of 5 services are not in normal operation. Down: 4, works with errors: 1.',
  );
  expect(await headlineFor('errors', 'slow', 'unknown', 'errors', 'works')).toBe(
    'warn">4 of 5 services are not in normal operation. Works with errors: 2, limits requests: 1, not known: 1.',
  );
});

const now = '2026-11-21T13:00:00.000Z';

test('services are listed by severity, and keep their order within the same severity', async () => {
  const services = (['works', 'slow', 'works', 'down', 'errors'] as const).map((status, index) => ({
    ...service,
    name: `S${index}`,
    status,
  }));
  const page = String(await renderStatus({ now, services }));
  expect([...page.matchAll(/<h2>(\S+)/g)].map(([, name]) => name)).toEqual(['S3', 'S4', 'S1', 'S0', 'S2']);
});

test('maintenance that all services share is announced once', () => {
  const night = { from: '2026-11-21T22:00:00.000Z', to: '2026-11-22T00:00:00.000Z', isActive: false };
  const today = { from: '2026-11-21T12:00:00.000Z', to: '2026-11-21T14:00:00.000Z', isActive: true };
  const [one, other] = [
    { ...service, maintenance: [today, night] },
    { ...service, maintenance: [night] },
  ];
  const found = sharedWindows([one, other]);
  expect(found.shared).toEqual([night]);
  expect(found.own.map(({ maintenance }) => maintenance)).toEqual([[today], []]);
  expect(sharedWindows([one])).toEqual({ shared: [], own: [one] });
  expect(sharedWindows([one, other, service]).shared).toEqual([]);
});

const spans = [
  ['no run yet', [], ['day', 'week', 'month']],
  ['the first run today', ['2026-11-21'], ['day since 2026-11-21']],
  ['three days', ['2026-11-19', '2026-11-21'], ['day', 'week since 2026-11-19']],
  ['ten days', ['2026-11-11'], ['day', 'week', 'month since 2026-11-11']],
  ['a history that is long enough', ['2026-10-01'], ['day', 'week', 'month']],
] as const;

for (const [what, dates, expected] of spans) {
  test(`figures name the first day if the history is shorter than their span: ${what}`, () => {
    const days = dates.map((day) => ({ day, counted: 10, down: 0, broken: 0 }));
    const unwatched = { day: '2026-08-01', counted: 0, down: 0, broken: 0 };
    const found = knownSpans([unwatched, ...days], now);
    expect(found.map(({ span, since }) => (since === undefined ? span : `${span} since ${since}`))).toEqual(
      expected,
    );
  });
}

test('a misspelt installation name in STATUS_PAGE is logged and not shown', async () => {
  const service = { statusPage: [{ name: 'aplha', publicName: 'Service' }] };
  await withMonitoring({ service }, async ({ get, log }) => {
    expect(log()).toContain('STATUS_PAGE names an installation that is not watched');
    expect((await get('/status')).text).toContain('No service is shown yet.');
    expect((await get('/badges/Service/state.svg')).status).toBe(404);
  });
});

const service: PublicService = {
  name: 'Service',
  status: 'works',
  uptime: { month: 0.99949 },
  days: [],
  coverage: 0.968,
  incidents: [],
  incidentAmount: 0,
};

const texts = [
  ['state', service, 'state', 'works', '#1a6b3c'],
  ['state', { ...service, status: 'down' }, 'state', 'down', '#a51d24'],
  ['uptime', service, 'uptime 30 d', '99.94 %', '#1a6b3c'],
  ['uptime', { ...service, uptime: {} }, 'uptime 30 d', 'no figure yet', '#51606f'],
  ['coverage', service, 'contract judged', '96.8 %', '#1a6b3c'],
  ['coverage', { ...service, coverage: 0.2 }, 'contract judged', '20 %', '#a51d24'],
] as const;

for (const [kind, of, label, value, colour] of texts) {
  test(`the ${kind} badge reads "${label}: ${value}"`, () => {
    const elements = readXml(renderBadge(kind, of));
    expect(elements.filter(({ name }) => name === 'text').map(({ text }) => text)).toEqual([label, value]);
    expect(elements.find(({ name }) => name === 'title')?.text).toBe(`Service, ${label}: ${value}`);
    expect(elements.filter(({ name }) => name === 'rect')[1]?.attributes.fill).toBe(colour);
  });
}

test('a public name is escaped in a badge', () => {
  const name = hostile.replaceAll(/[\p{Cc}\p{Cs}\uFFFE]/gu, '');
  const svg = renderBadge('state', { ...service, name });
  expect(readXml(svg).find((one) => one.name === 'title')?.text).toContain('<script>');
  expect(svg).not.toContain('<script');
});
