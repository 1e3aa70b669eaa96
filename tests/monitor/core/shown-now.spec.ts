import { expect, test } from '@playwright/test';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import { withMonitoring } from '../support/monitoring.ts';

const minuteMs = 60_000;

test('a state that no run has confirmed for three intervals is unknown in the API, on pages and in badges', async () => {
  const service = { statusPage: [{ name: 'alpha', publicName: 'Service' }] };
  await withMonitoring({ service }, async ({ get, nextRun, monitor, clock }) => {
    await nextRun();
    await nextRun();
    const target = monitor.fleet.get('alpha');
    const endedMs = target?.recent.at(-1)?.finishedMs ?? Number.NaN;
    // Its runs no longer begin, as in an overloaded monitor.
    await target?.scheduler.stop();
    const shown = async (): Promise<string | undefined> =>
      (await get('/api/v1/installations')).json().installations?.[0]?.state;
    // Three intervals of 10 minutes, plus the 2 minutes that a run may take.
    await clock.moveTo(endedMs + 31 * minuteMs);
    expect(await shown()).toBe('conforming');
    await clock.moveTo(endedMs + 33 * minuteMs);
    expect(await shown()).toBe('unknown');
    const since = new Date(endedMs).toISOString().slice(0, 16).replace('T', ' ');
    const { text } = await get('/installations/alpha');
    expect(text).toContain(`Not known since ${since} UTC, when it was conforming: no run has ended`);
    expect(text).toContain('No run of 1 of 1 installations has ended for three intervals');
    expect((await get('/?view=wall')).text).toContain('Unknown');
    expect((await get('/')).text).toContain(`Not known since ${since} UTC`);
    expect((await get('/status')).text).toContain('Service: not known.');
    expect((await get('/badges/Service/state.svg')).text).toContain('>not known<');
  });
});

test(
  'a state becomes unknown after three intervals of runs that could not judge anything',
  slow,
  async () => {
    let redirects = false;
    const refusing: ResponseTransform = {
      before: (request, response) => {
        if (redirects) response.redirect(301, `${request.path}/`);
        else response.status(429).json({ error: 'Not now.' });
      },
    };
    await withMonitoring({ transforms: [refusing] }, async ({ get, nextRun }) => {
      const shown = async () => (await get('/api/v1/installations')).json().installations?.[0];
      await nextRun();
      expect(await shown()).toMatchObject({ state: 'throttled' });
      redirects = true;
      await nextRun();
      expect(await shown()).toMatchObject({ state: 'throttled' });
      for (let run = 0; run < 3; run += 1) await nextRun();
      expect(await shown()).toMatchObject({
        state: 'unknown',
        cause: expect.stringMatching(
          /^Not known since .*, when it was throttled: no run since then could judge anything\. .*redirect/,
        ),
      });
    });
  },
);
