import { expect, test } from '@playwright/test';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { configurationOf, installationOf, withMonitoring } from '../support/monitoring.ts';

test('a pulse runs and counts during a long full run, also after a reload', slow, async () => {
  const release: (() => void)[] = [];
  let isSlow = false;
  const slow = {
    before: ({ path }: { readonly path: string }, _response: unknown, next: () => void) =>
      isSlow && path.includes('citations') ? void release.push(next) : next(),
  };
  const block = { schedule: { pulse: '1m', standard: 'off', full: '10m' } };
  const installation = { pace: { perSecond: 'off', concurrency: 64 } } as const;
  await withMonitoring({ block, installation, transforms: [slow] }, async (monitoring) => {
    const { monitor, clock, settle, reload, reference } = monitoring;
    const target = monitor.fleet.get('alpha');
    const underWay = (): unknown => target?.scheduler.underWay();
    isSlow = true;
    for (let minute = 0; minute < 11 && underWay() !== 'full'; minute += 1) {
      await clock.moveTo(clock.nowMs() + 60_000);
      if (underWay() !== 'full') await settle();
    }
    expect(underWay()).toBe('full');
    await expect.poll(() => release.length, often).toBeGreaterThan(0);
    const next = configurationOf({ ...installationOf(reference), ...installation }, block);
    expect((await reload(next)).status).toBe(200);
    const before = target?.recent.length ?? 0;
    await clock.moveTo(clock.nowMs() + 121_000);
    await expect.poll(() => target?.recent.length, often).toBeGreaterThan(before);
    expect(target?.recent.at(-1)).toMatchObject({ tier: 'pulse', state: 'conforming', countsAs: 'up' });
    expect(target?.running?.tier).toBe('full');
    isSlow = false;
    for (const next of release) next();
    await settle();
    expect(target?.running).toBeUndefined();
    expect(target?.recent.at(-1)).toMatchObject({ tier: 'full', state: 'conforming' });
  });
});
