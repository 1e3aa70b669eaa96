import { expect, test } from '@playwright/test';
import { type EndpointId, endpoints } from '../../../contract/document/endpoints.ts';
import { type RunScope, scopeOf } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import type { Diagnosis } from '../../../engine/evidence/collected-evidence.ts';
import { diagnoseAll, diagnoseEarly, runPreflight } from '../../../engine/run/diagnose.ts';
import { everyPath, requestsOfScope } from '../../../engine/run/plan.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { type Asked, listOf, makeAsking, notFound, unauthorized } from './asking.ts';
import { exchangeWith, type Written } from './exchanges.ts';

const baseUrl = 'https://reviews.example.org';
const html = '<!doctype html><p>Welcome';
const page: Written = { body: html };
const crash: Written = { status: 500, body: '{"error":"Sorry"}' };
const forbidden: Written = { status: 403, body: '{"error":"Forbidden"}' };
const projects: EndpointId = 'GET /api/v3/projects';
const users: EndpointId = 'GET /api/v3/users';

function expectSentence(found: Diagnosis | undefined): void {
  if (found !== undefined) expect(found.cause).toMatch(/^(https|A server) ?.*\.$/);
}

interface Early {
  readonly name: string;
  /** The answers of projects and of users with a key, and of projects without one. */
  readonly keyed: readonly Written[];
  readonly unkeyed?: Written;
  readonly state: Diagnosis['state'] | 'nothing';
  readonly cause?: string;
}

const everywhere = (written: Written): Pick<Early, 'keyed' | 'unkeyed'> => ({
  keyed: [written, written],
  unkeyed: written,
});

