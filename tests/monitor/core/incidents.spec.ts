import { expect, test } from '@playwright/test';
import { renderFeed } from '../../../monitor/pages/incidents/feed.ts';
import { slow } from '../../support/long.ts';
import { readXml } from '../../support/read-xml.ts';
import { forbidden, hostile } from '../../support/records.ts';
import { type Monitoring, operatorToken, withMonitoring } from '../support/monitoring.ts';

interface Kept {
  readonly id: string;
  readonly endedAt?: string;
  readonly endedBy?: { readonly state: string; readonly run?: string };
  readonly course: readonly { readonly state: string; readonly run?: string }[];
  readonly notes: readonly { readonly who: string; readonly message: string }[];
}

/** Makes an installation break and recover. */
async function withIncident(work: (monitoring: Monitoring, incident: Kept) => Promise<void>): Promise<void> {
  await withMonitoring({}, async (monitoring) => {
    const { nextRun, badRun, goodRun } = monitoring;
    await nextRun();
    await badRun();
    await goodRun();
    const [incident] = await incidentsOf(monitoring);
    if (incident === undefined) throw new Error('There is no incident.');
    await work(monitoring, incident);
  });
}

async function incidentsOf({ get }: Monitoring): Promise<readonly Kept[]> {
  return (JSON.parse((await get('/api/v1/incidents')).text) as { readonly incidents: readonly Kept[] })
    .incidents;
}

test('the API and pages show the runs of an incident, from start to end, and the Atom feed has its entry', async () => {
  await withIncident(async ({ get, monitor }, incident) => {
    expect(incident.course.map(({ state }) => state)).toEqual(['violating']);
    expect(incident.course[0]?.run).toBeDefined();
    expect(incident.endedBy).toMatchObject({ state: 'conforming' });
    for (const path of ['/incidents', '/installations/alpha/incidents']) {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain('No incident is open.');
      expect(text).toContain(`id="${incident.id}"`);
      expect(text).toContain(`/runs/${incident.course[0]?.run}`);
      expect(text).toContain(`/runs/${incident.endedBy?.run}`);
    }
    const missing = await get('/installations/%3Cb%3Enone/incidents');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('No installation of this name is monitored.');
    const { text, headers } = await get('/incidents.atom');
    expect(headers.get('content-type')).toContain('application/atom+xml');
    const elements = readXml(text);
    const texts = (name: string): readonly string[] =>
      elements.filter((one) => one.name === name).map((one) => one.text);
    expect(texts('title')[0]).toBe('Incidents');
    expect(texts('title')[1]).toMatch(/^alpha: violating, ended after /);
    expect(texts('id')).toEqual([
      `${monitor.url}/incidents.atom`,
      `urn:evidence-contract:incident:${incident.id}`,
    ]);
    expect(texts('updated')).toEqual([incident.endedAt, incident.endedAt]);
    const links = elements.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href);
    expect(links).toContain(`${monitor.url}/incidents#${incident.id}`);
    expect(readXml((await get('/incidents.atom?show=open')).text).map(({ name }) => name)).not.toContain(
      'entry',
    );
  });
});

test(
  'a note is stored with its token name and with keys redacted, and shown on pages, in the API and in the feed',
  slow,
  async () => {
    await withIncident(async (monitoring, { id }) => {
      const { get, post, reference } = monitoring;
      const path = `/api/v1/incidents/${id}/notes`;
      expect((await post(path, { message: 'x' }, 'no-such-token-at-all')).status).toBe(401);
      for (const message of ['', '  ', 7, 'x'.repeat(1001)])
        expect((await post(path, { message }, operatorToken)).status, String(message)).toBe(400);
      expect((await post('/api/v1/incidents/none/notes', { message: 'x' }, operatorToken)).status).toBe(404);
      const { first, second } = reference.keys;
      const message = `The disk was full. <b>Fixed</b> The key was ${first}, it is ${second} now.`;
      expect((await post(path, { message }, operatorToken)).status).toBe(201);
      const [incident] = await incidentsOf(monitoring);
      const kept = 'The disk was full. <b>Fixed</b> The key was [key], it is [key] now.';
      expect(incident?.notes).toMatchObject([{ who: 'operator', message: kept }]);
      const shown = 'The disk was full. &lt;b&gt;Fixed&lt;/b&gt; The key was [key], it is';
      expect((await get('/incidents')).text).toContain(shown);
      expect((await get('/incidents.atom')).text).toContain('Note by operator: The disk was full.');
      expect((await get('/actions')).text).toMatch(
        /wrote a note on the incident of \d+ \w+ \d{4} \d\d:\d\d UTC</,
      );
      for (const page of ['/incidents', '/incidents.atom', '/api/v1/incidents', '/api/v1/actions'])
        expect((await get(page)).text, page).not.toContain(first.slice(0, 8));
    });
  },
);

