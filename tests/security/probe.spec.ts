import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import type { History } from '../../monitor/history/history.ts';
import { executeClaimed } from '../../monitor/running/execute-run.ts';
import type { ExecuteRunContext } from '../../monitor/running/run-context.ts';
import type { Claim } from '../../monitor/running/run-queue.ts';
import { parseRule } from '../../monitor/schedule/rule.ts';
import type { TargetState } from '../../monitor/state/monitored-target.ts';
import { emptySnapshot } from '../../monitor/state/snapshot.ts';
import type { ResponseTransform } from '../../reference-server/index.ts';
import { seriesValue, withMonitoring } from '../monitor/support/monitoring.ts';
import { makeTestInstallation } from '../support/installation.ts';
import { slow } from '../support/long.ts';
import { often } from '../support/often.ts';

/** The shortest timeout that a scrape may state; a shorter one is raised to it. */
const impatient = { 'x-prometheus-scrape-timeout-seconds': '1.2' };
const outage: ResponseTransform = { before: () => undefined };
const pulses = { schedule: { pulse: '1m', standard: 'off', full: 'off' } };
const nothingDue = { schedule: { pulse: 'off', standard: 'off', full: '0 0 1 1 *' } };

/** Waits until a server of this process receives a request for this path. */
function nextRequest(path: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (message: unknown): void => {
      if ((message as { readonly request: IncomingMessage }).request.url !== path) return;
      unsubscribe('http.server.request.start', look);
      resolve();
    };
    subscribe('http.server.request.start', look);
  });
}

test.describe('Continuous probing by a reader', () => {
  test('does not prevent a due run', slow, async () => {
    const settings = { transforms: [outage], block: pulses, installation: { deadlineMs: 3_000 } };
    await withMonitoring(settings, async ({ get, clock, monitor, settle, asked }) => {
      const scheduler = monitor.fleet.get('alpha')?.scheduler;
      const probes = ['pulse', 'standard'].flatMap((module) =>
        Array.from({ length: 4 }, () => get(`/probe?target=alpha&module=${module}`, impatient)),
      );
      await expect.poll(asked, often).toBeGreaterThan(0);
      expect(scheduler?.underWay()).toBeDefined();
      await clock.moveTo(clock.nowMs() + 60_000);
      for (const { text } of await Promise.all(probes))
        expect(seriesValue(text, 'probe_success', {})).toBe(0);
      await settle();
      const runs = (await get('/api/v1/runs?installation=alpha')).json().runs ?? [];
      expect(runs.map(({ tier }) => tier)).toEqual(['pulse']);
    });
  });

  test(
    'sends requests no more often than probe.minimumAge, even if no probe ends within its timeout',
    slow,
    async () => {
      await withMonitoring({ transforms: [outage], block: nothingDue }, async ({ get, clock, asked }) => {
        const cut = await get('/probe?target=alpha', impatient);
        expect(seriesValue(cut.text, 'probe_success', {})).toBe(0);
        const askedOnce = asked();
        for (const seconds of ['0.001', '1.2', '2.5']) {
          const again = await get('/probe?target=alpha', { 'x-prometheus-scrape-timeout-seconds': seconds });
          expect(again.text, seconds).toBe(cut.text);
        }
        // A caller with more time gets neither the result of the shorter probe nor a new probe.
        const more = await get('/probe?target=alpha', { 'x-prometheus-scrape-timeout-seconds': '4' });
        expect({ status: more.status, says: more.text }).toEqual({
          status: 503,
          says: expect.stringContaining('a caller with less time had it asked a moment ago'),
        });
        expect(asked()).toBe(askedOnce);
        await clock.moveTo(clock.nowMs() + 31_000);
        await get('/probe?target=alpha', impatient);
        expect(asked()).toBeGreaterThan(askedOnce);
      });
    },
  );

  test('starts no second probe while the first one lasts, even longer than probe.minimumAge', async () => {
    const released: (() => void)[] = [];
    const holding: ResponseTransform = { before: (_request, _response, next) => void released.push(next) };
    await withMonitoring({ transforms: [holding], block: nothingDue }, async ({ get, clock, asked }) => {
      const first = get('/probe?target=alpha');
      await expect.poll(asked, often).toBeGreaterThan(0);
      await clock.moveTo(clock.nowMs() + 31_000);
      const arrived = nextRequest('/probe?target=alpha');
      const second = get('/probe?target=alpha');
      await arrived;
      let isAnswered = false;
      const ended = Promise.all([first, second]).finally(() => {
        isAnswered = true;
      });
      await expect
        .poll(() => {
          for (const release of released.splice(0)) release();
          return isAnswered;
        }, often)
        .toBe(true);
      const [one, other] = await ended;
      expect(other.text).toBe(one.text);
      expect(asked()).toBe(3);
    });
  });

  test('does not lose a due run if the probe that it waits for takes longer than its interval', async () => {
    const atMs = Date.UTC(2026, 2, 10, 12);
    let nowMs = atMs;
    let isMade = false;
    let looks = 0;
    // Each read of the history except the first takes six minutes.
    const history = {
      snapshot: async () => {
        nowMs += looks === 0 ? 0 : 360_000;
        looks += 1;
        return undefined;
      },
    } as unknown as History;
    const made = new Error('made');
    const context = {
      clock: { nowMs: () => nowMs, at: () => () => undefined },
      history,
      execute: async () => {
        isMade = true;
        throw made;
      },
      metrics: { countFault: () => undefined, countSkippedTicks: () => undefined },
      log: { warn: () => undefined, error: () => undefined },
      signal: new AbortController().signal,
    } as unknown as ExecuteRunContext;
    const [pulse, off] = [parseRule('5m', 'UTC'), parseRule('off', 'UTC')];
    const target = {
      monitored: {
        installation: makeTestInstallation(),
        plan: { schedule: { pulse, standard: off, full: off, imports: off } },
      },
      snapshot: { ...emptySnapshot, probedUntilMs: atMs + 12 * 60_000 },
      version: 1,
      planned: new WeakMap(),
      recent: [],
    } as unknown as TargetState;
    const claim = { isHeld: () => true, signal: context.signal } as unknown as Claim;
    const due = { kind: 'time', atMs } as const;
    await executeClaimed(
      target,
      { installation: 'test', slot: 'pulse', trigger: 'schedule', due },
      context,
      claim,
    );
    expect(nowMs).toBe(atMs + 12 * 60_000);
    expect(isMade).toBe(true);
  });
});