const early: readonly Early[] = [
  { name: 'an installation that answers', keyed: [{}, {}], unkeyed: unauthorized, state: 'nothing' },
  ...(
    [
      ['dns', 'Check the host name in BASE_URL.'],
      ['refused', 'Check that the service runs there'],
      ['tls', 'CA_FILE'],
      ['proxy', 'HTTPS_PROXY'],
      ['timeout', 'TIMEOUT_MS'],
      ['protocol', 'right scheme'],
      ['reset', 'If it demands a client certificate, set CLIENT_CERT_FILE'],
    ] as const
  ).map(
    ([failure, cause]): Early => ({
      name: `no answer (${failure})`,
      ...everywhere({ failure }),
      state: 'unreachable',
      cause,
    }),
  ),
  {
    name: 'one failure among answers',
    keyed: [{ failure: 'reset' }, {}],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  {
    name: 'a gateway error for every request',
    keyed: [
      { status: 502, body: html },
      { status: 504, body: html },
    ],
    unkeyed: { status: 502, body: html },
    state: 'unreachable',
    cause: 'A server answers at https://reviews.example.org, but the service behind it does not',
  },
  {
    name: 'a gateway error with a key and a 401 without one',
    keyed: [
      { status: 503, body: '' },
      { status: 503, body: '' },
    ],
    unkeyed: unauthorized,
    state: 'unreachable',
    cause: 'the service behind it does not',
  },
  {
    name: 'throttling of all requests with a key',
    keyed: [
      { status: 429, throttled: true, body: '{"error":"Slow down"}', headers: { 'retry-after': '90' } },
      { status: 429, throttled: true, body: '{}' },
    ],
    unkeyed: unauthorized,
    state: 'throttled',
    cause: 'which asks to wait (Retry-After: 90). Ask its administrator for a higher limit, or lower PACE.',
  },
  {
    name: 'throttling of some requests',
    keyed: [{ status: 429, throttled: true, body: '{}' }, {}],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  // An outage is not throttling, even with Retry-After.
  {
    name: 'a 500 with Retry-After',
    ...everywhere({ ...crash, headers: { 'retry-after': '5' } }),
    state: 'nothing',
  },
  {
    name: 'the same page for every request',
    ...everywhere(page),
    state: 'not-this-api',
    cause: 'gives the same answer to every request, with and without a key',
  },
  {
    name: 'the same empty list for every request',
    ...everywhere({ body: '[]' }),
    state: 'not-this-api',
    cause: 'the address before /api/v3',
  },
  // Answers other than a success need further paths to be explained.
  { name: 'the same 404 for every request', ...everywhere(notFound), state: 'nothing' },
  { name: 'the same 500 for every request', ...everywhere(crash), state: 'nothing' },
  { name: 'the same refusal for every request', ...everywhere(unauthorized), state: 'nothing' },
  {
    name: 'a page with a key and a 401 without one',
    keyed: [page, page],
    unkeyed: unauthorized,
    state: 'nothing',
  },
];

for (const { name, keyed, unkeyed, state, cause } of early) {
  test(`after the first answers, ${name} gives ${state === 'nothing' ? 'no diagnosis' : state}`, () => {
    const found = diagnoseEarly(baseUrl, [
      ...keyed.map((one, index) => exchangeWith({ endpoint: [projects, users][index] ?? users, ...one })),
      ...(unkeyed === undefined ? [] : [exchangeWith({ request: { key: 'none' }, ...unkeyed })]),
    ]);
    expect(found?.state ?? 'nothing').toBe(state);
    expect(found?.cause ?? '').toContain(cause ?? '');
    expectSentence(found);
  });
}

test('no exchanges give no diagnosis', () => {
  expect(diagnoseEarly(baseUrl, [])).toBeUndefined();
  expect(diagnoseAll(baseUrl, [])).toBeUndefined();
});

test('the state is unknown if no first answer could be read, but not if one could', () => {
  const exchange = exchangeWith({});
  const { answer } = exchange;
  if (answer === undefined) throw new Error('There is an answer.');
  const unread = { ...exchange, answer: { ...answer, unread: 'it is larger than 100 MB' } };
  expect(diagnoseEarly(baseUrl, [unread, unread])).toMatchObject({
    state: 'unknown',
    cause: expect.stringContaining('it is larger than 100 MB') as unknown as string,
  });
  expect(diagnoseEarly(baseUrl, [unread, exchange])).toBeUndefined();
  expect(diagnoseAll(baseUrl, [unread, unread])).toBeUndefined();
});

interface All {
  readonly name: string;
  readonly all: readonly Written[];
  readonly state: Diagnosis['state'] | 'nothing';
  readonly cause?: string;
}

const redirect = (location: string, status = 301): Written => ({ status, body: '', headers: { location } });

const all: readonly All[] = [
  { name: 'a refused key', all: [unauthorized, unauthorized], state: 'key-rejected', cause: 'Storage tab' },
  { name: 'a forbidden key', all: [forbidden, unauthorized], state: 'key-rejected' },
  { name: 'a refused key and missing paths', all: [notFound, unauthorized], state: 'key-rejected' },
  { name: 'a key that one path accepts', all: [unauthorized, {}], state: 'nothing' },
  {
    name: 'a key that gets a 422 at one path',
    all: [unauthorized, { status: 422, body: '{"error":"Which?"}' }],
    state: 'nothing',
  },
  {
    name: 'a 404 at every path',
    all: [notFound, notFound],
    state: 'not-this-api',
    cause: 'the address before /api/v3',
  },
  { name: 'one existing path among missing ones', all: [notFound, notFound, listOf(1)], state: 'nothing' },
  { name: 'a 500 among missing paths', all: [notFound, crash], state: 'nothing' },
  { name: 'a timeout among missing paths', all: [notFound, { failure: 'timeout' }], state: 'nothing' },
  {
    name: 'a redirect to another host',
    all: [redirect('https://new.example.org/')],
    state: 'not-this-api',
    cause: 'to https://new.example.org/). Check BASE_URL',
  },
  {
    name: 'a redirect to itself',
    all: [redirect('https://reviews.example.org/api/v3/projects')],
    state: 'not-this-api',
    cause: 'It redirects to itself: a proxy may not tell the service that the request came by https',
  },
  {
    name: 'a redirect that only adds a trailing slash',
    all: [redirect('/api/v3/projects/'), redirect('/api/v3/projects/')],
    state: 'unknown',
    cause: 'TRAILING_SLASH=true asks for the paths with the slash.',
  },
  {
    name: 'a redirect that adds a trailing slash at another host',
    all: [redirect('https://new.example.org/api/v3/projects/')],
    state: 'not-this-api',
    cause: 'if that is the service, make https://new.example.org the BASE_URL.',
  },
  {
    name: 'a redirect that adds a path prefix',
    all: [redirect('https://reviews.example.org/app/api/v3/projects')],
    state: 'not-this-api',
    cause: 'make https://reviews.example.org/app the BASE_URL.',
  },
  {
    name: 'a redirect to another path that ends with a slash',
    all: [redirect('/login/', 302)],
    state: 'not-this-api',
  },
  {
    name: 'one redirect that adds a trailing slash, and a success',
    all: [redirect('/api/v3/projects/'), {}],
    state: 'nothing',
  },
  ...[
    '<center>The plain HTTP request was sent to HTTPS port</center>',
    'Client sent an HTTP request to an HTTPS server.',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
  ].map(
    (body): All => ({
      name: `plain HTTP to a TLS port, reported as "${body}",`,
      all: [{ status: 400, body }],
      state: 'not-this-api',
      cause: 'The port speaks TLS: write https:// in BASE_URL.',
    }),
  ),
  {
    name: 'a missing client certificate, reported by a reverse proxy,',
    all: [{ status: 400, body: '<center>No required SSL certificate was sent</center>' }],
    state: 'not-this-api',
    cause: 'set CLIENT_CERT_FILE and CLIENT_KEY_FILE',
  },
];

for (const { name, all: written, state, cause } of all) {
  test(`over every path, ${name} gives ${state === 'nothing' ? 'no diagnosis' : state}`, () => {
    const found = diagnoseAll(
      baseUrl,
      written.map((one) => exchangeWith(one)),
    );
    expect(found?.state ?? 'nothing').toBe(state);
    expect(found?.cause ?? '').toContain(cause ?? '');
    expectSentence(found);
  });
}

const keyless = { endpoint: projects, request: { key: 'none' } } as const;
const byHeader = { endpoint: projects, request: { key: 'header' } } as const;

test('a 200 that is not JSON counts as this API only if a request without a key is refused as documented', () => {
  const all = [exchangeWith({ ...byHeader, body: ")]}' []" })];
  expect(diagnoseAll(baseUrl, all, [exchangeWith({ ...keyless, ...unauthorized })])).toBeUndefined();
  const open = exchangeWith({ ...keyless, body: ")]}' []" });
  expect(diagnoseAll(baseUrl, all, [open])?.state).toBe('not-this-api');
});

test('if a request without a key is refused in the same way, the cause mentions a firewall', () => {
  const blocked: Written = { status: 403, body: '<h1>Not from your region</h1>' };
  const all = [exchangeWith({ ...byHeader, ...blocked })];
  const found = diagnoseAll(baseUrl, all, [exchangeWith({ ...keyless, ...blocked })]);
  expect(found?.state).toBe('key-rejected');
  expect(found?.cause).toContain(
    'A request without a key gets the same answer: a firewall or a proxy may block',
  );
  expect(diagnoseAll(baseUrl, all, [exchangeWith({ ...keyless, ...unauthorized })])?.cause).not.toContain(
    'firewall',
  );
  expectSentence(found);
});

const good = (asked: Asked): Written => {
  if (asked.includes(' none')) return unauthorized;
  return asked.includes('users') ? { body: '{"id":1}' } : listOf(1);
};

async function preflight(
  answer: (asked: Asked) => Written,
  scope: RunScope = scopeOf('full'),
  changes: Partial<Installation> = {},
) {
  const { asker, asked, installation } = makeAsking(answer, changes);
  const diagnosis = await runPreflight(installation, requestsOfScope(scope, installation), asker);
  return { diagnosis, asked: asked.toSorted() };
}

const usual = ['GET /api/v3/projects header', 'GET /api/v3/projects none', 'GET /api/v3/users header'];

/** The requests that a run sends before it concludes that this is another API, or that the key is rejected. */
function widened(changes: Partial<Installation> = {}): readonly string[] {
  const paths = everyPath(makeTestInstallation(changes)).map(
    ({ endpoint, request }) => `${endpoint.id} ${request.key}`,
  );
  return [...new Set([...paths, 'GET /api/v3/projects none'])].toSorted();
}

test('an installation that works gets two preflight requests with a key and one without', async () => {
  expect(await preflight(good)).toEqual({ diagnosis: undefined, asked: usual });
});

test('if one preflight answer looks like this API, no other path is requested', async () => {
  const crashing = (asked: Asked): Written => (asked.includes('projects header') ? crash : unauthorized);
  const { asked, diagnosis } = await preflight(crashing);
  expect([asked, diagnosis]).toEqual([usual, undefined]);
});

const bothWays = [...usual, 'GET /api/v3/projects query', 'GET /api/v3/users query'].toSorted();

test('a key counts as rejected if projects and users refuse it both ways, and no other path is requested', async () => {
  const refused = await preflight(() => unauthorized);
  expect(refused.asked).toEqual(bothWays);
  expect(refused.diagnosis?.state).toBe('key-rejected');
  // Nothing shows that the key is a valid one.
  expect(refused.diagnosis?.cause).toContain(': GET /api/v3/projects was answered with status 401');
});

test('a key that works only in the query does not count as rejected', async () => {
  const byQuery = await preflight((asked) => (asked.endsWith(' query') ? good(asked) : unauthorized));
  expect(byQuery.diagnosis).toBeUndefined();
  expect(widened()).toEqual(expect.arrayContaining([...byQuery.asked]));
});

test('a key counts as rejected if every path that exists refuses it both ways', async () => {
  const some = await preflight((asked) => (/projects (header|query)$/.test(asked) ? notFound : unauthorized));
  expect(some.asked).toEqual(widened());
  expect(some.diagnosis?.state).toBe('key-rejected');
});

test('an address counts as not-this-api only if no documented path answers like this API', async () => {
  const keyFirst = (asked: Asked): Written => (asked.endsWith(' none') ? unauthorized : notFound);
  const nowhere = await preflight(keyFirst);
  expect(nowhere.asked).toEqual(widened());
  expect(nowhere.diagnosis?.state).toBe('not-this-api');
  expect(nowhere.diagnosis?.cause).toContain(baseUrl);
  const somewhere = await preflight((asked) =>
    asked.includes('key_questions query') ? listOf(1) : keyFirst(asked),
  );
  expect(somewhere.diagnosis).toBeUndefined();
});

test('a success at the path of a pinned id is enough to count as this API', async () => {
  const changes: Partial<Installation> = { pinnedIds: { CITATION_ID: '7' } };
  const keyFirst = (asked: Asked): Written => (asked.endsWith(' none') ? unauthorized : notFound);
  const { asked, diagnosis } = await preflight(
    (one) => (one === 'GET /api/v3/citations/7 query' ? { body: '{"id":7}' } : keyFirst(one)),
    scopeOf('full'),
    changes,
  );
  expect(diagnosis).toBeUndefined();
  expect(asked).toEqual(widened(changes).map((one) => one.replace(':id', '7')));
});

test('an installation that is unreachable or gives the same page everywhere is not asked for every path', async () => {
  for (const written of [{ failure: 'refused' }, { status: 503, body: '' }, page] as const) {
    const { asked, diagnosis } = await preflight(() => written);
    expect(asked).toEqual(usual);
    expect(diagnosis?.state).toBe(written === page ? 'not-this-api' : 'unreachable');
  }
});

test.describe('a selection without projects and users', () => {
  const { checkCases, ...rest } = scopeOf('full');
  const at = (id: EndpointId): RunScope => ({
    ...rest,
    checkCases: checkCases.filter(({ endpoint }) => endpoint.id === id),
    gapCases: [],
  });
  const selected = endpoints.filter(({ needsOnlyKey }) => needsOnlyKey !== true);

  test('has a preflight of requests that it sends anyway', async () => {
    const { asked } = await preflight(good, at('GET /api/v4/projects'));
    expect(asked.filter((one) => one.includes('/v3/'))).toEqual([]);
    for (const { id, idsFrom = id, kind } of selected)
      expect(await preflight(good, at(id)), id).toEqual({
        diagnosis: undefined,
        asked: [`${idsFrom} ${kind === 'import' ? 'none refusable' : 'header'}`],
      });
    const pinned = { pinnedIds: { CITATION_ID: '7' } };
    expect((await preflight(good, at('GET /api/v3/citations/:id'), pinned)).asked).toEqual([
      'GET /api/v3/citations/7 header',
    ]);
  });

  test('also requests projects and users if it gets no answer, and is diagnosed as unreachable', async () => {
    const silent = (): Written => ({ failure: 'refused' });
    for (const { id } of selected) {
      const { diagnosis, asked } = await preflight(silent, at(id));
      expect([id, diagnosis?.state]).toEqual([id, 'unreachable']);
      expect(asked).toEqual(expect.arrayContaining([...usual]));
    }
  });

  for (const [what, answer, state] of [
    ['another server', () => ({ status: 404, body: html }), 'not-this-api'],
    ['a rejected key', () => unauthorized, 'key-rejected'],
    ['a gateway error', () => ({ status: 502, body: html }), 'unreachable'],
  ] as const satisfies readonly (readonly [string, () => Written, string])[]) {
    test(`recognizes ${what}`, async () => {
      expect((await preflight(answer, at('GET /api/v3/citations'))).diagnosis?.state).toBe(state);
    });
  }

  test('gets no diagnosis if projects and users work', async () => {
    for (const fails of [unauthorized, { failure: 'timeout' }, { status: 502, body: html }] as const) {
      const answer = (asked: Asked): Written => (asked.includes('citations') ? fails : good(asked));
      const { diagnosis, asked } = await preflight(answer, at('GET /api/v3/citations'));
      expect([diagnosis, asked]).toEqual([undefined, ['GET /api/v3/citations header', ...usual]]);
    }
  });
});

const gateway: Written = { status: 502, body: html };

for (const [name, fails] of [
  ['a 500 with a JSON error', () => crash],
  [
    'a 500 except for a list that needs a project',
    (asked: Asked) =>
      asked.includes('citations') ? { status: 400, body: '{"error":"Which project?"}' } : crash,
  ],
  [
    'a mix of gateway errors and timeouts',
    (asked: Asked) => (asked.includes('users') ? gateway : { failure: 'timeout' }),
  ],
] as const satisfies readonly (readonly [string, (asked: Asked) => Written])[]) {
  test(`without a success at any path, ${name} is diagnosed as unreachable`, async () => {
    const { diagnosis, asked } = await preflight((one) =>
      one.includes(' none') ? unauthorized : fails(one),
    );
    expect(diagnosis?.state).toBe('unreachable');
    expect(diagnosis?.cause).toMatch(
      /^The service at https:\/\/reviews\.example\.org fails: no request with a valid key succeeded at any of 8 documented paths: GET .*\.$/,
    );
    const inHeader = widened().filter((one) => one.endsWith(' header') || one.endsWith(' none'));
    expect(asked).toEqual([...inHeader, 'GET /api/v3/projects query', 'GET /api/v3/users query'].toSorted());
  });
}

test('a maintenance page is quoted in the cause, with the advice to announce a maintenance window', async () => {
  const body =
    '<html><title>Sorry</title><style>p{}</style><h1>Down for  maintenance</h1><p>Until noon.</html>';
  const { diagnosis } = await preflight(() => ({ status: 503, body }));
  expect(diagnosis?.cause).toContain(
    'with a page that says "Sorry Down for maintenance Until noon."; announce a maintenance window if this is planned.',
  );
});

for (const [name, fails] of [
  ['a success', () => listOf(1)],
  ['a 404', () => notFound],
] as const) {
  test(`server errors at most paths and ${name} at another give no diagnosis`, async () => {
    const { diagnosis } = await preflight((one) => {
      if (one.includes(' none')) return unauthorized;
      return one.includes('citations') ? fails() : crash;
    });
    expect(diagnosis).toBeUndefined();
  });
}