test('the note form needs the token, redirects back to its list, and keeps the text of a refused note', async () => {
  await withIncident(async ({ submit, get, reference }, { id }) => {
    const notes = `/incidents/${id}/notes`;
    const message = 'By hand.';
    expect((await submit(notes, { message, token: 'wrong-token-of-nobody' })).status).toBe(401);
    expect((await submit(notes, { message: '' })).status).toBe(400);
    expect((await submit(notes, { message }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get('/incidents')).text).not.toContain('aria-label="Notes"');
    const lists = [
      ['', '/incidents'],
      ['?show=ended&from=7d&page=2', '/incidents?show=ended&from=7d&page=2'],
      ['?of=alpha&show=ended', '/installations/alpha/incidents?show=ended'],
      ['?of=//elsewhere.example', '/installations/%2F%2Felsewhere.example/incidents'],
    ] as const;
    for (const [query, url] of lists) {
      const { status, headers } = await submit(`${notes}${query}`, { message });
      expect([status, headers.get('location')]).toEqual([303, `${url}#${id}`]);
    }
    expect((await get('/incidents')).text).toContain(message);
    const typed = { message: `Typed ${reference.keys.first}`, token: 'wrong-token' };
    const { text } = await submit(`${notes}?of=alpha&show=ended`, typed);
    expect(text).toContain('<h1>Incidents of alpha</h1>');
    expect(text).toContain('>Typed [key]</textarea>');
    expect(text).toContain('<option value="ended" selected>');
    expect(text).not.toContain('wrong-token');
  });
});

test('the incidents page, feed and API apply the same filters, and refuse invalid ones with 400', async () => {
  await withIncident(async ({ get }, { id }) => {
    const all = ['', '?from=yesterday&show=ended&installation=alpha'];
    const none = ['?show=open', '?to=2001-01-01'];
    for (const query of [...all, ...none]) {
      const page = await get(`/incidents${query}`);
      const feed = await get(`/incidents.atom${query}`);
      const expected = all.includes(query);
      expect([page.status, page.text.includes(`id="${id}"`)], query).toEqual([200, expected]);
      expect([feed.status, feed.text.includes(`#${id}`)], query).toEqual([200, expected]);
      const api = await get(`/api/v1/incidents${query}`);
      expect([api.status, api.text.includes(`"id":"${id}"`)], query).toEqual([200, expected]);
      // This line does not depend on the filter.
      expect(page.text).toContain('No incident is open.');
    }
    expect((await get('/installations/alpha/incidents?show=open')).text).toContain(
      'The history has no open incident of alpha.',
    );
    for (const query of ['?show=closed', '?from=today&to=yesterday']) {
      const page = await get(`/incidents${query}`);
      expect([page.status, page.text.includes(`id="${id}"`)], query).toEqual([400, false]);
      expect((await get(`/installations/alpha/incidents${query}`)).status, query).toBe(400);
      expect((await get(`/incidents.atom${query}`)).status, query).toBe(400);
      const api = await get(`/api/v1/incidents${query}`);
      expect([api.status, api.text], query).toEqual([
        400,
        expect.stringMatching(/takes|was not understood|Exchange/),
      ]);
    }
    const unknown = await get('/incidents?installation=nobody');
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain('No installation of this name is monitored');
  });
});

test('hostile text from an installation is escaped in the feed, and an entry is updated when its incident worsens', () => {
  const feed = renderFeed({
    monitorUrl: 'https://monitor.example',
    incidents: [
      {
        id: 'alpha-1',
        installation: 'alpha',
        state: 'violating',
        cause: hostile,
        startedAt: '2026-01-01T00:00:00.000Z',
        durationMs: 1000,
        course: [
          { at: '2026-01-01T00:00:00.000Z', state: 'violating' },
          { at: '2026-01-01T00:00:02.000Z', state: 'unreachable' },
        ],
        notes: [{ at: '2026-01-01T00:00:01.000Z', who: hostile, message: hostile, isPublic: false }],
      },
    ],
  });
  const elements = readXml(feed);
  expect(elements.filter(({ name }) => name === 'entry')).toHaveLength(1);
  const updated = elements.filter(({ name }) => name === 'updated').map(({ text }) => text);
  expect(updated).toEqual(['2026-01-01T00:00:02.000Z', '2026-01-01T00:00:02.000Z']);
  expect(feed).not.toContain('<script');
  expect(feed).not.toMatch(forbidden);
});

test('an open incident shows its present cause on pages, in the API and in the feed', slow, async () => {
  await withMonitoring({}, async ({ get, nextRun, breakEndpoint }) => {
    await nextRun();
    for (const endpoint of ['GET /api/v3/users', 'GET /api/v3/key_questions']) {
      breakEndpoint(endpoint);
      await nextRun();
    }
    const [incident] = (await get('/api/v1/incidents')).json().incidents ?? [];
    expect(incident?.cause).toMatch(/at GET \/api\/v3\/key_questions/);
    const entry = readXml((await get('/incidents.atom')).text).find(({ name }) => name === 'summary');
    expect(entry?.text).toBe(incident?.cause);
    const overview = (await get('/')).text;
    expect(overview.slice(overview.indexOf('class="incident-list"'))).not.toContain('GET /api/v3/users');
  });
});
