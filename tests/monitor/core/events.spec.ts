import { expect, test } from '@playwright/test';
import type { MonitorConfiguration } from '../../../monitor/configuration/monitor-configuration.ts';
import { often } from '../../support/often.ts';
import { configurationOf, installationOf, withMonitoring } from '../support/monitoring.ts';

/** Opens the event stream, and collects its text. */
async function listen(url: string) {
  const ending = new AbortController();
  const response = await fetch(new URL('/events', url), { signal: ending.signal });
  let heard = '';
  let end: 'whole' | 'cut' | undefined;
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? []) heard += decoder.decode(piece as Uint8Array);
      end = 'whole';
    } catch {
      end = 'cut';
    }
  })();
  return {
    response,
    heard: () => heard,
    /** Its end: `whole` if the monitor ended the response, `cut` if the connection broke. */
    end: () => end,
    hasEnded: () => end !== undefined,
    async close() {
      ending.abort();
      await reading;
    },
  };
}

test('the event stream sends beats, the names of changed installations and removals, and ends cleanly when the monitor stops', async () => {
  await withMonitoring({}, async ({ monitor, nextRun, reload, reference }) => {
    const stream = await listen(monitor.url);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await expect.poll(stream.heard, often).toContain('event: beat');
    expect(stream.heard()).not.toContain('event: change');
    await nextRun();
    await expect.poll(stream.heard, often).toMatch(/event: change\ndata: \["[^"]+"\]\n\n/);
    const [alpha, beta] = ['alpha', 'beta'].map((name) =>
      configurationOf(installationOf(reference, { name })),
    ) as [MonitorConfiguration, MonitorConfiguration];
    await reload({ ...alpha, installations: [...alpha.installations, ...beta.installations] });
    await expect.poll(stream.heard, often).toMatch(/data: \[[^\]]*"beta"/);
    // A page of a removed installation has to look again as well.
    await reload(alpha);
    await expect.poll(stream.heard, often).toContain('data: []');
    // Open streams do not prevent a stop: responses that are still open in the end would be cut off.
    await monitor.close();
    await expect.poll(stream.end, often).toBe('whole');
  });
});

test('at the connection limit, the oldest event stream is closed to make room for a request', async () => {
  await withMonitoring({ service: { connectionsPerAddress: 3 } }, async ({ monitor, get }) => {
    const streams = [await listen(monitor.url), await listen(monitor.url), await listen(monitor.url)];
    expect((await get('/healthz')).status).toBe(200);
    await expect.poll(() => streams.map((one) => one.hasEnded()), often).toEqual([true, false, false]);
    await Promise.all(streams.map((one) => one.close()));
  });
});

const accepts: readonly (readonly [path: string, accept: string, type: string])[] = [
  ['/%00', 'text/html,application/xhtml+xml', 'text/html; charset=utf-8'],
  ['/%00', 'application/json', 'application/json; charset=utf-8'],
  ['/%00', '*/*', 'application/json; charset=utf-8'],
  ['/api/v1/none', 'text/html,application/xhtml+xml', 'application/json; charset=utf-8'],
];

test('an error is HTML for a browser and JSON for a script; an error of the API is always JSON', async () => {
  await withMonitoring({}, async ({ get }) => {
    for (const [path, accept, type] of accepts) {
      const { headers, text } = await get(path, { accept });
      expect(headers.get('content-type'), `${path} ${accept}`).toBe(type);
      expect(text).toMatch(/character that no name has|no such address/);
    }
  });
});
