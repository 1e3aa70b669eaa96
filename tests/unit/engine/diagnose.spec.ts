import { expect, test } from '@playwright/test';
import type { Diagnosis } from '../../../engine/evidence/collected-evidence.ts';
import { diagnose, diagnoseWrongPrefix, mayHaveWrongPrefix } from '../../../engine/run/diagnose.ts';
import { exchangeWith, type Written } from './exchanges.ts';

const baseUrl = 'https://reviews.example.org';
const unauthorized: Written = { status: 401, body: '{"error":"Unauthorized"}' };
const html = '<!doctype html><p>Welcome';

interface Case {
  readonly name: string;
  readonly keyed: readonly Written[];
  readonly unkeyed?: Written;
  readonly state: Diagnosis['state'] | 'nothing';
  readonly cause?: string;
}

const cases: readonly Case[] = [
  { name: 'an installation that answers', keyed: [{}], state: 'nothing' },
  {
    name: 'no host name',
    keyed: [{ failure: 'dns' }],
    unkeyed: { failure: 'dns' },
    state: 'unreachable',
    cause: 'Check the host name in BASE_URL.',
  },
  {
    name: 'a refused connection',
    keyed: [{ failure: 'refused' }],
    unkeyed: { failure: 'refused' },
    state: 'unreachable',
    cause: 'Check that the service runs there',
  },
  {
    name: 'a certificate that is not trusted',
    keyed: [{ failure: 'tls' }],
    unkeyed: { failure: 'tls' },
    state: 'unreachable',
    cause: 'CA_FILE',
  },
  {
    name: 'a proxy that refuses',
    keyed: [{ failure: 'proxy' }],
    unkeyed: { failure: 'proxy' },
    state: 'unreachable',
    cause: 'HTTPS_PROXY',
  },
  {
    name: 'no answer in time',
    keyed: [{ failure: 'timeout' }],
    unkeyed: { failure: 'timeout' },
    state: 'unreachable',
    cause: 'TIMEOUT_MS',
  },
  {
    name: 'another protocol',
    keyed: [{ failure: 'protocol' }],
    unkeyed: { failure: 'protocol' },
    state: 'unreachable',
    cause: 'right scheme',
  },
  {
    name: 'a cut connection',
    keyed: [{ failure: 'reset' }],
    unkeyed: { failure: 'reset' },
    state: 'unreachable',
    cause: 'If it demands a client certificate, set CLIENT_CERT_FILE',
  },
  {
    name: 'one failure among answers',
    keyed: [{ failure: 'reset' }, {}],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  {
    name: 'a throttle',
    keyed: [{ status: 429, throttled: true, body: '{"error":"Slow down"}' }],
    state: 'throttled',
    cause: 'lower PACE',
  },
  {
    name: 'a throttle of some requests',
    keyed: [{ status: 429, throttled: true, body: '{}' }, {}],
    state: 'nothing',
  },
  {
    name: 'a maintenance page',
    keyed: [{ status: 503, body: html }],
    unkeyed: { status: 503, body: html },
    state: 'maintenance',
  },
  {
    name: 'maintenance told as JSON',
    keyed: [{ status: 503, body: '{"error":"Under maintenance"}' }],
    unkeyed: { status: 503, body: '{"error":"Under maintenance"}' },
    state: 'maintenance',
  },
  {
    name: 'a gateway without its service',
    keyed: [{ status: 502, body: html }],
    unkeyed: { status: 504, body: html },
    state: 'unreachable',
    cause: 'A gateway answers',
  },
  {
    name: 'a rejected key',
    keyed: [unauthorized, unauthorized],
    unkeyed: unauthorized,
    state: 'key-rejected',
    cause: 'Storage tab',
  },
  {
    name: 'a key that is forbidden',
    keyed: [{ status: 403, body: '{"error":"Forbidden"}' }],
    unkeyed: unauthorized,
    state: 'key-rejected',
  },
  {
    name: 'a key that one way of presenting it lets in',
    keyed: [unauthorized, {}],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  {
    name: 'another site',
    keyed: [{ body: html }],
    unkeyed: { body: html },
    state: 'not-this-api',
    cause: 'the address before /api/v3',
  },
  {
    name: 'a site without these paths',
    keyed: [{ status: 404, body: html }],
    unkeyed: { status: 404, body: html },
    state: 'not-this-api',
  },
  {
    name: 'a redirect',
    keyed: [{ status: 301, body: '', headers: { location: 'https://new.example.org/' } }],
    unkeyed: { status: 301, body: '' },
    state: 'not-this-api',
    cause: 'It redirects to https://new.example.org/',
  },
  {
    name: 'a redirect to the path with a slash',
    keyed: [{ status: 301, body: '', headers: { location: '/api/v3/projects/' } }],
    unkeyed: { status: 301, body: '', headers: { location: '/api/v3/projects/' } },
    state: 'unknown',
    cause: 'TRAILING_SLASH=true',
  },
  {
    name: 'a redirect to the path with a slash, by its whole address',
    keyed: [
      { status: 308, body: '', headers: { location: 'https://reviews.example.org/api/v3/projects/?a=1' } },
    ],
    state: 'unknown',
    cause: 'TRAILING_SLASH=true',
  },
  {
    name: 'a redirect to the path with a slash at another host',
    keyed: [{ status: 301, body: '', headers: { location: 'https://new.example.org/api/v3/projects/' } }],
    state: 'not-this-api',
    cause: 'if that is the service, make https://new.example.org the BASE_URL.',
  },
  {
    name: 'a redirect to HTTPS, below a path',
    keyed: [
      { status: 301, body: '', headers: { location: 'https://reviews.example.org/app/api/v3/projects' } },
    ],
    state: 'not-this-api',
    cause: 'make https://reviews.example.org/app the BASE_URL.',
  },
  ...[
    '<center>The plain HTTP request was sent to HTTPS port</center>',
    'Client sent an HTTP request to an HTTPS server.',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
  ].map(
    (body): Case => ({
      name: `plain HTTP to a port of TLS, told as: ${body}`,
      keyed: [{ status: 400, body }],
      unkeyed: { status: 400, body },
      state: 'not-this-api',
      cause: 'The port speaks TLS: write https:// in BASE_URL.',
    }),
  ),
  {
    name: 'no client certificate, told by a proxy of the service',
    keyed: [{ status: 400, body: '<center>No required SSL certificate was sent</center>' }],
    state: 'not-this-api',
    cause: 'set CLIENT_CERT_FILE and CLIENT_KEY_FILE',
  },
  {
    name: 'a redirect to another path with a slash',
    keyed: [{ status: 302, body: '', headers: { location: '/login/' } }],
    state: 'not-this-api',
  },
  {
    name: 'one redirect to the path with a slash',
    keyed: [{ status: 301, body: '', headers: { location: '/api/v3/projects/' } }, {}],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  {
    name: 'this API with a list that is no JSON',
    keyed: [{ body: html }],
    unkeyed: unauthorized,
    state: 'nothing',
  },
  {
    name: 'a service that is broken everywhere',
    keyed: [{ status: 500, body: '{}' }],
    unkeyed: { status: 500, body: '{}' },
    state: 'nothing',
  },
];

for (const { name, keyed, unkeyed, state, cause } of cases) {
  test(`${name}: ${state}`, () => {
    const found = diagnose(
      baseUrl,
      keyed.map(exchangeWith),
      unkeyed === undefined ? [] : [exchangeWith({ request: { key: 'none' }, ...unkeyed })],
    );
    expect(found?.state ?? 'nothing').toBe(state);
    expect(found?.cause ?? '').toContain(cause ?? '');
    if (found !== undefined) expect(found.cause).toMatch(/^[A-Zh].*\.$/);
  });
}

test('nothing asked gives no diagnosis', () => {
  expect(diagnose(baseUrl, [], [])).toBeUndefined();
});

test.describe('a wrong prefix in BASE_URL behind a key that is checked first', () => {
  const lost = (body = '{"error":"No such path"}') => exchangeWith({ status: 404, body });
  const odd = lost();
  const refused = exchangeWith(unauthorized);

  test('is looked for where no path is found with a key, and the key is checked', () => {
    expect(mayHaveWrongPrefix([lost(), lost()], [refused])).toBe(true);
    expect(mayHaveWrongPrefix([lost(), lost()], [lost()])).toBe(false);
    expect(mayHaveWrongPrefix([lost(), exchangeWith({})], [refused])).toBe(false);
    expect(mayHaveWrongPrefix([lost()], [refused])).toBe(false);
  });

  test('is found where every path is answered like one that does not exist', () => {
    expect(diagnoseWrongPrefix(baseUrl, [lost(), lost()], odd)).toMatchObject({ state: 'not-this-api' });
    for (const other of [exchangeWith({}), lost('{"error":"No project is named"}'), refused]) {
      expect(diagnoseWrongPrefix(baseUrl, [lost(), lost(), other], odd)).toBeUndefined();
    }
    expect(diagnoseWrongPrefix(baseUrl, [], odd)).toBeUndefined();
  });

  test('is found though messages repeat the path', () => {
    const odder = {
      ...lost('{"error":"Cannot GET /app/api/v3/no_such_resource"}'),
      url: `${baseUrl}/app/api/v3/no_such_resource`,
    };
    const known = {
      ...lost('{"error":"Cannot GET /app/api/v3/projects"}'),
      url: `${baseUrl}/app/api/v3/projects`,
    };
    expect(diagnoseWrongPrefix(baseUrl, [known], odder)).toMatchObject({ state: 'not-this-api' });
  });
});
