import { createServer, type IncomingMessage } from 'node:http';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { Secret } from '../../engine/secret.ts';
import { serve, whileOpen } from '../support/serving.ts';
import { installationAt } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

interface ForeignAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Foreign {
  readonly name: string;
  readonly answerTo: (request: IncomingMessage) => ForeignAnswer;
  readonly state: string;
  /** The expected cause. */
  readonly cause: RegExp;
}

const key = 'a-key-of-a-foreign-service-27';
const json = (status: number, value: unknown): ForeignAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
const html = (status: number, title: string): ForeignAnswer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><title>${title}</title><h1>${title}</h1>`,
});
const unauthorized = { error: 'Unauthorized' };
const isKeyed = ({ headers, url }: IncomingMessage): boolean =>
  headers.authorization === `Bearer ${key}` || url?.includes(`api_key=${key}`) === true;
const always = (answer: ForeignAnswer) => () => answer;
const at = (request: IncomingMessage, path: string): boolean => request.url?.startsWith(path) === true;

/** Installations that are older, misconfigured, or another service. */
const foreigners: readonly Foreign[] = [
  {
    name: 'a web site',
    answerTo: always(html(200, 'Welcome')),
    state: 'not-this-api',
    cause: /gives the same answer to every request, with and without a key: .* Check BASE_URL/,
  },
  {
    name: 'a web site that answers 404 with a page',
    answerTo: always(html(404, 'Not Found')),
    state: 'not-this-api',
    cause: /status 404 .* Check BASE_URL/,
  },
  {
    name: 'an API with other routes',
    answerTo: (request) => (at(request, '/rest/') ? json(200, []) : json(404, { message: 'Not Found' })),
    state: 'not-this-api',
    cause: /status 404/,
  },
  {
    name: 'an older version with /api/v2 only',
    answerTo: (request) =>
      at(request, '/api/v2/') ? json(200, { projects: [] }) : json(404, { error: 'No route matches.' }),
    state: 'not-this-api',
    cause: /"No route matches\."/,
  },
  {
    name: 'a service that says ok to everything',
    answerTo: always(json(200, { status: 'ok' })),
    state: 'not-this-api',
    cause: /same answer to every request/,
  },
  {
    name: 'a GraphQL endpoint',
    answerTo: always(json(400, { errors: [{ message: 'Must provide query string.' }] })),
    state: 'not-this-api',
    cause: /status 400/,
  },
  {
    name: 'a service that accepts only POST',
    answerTo: always(json(405, { error: 'Method Not Allowed' })),
    state: 'not-this-api',
    cause: /status 405/,
  },
  {
    name: 'a service whose paths end in a slash',
    answerTo: (request) => ({ status: 301, headers: { location: `${request.url?.split('?')[0]}/` } }),
    state: 'unknown',
    cause: /redirects to the same path with a slash at its end, .* TRAILING_SLASH=true asks/,
  },
  {
    name: 'a service whose paths end in a slash, behind a proxy that speaks HTTPS',
    answerTo: (request) => ({
      status: 308,
      headers: { location: `http://127.0.0.1:8000${request.url?.split('?')[0]}/` },
    }),
    state: 'unknown',
    cause: /TRAILING_SLASH/,
  },
  {
    name: 'this API behind a prefix that BASE_URL lacks, which checks the key first',
    answerTo: (request) =>
      isKeyed(request) ? json(404, { error: `No route for ${request.url}` }) : json(401, unauthorized),
    state: 'not-this-api',
    cause: /does not answer as this API at any of 8 documented paths, .* Check BASE_URL/,
  },
  {
    name: 'this API in a framework that answers an unknown route with a page',
    answerTo: (request) => (isKeyed(request) ? html(404, 'Not Found') : json(401, unauthorized)),
    state: 'not-this-api',
    cause: /does not answer as this API at any of 8 documented paths/,
  },
  {
    name: 'a single sign-on in front of everything',
    answerTo: always({ status: 302, headers: { location: 'https://sign-on.example/login' } }),
    state: 'not-this-api',
    cause: /302 .*to https:\/\/sign-on\.example\/login/,
  },
  {
    name: 'the same service, with a redirect to HTTPS',
    answerTo: (request) => ({ status: 301, headers: { location: `https://evidence.example${request.url}` } }),
    state: 'not-this-api',
    cause: /make https:\/\/evidence\.example the BASE_URL/,
  },
  {
    name: 'a service that answers every request with an empty 204',
    answerTo: always({ status: 204 }),
    state: 'not-this-api',
    cause: /status 204/,
  },
  {
    name: 'a service that expects the key in the header api-key',
    answerTo: ({ headers }) =>
      headers['api-key'] === key ? json(200, []) : json(401, { error: 'Unauthorized' }),
    state: 'key-rejected',
    cause: /refuses the configured key in the header and in the query/,
  },
  {
    name: 'a proxy that demands a password',
    answerTo: always({ ...html(401, 'Authorization Required'), headers: { 'www-authenticate': 'Basic' } }),
    state: 'key-rejected',
    cause: /status 401/,
  },
  {
    name: 'a rate limiter that throttles everything in plain text',
    answerTo: always({ status: 429, type: 'text/plain', body: 'Too Many Requests' }),
    state: 'throttled',
    cause: /throttle|asks to wait/,
  },
  {
    name: 'a maintenance page',
    answerTo: always(html(503, 'Down for maintenance')),
    // Only an announced window counts as maintenance.
    state: 'unreachable',
    cause: /the service behind it does not: .* with a page that says .*; announce a maintenance window/,
  },
  {
    name: 'a gateway without the service behind it',
    answerTo: always(html(502, 'Bad Gateway')),
    state: 'unreachable',
    cause: /the service behind it does not: .* status 502/,
  },
];

test.describe('a foreign installation gets its state and one cause, with no alarm and at most 17 requests', () => {
  for (const { name, answerTo, state, cause } of foreigners) {
    test(name, async ({ bodies }) => {
      let requests = 0;
      const server = createServer((request, response) => {
        requests += 1;
        const { status, type, body, headers } = answerTo(request);
        response.writeHead(status, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
        response.end(body);
      });
      const { record } = await whileOpen(serve(server), ({ baseUrl }) => {
        const installation = { ...installationAt(baseUrl, new Secret(key)), deadlineMs: 6_000 };
        return runInstallation(installation, { tier: 'full', bodies });
      });
      expect(record.state, record.cause).toBe(state);
      expect(record.cause).toMatch(cause);
      const alarms = record.verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
      expect(alarms).toEqual([]);
      expect(record.coverage).toBe(0);
      // Two with the key and one without, then the documented paths with the key both ways.
      expect(requests).toBeLessThanOrEqual(17);
    });
  }
});
