import { expect, test } from '@playwright/test';
import { suiteVersion } from '../../../engine/version.ts';
import { metricNames } from '../../../monitor/metrics/names.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { slow } from '../../support/long.ts';
import { type FakeClock, makeFakeClock } from '../support/fake-clock.ts';
import { seriesValue, withMonitoring } from '../support/monitoring.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 2, 10);

/** A run that takes simulated time and finds everything well; remembers what ran when. */
function simulated(
  clock: FakeClock,
  runs: { readonly tier: string; readonly fromMs: number; readonly toMs: number }[],
): RunExecutor {
  return async (installation, { tier }) => {
    const fromMs = clock.nowMs();
    const toMs = fromMs + (tier === 'pulse' ? 500 : 8_000);
    await new Promise<void>((resolve) => clock.at(toMs, resolve));
    runs.push({ tier, fromMs, toMs });
    return {
      record: {
        formatVersion: 1,
        suiteVersion,
        installation: { name: installation.name, baseUrl: installation.baseUrl },
        tier,
        state: 'conforming',
        startedAt: new Date(fromMs).toISOString(),
        finishedAt: new Date(toMs).toISOString(),
        durationMs: toMs - fromMs,
        cutShort: false,
        requests: 3,
        retried: 0,
        throttled: 0,
        coverage: 1,
        verdicts: [],
        exchanges: [],
        observations: [],
      },
    };
  };
}

test(
  '24 simulated hours of a monitor: every run is in the history and the metrics, and runs never overlap',
  slow,
  async () => {
    const clock = makeFakeClock(startMs);
    const runs: { tier: string; fromMs: number; toMs: number }[] = [];
    const block = {
      schedule: { pulse: '5m', standard: '30m', full: '6h' },
      maintenance: [{ cron: '0 12 * * *', duration: '1h' }],
    };
    await withMonitoring(
      { block, options: { clock, execute: simulated(clock, runs) } },
      async ({ get, monitor, settle }) => {
        for (let hour = 1; hour <= 24; hour += 1) {
          await clock.moveTo(startMs + hour * hourMs);
          // A run that began at the very end of the hour still has its simulated time before it.
          await clock.moveTo(clock.nowMs() + 10_000);
          await settle();
        }
        const count = (tier: string): number => runs.filter((run) => run.tier === tier).length;
        expect(count('full')).toBe(4);
        // One more for the first look at an installation that was never seen, and one after the maintenance window.
        expect(count('standard')).toBeGreaterThanOrEqual(48);
        expect(count('standard')).toBeLessThanOrEqual(50);
        expect(count('pulse')).toBeGreaterThan(270);
        expect(count('pulse')).toBeLessThanOrEqual(289);
        expect(runs.filter((run, index) => run.fromMs < (runs[index - 1]?.toMs ?? 0))).toEqual([]);
        const { text } = await get('/metrics');
        for (const tier of ['pulse', 'standard', 'full']) {
          expect(seriesValue(text, metricNames.runs.name, { tier })).toBe(count(tier));
        }
        const skipped = seriesValue(text, metricNames.skippedTicks.name, {}) ?? 0;
        expect(count('pulse') + skipped).toBeGreaterThanOrEqual(288);
        const rows = await monitor.history.runs({ installation: 'alpha', limit: 1000 });
        expect(rows).toHaveLength(runs.length);
        const inMaintenance = rows.filter((row) => row.inMaintenance);
        expect(inMaintenance.length).toBeGreaterThanOrEqual(12);
        expect(inMaintenance.every(({ countsAs }) => countsAs === 'excluded')).toBe(true);
        const figures = (await monitor.history.figures(startMs, 'alpha')).get('alpha');
        expect(figures?.counted).toBe(runs.length - inMaintenance.length);
      },
    );
  },
);
