import { expect, test } from '@playwright/test';
import type { Sent } from '../../../engine/http/sent.ts';
import { slow } from '../../support/long.ts';
import { whileOpen } from '../../support/serving.ts';
import { reported, withClient } from './client-tools.ts';
import { startHttp } from './servers.ts';

/** What is measured, and what is not, while this program is too busy to take an answer. */

/** Keeps this thread busy. */
function beBusy(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

/** Asks a server that answers after `slowMs`, while this program is busy for `busyMs` from the answer on. */
function ask({ slowMs = 0, busyMs = 0, timeoutMs = 15_000 }): Promise<Sent> {
  const server = startHttp((_request, response) => {
    response.once('finish', () => beBusy(busyMs));
    setTimeout(() => response.end('{}'), slowMs);
  });
  return whileOpen(server, ({ baseUrl }) => withClient({ baseUrl, timeoutMs }, ({ get }) => get('/a')));
}

test('times say how long this program was busy, if that falsifies them', async () => {
  const { lagMs = 0, phasesMs } = await ask({ busyMs: 300 });
  expect(lagMs).toBeGreaterThan(250);
  expect(lagMs).toBeLessThanOrEqual(phasesMs.total);
});

test('a delay of less than a tenth leaves the time of a slow answer as it is', slow, async () => {
  const { lagMs, phasesMs } = await ask({ slowMs: 2_000, busyMs: 80 });
  // On a machine that is overloaded itself, more is lost.
  if (lagMs !== undefined) expect(lagMs).toBeGreaterThan(phasesMs.total * 0.1);
  expect(phasesMs.total).toBeGreaterThan(1_990);
});

test('an answer that came in time is no time-out, however late this program takes it', async () => {
  const sent = await ask({ busyMs: 900, timeoutMs: 500 });
  expect(reported(sent)).toBe('200 {}');
  expect(sent.lagMs).toBeGreaterThan(500);
});

test('an answer that does not come is a time-out, also where this program was busy', async () => {
  const sent = await ask({ slowMs: 60_000, timeoutMs: 300 });
  expect(reported(sent)).toBe('timeout: no complete answer came within 0.3 s');
});
