import { expect, test } from '@playwright/test';
import { metricNames } from '../../../monitor/metrics/names.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import {
  type Monitoring,
  type MonitoringSettings,
  operatorToken,
  seriesValue,
  withMonitoring,
} from '../support/monitoring.ts';

const path = '/api/v1/installations/alpha';

/** The baseline of an installation in the JSON API. */
interface BaselineAnswer {
  readonly drift: number;
  readonly baselineSince?: string;
  readonly notes: readonly { readonly at: string; readonly message: string }[];
  readonly accepted?: number;
}

/** An installation with an upgrade that makes its answers cacheable, which the document leaves open. */
async function withUpgrade(
  settings: MonitoringSettings,
  work: (monitoring: Monitoring, upgrade: () => void) => Promise<void>,
): Promise<void> {
  let isNew = false;
  const caching: ResponseTransform = {
    transformAnswer: (answer) =>
      isNew ? { ...answer, headers: { ...answer.headers, 'cache-control': 'private' } } : answer,
  };
  await withMonitoring({ ...settings, transforms: [caching] }, (monitoring) =>
    work(monitoring, () => {
      isNew = true;
    }),
  );
}

async function baselineOf({ get }: Monitoring): Promise<BaselineAnswer> {
  return JSON.parse((await get(path)).text) as BaselineAnswer;
}

async function driftMetric({ get }: Monitoring): Promise<number | undefined> {
  return seriesValue((await get('/metrics')).text, metricNames.drift.name, { installation: 'alpha' });
}

test(
  'accepting the observations as the baseline resets the drift, is recorded and shown, and survives a restart',
  slow,
  async () => {
    await withUpgrade({}, async (monitoring, upgrade) => {
      const { nextRun, post, get, clock, monitor, folder } = monitoring;
      // The engine takes the end of a run from the system clock.
      const startMs = Date.now();
      await nextRun();
      const first = await baselineOf(monitoring);
      expect(first.drift).toBe(0);
      expect(Date.parse(first.baselineSince ?? '')).toBeGreaterThanOrEqual(startMs);
      expect((await get('/installations/alpha')).text).not.toContain('Accept as baseline');

      upgrade();
      await nextRun();
      const { drift } = await baselineOf(monitoring);
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
      const after = await baselineOf(monitoring);
      expect(after).toMatchObject({ drift: 0, baselineSince: acceptedAt, notes: [{ at: acceptedAt }] });
      expect(after.notes[0]?.message).toContain('GAP-CACHING at GET /api/v3/projects');
      expect(await driftMetric(monitoring)).toBe(0);
      const page = (await get('/installations/alpha')).text;
      expect(page).toContain('Baseline of ');
      expect(page).toContain('The operator accepted what is observed as the new baseline.');
      expect(page).not.toContain('differ from the baseline');

      // The accepted observations stay the baseline, and the former ones are now the drift.
      await nextRun();
      expect((await baselineOf(monitoring)).drift).toBe(0);
      await monitor.close();
      await withUpgrade({ folder }, async (again) => {
        const remembered = await baselineOf(again);
        expect(remembered).toMatchObject({
          drift: 0,
          baselineSince: acceptedAt,
          notes: [{ at: acceptedAt }],
        });
        await again.nextRun();
        expect((await baselineOf(again)).drift).toBe(drift);
      });
    });
  },
);

test('accepting a baseline without drift changes nothing; after a restart the metric shows drift, and a form accepts it', async () => {
  await withUpgrade({}, async (monitoring, upgrade) => {
    await monitoring.nextRun();
    const { baselineSince } = await baselineOf(monitoring);
    await monitoring.clock.moveTo(monitoring.clock.nowMs() + 1_000);
    const { text } = await monitoring.post(`${path}/baseline`, {}, operatorToken);
    expect(JSON.parse(text)).toEqual({ installation: 'alpha', accepted: 0, baselineSince });
    expect(await baselineOf(monitoring)).toMatchObject({ baselineSince, notes: [] });
    upgrade();
    await monitoring.nextRun();
    const { drift } = await baselineOf(monitoring);
    expect(drift).toBeGreaterThan(0);
    await monitoring.monitor.close();
    await withUpgrade({ folder: monitoring.folder }, async (again) => {
      expect(await driftMetric(again)).toBe(drift);
      // The form needs the operator token, and confirms the result.
      const form = '/installations/alpha/baseline';
      expect((await again.submit(form, { token: 'no-such-token' })).status).toBe(401);
      expect((await baselineOf(again)).drift).toBe(drift);
      const { status, headers } = await again.submit(form);
      expect(status).toBe(303);
      expect((await again.get(headers.get('location') ?? '')).text).toContain(
        'What is observed now is the baseline.',
      );
      expect((await baselineOf(again)).drift).toBe(0);
      const refused = await again.submit(form);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain('Nothing differs from the baseline');
    });
  });
});
