import { expect, test } from '@playwright/test';
import { Secret } from '../../engine/secret.ts';
import type { ServiceSettings } from '../../monitor/index.ts';
import { withMonitoring } from '../monitor/support/monitoring.ts';

const read = { token: new Secret('token-of-readers-alone') };
/** After this many wrong tokens from one address the answer is 429. */
const limit = 60;

/** The claim of a client, the client's address as the outer proxy adds it, and that proxy as the inner one does. */
const through = (claimed: string, client: string): string =>
  [...(claimed === '' ? [] : [claimed]), client, '10.0.0.3'].join(', ');

const chains: readonly (readonly [string, ServiceSettings['trustProxy']])[] = [
  ['by their number', 2],
  ['by their addresses', ['loopback', '10.0.0.0/8']],
];
for (const [how, trustProxy] of chains) {
  test(`behind two proxies, given to TRUST_PROXY ${how}, wrong tokens count by client, even with forged headers`, async () => {
    await withMonitoring({ service: { trustProxy, read } }, async ({ get }) => {
      const guess = async (claimed: string, client: string): Promise<number> =>
        (
          await get('/metrics', {
            authorization: 'Bearer a-wrong-token',
            'x-forwarded-for': through(claimed, client),
          })
        ).status;
      // Each request claims another address, or that of a proxy.
      const claims = (index: number): string =>
        ['', `192.0.2.${index}`, '10.0.0.3', '127.0.0.1', 'no address'][index % 5] ?? '';
      const statuses: number[] = [];
      for (let index = 0; index <= limit; index += 1)
        statuses.push(await guess(claims(index), '198.51.100.7'));
      expect(statuses.slice(0, limit)).toEqual(Array(limit).fill(401));
      expect(statuses.at(-1)).toBe(429);
      // No one else is locked out: neither another client, nor a claimed address, nor a proxy.
      expect(await guess('', '198.51.100.8')).toBe(401);
      expect(await guess('198.51.100.7', '192.0.2.1')).toBe(401);
      expect((await get('/metrics', { authorization: 'Bearer a-wrong-token' })).status).toBe(401);
      expect(
        (
          await get('/metrics', {
            authorization: 'Bearer token-of-readers-alone',
            'x-forwarded-for': through('', '198.51.100.7'),
          })
        ).status,
      ).toBe(200);
    });
  });
}

test('overlong and malformed forwarded addresses are answered with 401 and cause no exception', async () => {
  await withMonitoring({ service: { trustProxy: 2, read } }, async ({ get, log }) => {
    for (const claimed of [
      'x'.repeat(8_000),
      '::'.repeat(2_000),
      ', '.repeat(2_000),
      '\u00ff\u00fe',
      '[::1',
      '::ffff:999.1.1.1',
    ]) {
      const { status } = await get('/metrics', { authorization: 'Bearer wrong', 'x-forwarded-for': claimed });
      expect(status, claimed.slice(0, 20)).toBe(401);
    }
    expect(log()).not.toContain('could not be answered');
  });
});
