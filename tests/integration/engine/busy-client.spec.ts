import { expect, test } from '@playwright/test';
import type { Sent } from '../../../engine/http/sent.ts';
import { slow } from '../../support/long.ts';
import { whileOpen } from '../../support/serving.ts';
import { reported, withClient } from './client-tools.ts';
import { startHttp } from './servers.ts';

/** What the client measures while the event loop is blocked and answers have to wait. */

/** Blocks the event loop. */
function beBusy(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

/** Asks a server that answers after `slowMs` and then blocks the event loop for `busyMs`. */
function ask({ slowMs = 0, busyMs = 0, timeoutMs = 15_000 }): Promise<Sent> {
  const server = startHttp((_request, response) => {
    response.once('finish', () => beBusy(busyMs));
    setTimeout(() => response.end('{}'), slowMs);
  });
  return whileOpen(server, ({ baseUrl }) => withClient({ baseUrl, timeoutMs }, ({ get }) => get('/a')));
}

test('an exchange records how long the event loop was blocked if that falsifies its times', async () => {
  const { lagMs = 0, phasesMs } = await ask({ busyMs: 300 });
  expect(lagMs).toBeGreaterThan(250);
  expect(lagMs).toBeLessThanOrEqual(phasesMs.total);
});

test('no lag is recorded for a slow answer if it is less than a tenth of its time', slow, async () => {
  const { lagMs, phasesMs } = await ask({ slowMs: 2_000, busyMs: 80 });
  // On an overloaded machine, more is lost.
  if (lagMs !== undefined) expect(lagMs).toBeGreaterThan(phasesMs.total * 0.1);
  expect(phasesMs.total).toBeGreaterThan(1_990);
});

test('an answer that arrives in time is not a timeout, even if a blocked event loop reads it too late', async () => {
  const sent = await ask({ busyMs: 900, timeoutMs: 500 });
  expect(reported(sent)).toBe('200 {}');
  expect(sent.lagMs).toBeGreaterThan(500);
});

test('an answer that does not come is a timeout', async () => {
  const sent = await ask({ slowMs: 60_000, timeoutMs: 300 });
  expect(reported(sent)).toBe('timeout: no complete answer came within 0.3 s');
});
