import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { makeMetrics } from '../../../monitor/metrics/metrics.ts';
import { startHourTurn } from '../../../monitor/running/hour-turn.ts';
import { formatNews, makeFollower } from '../../../monitor/shared/news.ts';
import type { MonitoredTarget } from '../../../monitor/state/monitored-target.ts';
import { emptySnapshot, formatSnapshot } from '../../../monitor/state/snapshot.ts';
import { often } from '../../support/often.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { sampleTarget } from '../support/sample-target.ts';

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 2, 10, 12);
const some = { counted: 10, up: 9, conforming: 8 };

function targetOf(name: string): MonitoredTarget {
  const figures = { hour: noon / hourMs, day: some, week: some, month: some };
  return { ...sampleTarget(name), figures } as unknown as MonitoredTarget;
}

test('uptime is updated hourly with one query for all installations, which is retried if the history fails', async () => {
  const asked: { readonly hours: readonly number[]; readonly names: readonly string[] }[] = [];
  let isAway = true;
  const warnings: string[] = [];
  const targets = ['alpha', 'beta'].map(targetOf);
  const clock = makeFakeClock(noon + 1_000);
  const history = {
    async hourCounts(hours: readonly number[], names: readonly string[]) {
      if (isAway) throw new Error('away');
      asked.push({ hours, names });
      return new Map([['beta', [{ hourMs: noon - 24 * hourMs, ...some, up: 2 }]]]);
    },
  };
  const context = {
    history,
    clock,
    log: { warn: (_fields: unknown, message: string) => warnings.push(message) },
  } as unknown as Parameters<typeof startHourTurn>[0];
  const turn = startHourTurn(context, () => targets);
  await clock.moveTo(noon + hourMs);
  await setImmediate();
  expect(warnings).toEqual(['the uptime could not be read from the history']);
  isAway = false;
  await clock.moveTo(noon + hourMs + 30_000);
  await setImmediate();
  expect(asked).toEqual([
    {
      names: ['alpha', 'beta'],
      hours: [24, 168, 720].map((hours) => noon - hours * hourMs),
    },
  ]);
  expect(targets[0]?.figures?.day).toEqual(some);
  expect(targets[1]?.figures?.day).toEqual({ counted: 0, up: 7, conforming: 0 });
  expect(targets[1]?.shares.uptime).toEqual({ week: 0.9, month: 0.9 });
  await turn.stop();
  await clock.moveTo(noon + 5 * hourMs);
  expect(asked).toHaveLength(1);
});

test('a snapshot that another monitor wrote before a target existed is read once the target is added', async () => {
  const read: string[] = [];
  const targets = new Map<string, MonitoredTarget>();
  const follower = makeFollower({
    context: {
      me: 'me',
      clock: makeFakeClock(noon),
      signal: new AbortController().signal,
      history: {
        async snapshot(name: string) {
          read.push(name);
          return { text: formatSnapshot({ ...emptySnapshot, cause: 'newer' }), version: 3 };
        },
        recentRuns: async () => new Map(),
        shareTotals: async () => new Map(),
      },
      metrics: makeMetrics({ suiteVersion: '1.2.3', nodeVersion: '20' }),
    },
    queue: { hasEnded: () => undefined },
    get: (name: string) => targets.get(name),
    all: () => [...targets.values()],
    onSnapshot: () => undefined,
    onReconnect: () => undefined,
  } as unknown as Parameters<typeof makeFollower>[0]);
  const made = ['alpha', 'beta'].map(targetOf);
  follower.onNews(formatNews({ by: 'another', installation: 'alpha' }));
  follower.onNews(formatNews({ by: 'me', installation: 'beta' }));
  for (const target of made) targets.set(target.monitored.installation.name, target);
  follower.catchUp(made);
  await expect.poll(() => targets.get('alpha')?.snapshot.cause, often).toBe('newer');
  follower.catchUp(made);
  await setImmediate();
  expect(read).toEqual(['alpha']);
});
