import { expect, test } from '@playwright/test';
import { metricNames } from '../../../monitor/metrics/names.ts';
import type { Behaviour } from '../../../reference-server/index.ts';
import {
  type Monitoring,
  type MonitoringSettings,
  operatorToken,
  seriesValue,
  withMonitoring,
} from '../support/monitoring.ts';

const path = '/api/v1/installations/alpha';

/** What the JSON API reports of an installation's baseline. */
interface Told {
  readonly drift: number;
  readonly baselineSince?: string;
  readonly notes: readonly { readonly at: string; readonly message: string }[];
  readonly accepted?: number;
}

/** An installation that can be upgraded: it then allows its answers to be kept, which the document leaves open. */
async function withUpgrade(
  settings: MonitoringSettings,
  work: (monitoring: Monitoring, upgrade: () => void) => Promise<void>,
): Promise<void> {
  let isNew = false;
  const caching: Behaviour = {
    transformAnswer: (answer) =>
      isNew ? { ...answer, headers: { ...answer.headers, 'cache-control': 'private' } } : answer,
  };
  await withMonitoring({ ...settings, behaviours: [caching] }, (monitoring) =>
    work(monitoring, () => {
      isNew = true;
    }),
  );
}

async function told({ get }: Monitoring): Promise<Told> {
  return JSON.parse((await get(path)).text) as Told;
}

async function driftMetric({ get }: Monitoring): Promise<number | undefined> {
  return seriesValue((await get('/metrics')).text, metricNames.drift.name, { installation: 'alpha' });
}

test('the operator makes what is observed the baseline: noted, shown, counted, and remembered', async () => {
  await withUpgrade({}, async (monitoring, upgrade) => {
    const { nextRun, post, get, clock, monitor, folder } = monitoring;
    const startMs = clock.nowMs();
    await nextRun();
    const first = await told(monitoring);
    expect(first.drift).toBe(0);
    expect(Date.parse(first.baselineSince ?? '')).toBeGreaterThanOrEqual(startMs);
    expect((await get('/installations/alpha')).text).not.toContain('Accept as baseline');

    upgrade();
    await nextRun();
    const { drift } = await told(monitoring);
    expect(drift).toBeGreaterThan(0);
    expect(await driftMetric(monitoring)).toBe(drift);
    expect((await get('/installations/alpha')).text).toContain('Accept as baseline');

    const done = await post(`${path}/baseline`, {}, operatorToken);
    const acceptedAt = new Date(clock.nowMs()).toISOString();
    expect(JSON.parse(done.text)).toEqual({
      installation: 'alpha',
      accepted: drift,
      baselineSince: acceptedAt,
    });
    const after = await told(monitoring);
    expect(after).toMatchObject({ drift: 0, baselineSince: acceptedAt, notes: [{ at: acceptedAt }] });
    expect(after.notes[0]?.message).toContain('GAP-CACHING at GET /api/v3/projects');
    expect(await driftMetric(monitoring)).toBe(0);
    const page = (await get('/installations/alpha')).text;
    expect(page).toContain('The baseline has held since');
    expect(page).toContain('The operator accepted what is observed as the new baseline.');
    expect(page).not.toContain('differ from the baseline');

    // What is accepted stays so, and what it was before is now the drift.
    await nextRun();
    expect((await told(monitoring)).drift).toBe(0);
    await monitor.close();
    await withUpgrade({ folder }, async (again) => {
      const remembered = await told(again);
      expect(remembered).toMatchObject({ drift: 0, baselineSince: acceptedAt, notes: [{ at: acceptedAt }] });
      await again.nextRun();
      expect((await told(again)).drift).toBe(drift);
    });
  });
});

test('drift is in the metrics from the start after a restart', async () => {
  await withUpgrade({}, async (monitoring, upgrade) => {
    await monitoring.nextRun();
    upgrade();
    await monitoring.nextRun();
    const { drift } = await told(monitoring);
    expect(drift).toBeGreaterThan(0);
    await monitoring.monitor.close();
    await withUpgrade({ folder: monitoring.folder }, async (again) => {
      expect(await driftMetric(again)).toBe(drift);
    });
  });
});

test('accepting a baseline from which nothing differs changes and notes nothing', async () => {
  await withUpgrade({}, async (monitoring) => {
    await monitoring.nextRun();
    const { baselineSince } = await told(monitoring);
    await monitoring.clock.moveTo(monitoring.clock.nowMs() + 1_000);
    const { text } = await monitoring.post(`${path}/baseline`, {}, operatorToken);
    expect(JSON.parse(text)).toEqual({ installation: 'alpha', accepted: 0, baselineSince });
    expect(await told(monitoring)).toMatchObject({ baselineSince, notes: [] });
  });
});

test('the form of the page needs the CSRF token and the operator token, and says what it did', async () => {
  await withUpgrade({}, async (monitoring, upgrade) => {
    const { nextRun, get, monitor } = monitoring;
    await nextRun();
    upgrade();
    await nextRun();
    const { drift } = await told(monitoring);
    const page = await get('/installations/alpha');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const send = (fields: Record<string, string>): Promise<Response> =>
      fetch(new URL('/installations/alpha/baseline', monitor.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers: { cookie },
      });
    expect((await send({ csrf: 'x', token: operatorToken })).status).toBe(403);
    expect((await send({ csrf, token: 'no-such-token' })).status).toBe(401);
    expect((await told(monitoring)).drift).toBe(drift);
    const done = await send({ csrf, token: operatorToken });
    expect(done.status).toBe(303);
    expect((await get(done.headers.get('location') ?? '')).text).toContain(
      'What is observed now is the baseline.',
    );
    expect((await told(monitoring)).drift).toBe(0);
    const again = await send({ csrf, token: operatorToken });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('Nothing differs from the baseline');
  });
});
