import { expect, test } from '@playwright/test';
import { isLoopback } from '../../../monitor/configuration/access.ts';
import { isOpenToNetwork } from '../../../monitor/configuration/monitor-block.ts';
import { readServiceSettings } from '../../../monitor/index.ts';
import { askRaw } from '../support/ask-raw.ts';
import { operatorToken, withMonitoring } from '../support/monitoring.ts';

/** Sends a request with this Host header. */
function askAs(monitorUrl: string, host: string, path: string, method = 'GET'): ReturnType<typeof askRaw> {
  return askRaw(new URL(path, monitorUrl), {
    method,
    headers: { host, authorization: `Bearer ${operatorToken}` },
  });
}

const service = {
  publicUrl: 'https://Monitor.Example/evidence',
  allowedHosts: ['monitor', '*.internal.example', '10.9.8.7'],
};
const allowed = [
  'localhost',
  'LOCALHOST:9470',
  '127.0.0.1:9470',
  '[::1]:9470',
  'monitor.example',
  'monitor.example.:443',
  'monitor:9470',
  'a.internal.example',
  'b.a.internal.example:80',
  // DNS rebinding needs a name: a browser with an IP address in its URL always connects to that machine.
  '10.1.2.3:9470',
  '[2001:db8::1]:9470',
];
const refused = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'internal.example',
  'evilinternal.example',
  'monitor@evil.example',
  'monitor:9470:1',
  '999.1.1.1',
  '[::1',
];
const paths = ['/', '/metrics', '/probe?target=alpha', '/assets/base.css', '/no-such-page'];

test('requests with an unknown Host header get 421 and a hint, except those to /healthz and /readyz', async () => {
  await withMonitoring({ service }, async ({ monitor, asked }) => {
    for (const host of allowed) {
      expect((await askAs(monitor.url, host, '/api/v1/installations')).status, host).toBe(200);
    }
    for (const host of refused) {
      const { status, text } = await askAs(monitor.url, host, '/api/v1/installations');
      expect(status, host).toBe(421);
      expect(text, host).not.toContain('alpha');
      for (const path of ['/healthz', '/readyz'])
        expect((await askAs(monitor.url, host, path)).status, `${host} ${path}`).toBe(200);
    }
    for (const path of paths) {
      const { status, text } = await askAs(monitor.url, 'evil.example', path);
      expect(status, path).toBe(421);
      expect(text, path).toContain('Add the name to ALLOWED_HOSTS');
      expect(text, path).not.toContain('evil');
    }
    for (const path of ['/-/reload', '/api/v1/installations/alpha/run', '/installations/alpha/run'])
      expect((await askAs(monitor.url, 'evil.example', path, 'POST')).status, path).toBe(421);
    expect(asked()).toBe(0);
  });
});

test('a host counts as loopback only if the whole address or name is one', () => {
  const loopback = ['127.0.0.1', '127.8.8.8', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'a.localhost'];
  const others = [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '::ffff:10.0.0.1',
    'localhost.example',
    '127.evil.example',
    '',
  ];
  for (const host of loopback) expect(isLoopback(host), host).toBe(true);
  for (const host of others) expect(isLoopback(host), host).toBe(false);
});

test('listening on the network without a read token is reported in the log and on every page', async () => {
  const host = '0.0.0.0';
  await withMonitoring({ service: { host } }, async ({ monitor, get, log }) => {
    expect(log()).toContain('Everybody who reaches this monitor through the network can read it.');
    const { port } = new URL(monitor.url);
    for (const path of ['/', '/installations/alpha', '/actions', '/no-such-page']) {
      const { text } = await get(`http://127.0.0.1:${port}${path}`);
      expect(text, path).toContain('Set MONITOR_READ_TOKEN or MONITOR_BASIC_AUTH');
    }
  });
});

test('reading is open to the network unless a read token, a password or a loopback host is set', () => {
  const read = (variables: Record<string, string>): boolean =>
    isOpenToNetwork(readServiceSettings({ HOST: '0.0.0.0', ...variables }, '/somewhere'));
  expect(read({})).toBe(true);
  expect(read({ MONITOR_TOKEN: operatorToken })).toBe(true);
  expect(read({ MONITOR_READ_TOKEN: 'reader-token-for-tests' })).toBe(false);
  expect(read({ MONITOR_BASIC_AUTH: 'ann:correct horse' })).toBe(false);
  expect(read({ HOST: '127.0.0.1' })).toBe(false);
});
