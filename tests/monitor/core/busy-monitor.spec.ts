import { expect, test } from '@playwright/test';
import type { Request, Response } from 'express';
import { slow } from '../../support/long.ts';
import { seriesValue, withMonitoring } from '../support/monitoring.ts';

/** Blocks this thread, as other work of an overloaded monitor does. */
function beBusy(forMs: number): void {
  const untilMs = performance.now() + forMs;
  while (performance.now() < untilMs);
}

test('a busy monitor does not count its own delay as response time of the installation', slow, async () => {
  let isBusy = true;
  const busy = {
    before: (_request: Request, response: Response, next: () => void) => {
      // The answer has been sent by then.
      response.once('finish', () => isBusy && beBusy(200));
      next();
    },
  };
  const labels = { installation: 'alpha' };
  const name = 'evidence_contract_request_duration_seconds_count';
  await withMonitoring({ transforms: [busy] }, async ({ monitor, nextRun, get }) => {
    await nextRun();
    const busyRun = monitor.fleet.get('alpha')?.recent.at(-1);
    expect(busyRun).toMatchObject({ state: 'conforming' });
    expect(busyRun?.p95Ms).toBeUndefined();
    expect(busyRun?.medianMs).toBeUndefined();
    const { text } = await get('/metrics');
    expect(seriesValue(text, name, labels)).toBe(0);
    const requests = seriesValue(text, 'evidence_contract_requests_total', labels);
    expect(requests).toBeGreaterThan(10);
    expect(seriesValue(text, 'evidence_contract_untimed_requests_total', {})).toBe(requests);
    const page = await get(`/runs/${busyRun?.id}`);
    expect(page.text).toContain('the monitor was busy for');
    const { text: details } = await get('/metrics?installation=alpha');
    expect(seriesValue(details, 'evidence_contract_endpoint_duration_seconds', labels)).toBeUndefined();

    isBusy = false;
    await nextRun();
    expect(monitor.fleet.get('alpha')?.recent.at(-1)?.p95Ms).toBeGreaterThan(0);
    expect(seriesValue((await get('/metrics')).text, name, labels)).toBeGreaterThan(0);
  });
});
