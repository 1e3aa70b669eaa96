import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import type { HttpRequest } from '../../../monitor/channels/channel.ts';
import type { History } from '../../../monitor/history/history.ts';
import type { Claimed } from '../../../monitor/history/outbox.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { makeLog } from '../../../monitor/log.ts';
import { makeMetrics } from '../../../monitor/metrics/metrics.ts';
import type { OutboxEntry } from '../../../monitor/model.ts';
import { makeNotifier } from '../../../monitor/notifications/notifier.ts';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { inEachStore } from '../support/history-stores.ts';
import { sampleCommit, sampleRetention } from '../support/sample-runs.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const minuteMs = 60_000;
const dayMs = 86_400_000;

function entry(number: number, channel = 'ops', installation = 'alpha'): OutboxEntry {
  const atMs = noon + number;
  return {
    channel,
    notification: {
      id: `${installation}-${atMs}`,
      event: 'state-change',
      installation: { name: installation, baseUrl: 'http://127.0.0.1:1' },
      atMs,
      from: 'conforming',
      to: 'violating',
      cause: 'One check fails.',
      findingCount: 0,
      findings: [],
    },
  };
}

const claimAt = (nowMs: number, limit = 100) => ({
  nowMs,
  leaseMs: minuteMs,
  longestDelayMs: 60 * minuteMs,
  limit,
});
const idsOf = (claimed: readonly Claimed[]): readonly string[] => claimed.map(({ id }) => id).toSorted();

inEachStore('the outbox', (store) => {
  const withHistory = async (work: (history: History) => Promise<void>): Promise<void> => {
    const history = await openHistory(await store.fresh());
    await work(history);
    await history.close();
  };

  test('stores notifications together with their run, or not at all', async () => {
    await withHistory(async (history) => {
      await history.commitRun(sampleCommit({}, { notifications: [entry(1)] }));
      // The same run is refused a second time, and its notifications with it.
      await expect(history.commitRun(sampleCommit({}, { notifications: [entry(2)] }))).rejects.toThrow();
      await history.saveSnapshot('alpha', '{}', { notifications: [entry(3), entry(3, 'mail')] });
      expect((await history.outbox.list('alpha', 10)).map(({ notification }) => notification)).toEqual([
        entry(3).notification,
        entry(3).notification,
        entry(1).notification,
      ]);
      expect(await history.outbox.waiting()).toEqual({ count: 3, oldestMs: noon + 1, nextMs: 0 });
    });
  });

  test('gives out notifications of other channels while one is left out', async () => {
    await withHistory(async ({ outbox }) => {
      for (const one of [entry(1), entry(2, 'ops', 'beta'), entry(3, 'mail')])
        await outbox.add([{ entry: one }]);
      const others = await outbox.claim({ ...claimAt(noon + 10), except: ['ops'] });
      expect(idsOf(others)).toEqual([`alpha-${noon + 3}/mail`]);
      expect(await outbox.claim(claimAt(noon + 10))).toHaveLength(2);
    });
  });

  test('feeds a notifier that keeps room for other channels while one does not answer', async () => {
    await withHistory(async ({ outbox }) => {
      const installations = Array.from({ length: 30 }, (_, index) => `i${index}`);
      for (const name of installations) await outbox.add([{ entry: entry(1, 'silent', name) }]);
      await outbox.add([{ entry: entry(2, 'ops', 'late') }]);
      const asked: string[] = [];
      const notifier = makeNotifier({
        outbox,
        clock: makeFakeClock(noon + 10),
        metrics: makeMetrics({ suiteVersion: '1', nodeVersion: '20' }),
        log: makeLog(redactionOf([]), { write: () => undefined }),
        pagesUrl: () => 'https://monitor.example',
        channelOf: (_installation, name) => ({ name, type: 'webhook', url: new Secret(`https://${name}`) }),
        async send(outgoing, signal) {
          const { url } = outgoing as HttpRequest;
          asked.push(url);
          if (url === 'https://silent') await once(signal, 'abort');
          return { ok: true };
        },
      });
      notifier.start();
      await expect.poll(() => asked, often).toContain('https://ops');
      expect(asked.length).toBeLessThan(12);
      await notifier.close();
    });
  });

  test('gives out one notification at a time for each installation and channel, in the order of their arrival', async () => {
    await withHistory(async ({ outbox }) => {
      // The clock was set back between them.
      for (const one of [entry(5), entry(2), entry(3, 'mail'), entry(4, 'ops', 'beta')])
        await outbox.add([{ entry: one }]);
      const first = await outbox.claim(claimAt(noon + 10));
      expect(idsOf(first)).toEqual([
        `alpha-${noon + 3}/mail`,
        `alpha-${noon + 5}/ops`,
        `beta-${noon + 4}/ops`,
      ]);
      expect(await outbox.claim(claimAt(noon + 10))).toEqual([]);
      const [oldest] = first.filter(({ id }) => id.endsWith('5/ops'));
      if (oldest === undefined) throw new Error('Nothing was claimed.');
      expect(await outbox.settle(oldest, { status: 'delivered', atMs: noon + 11 })).toBe(true);
      expect(idsOf(await outbox.claim(claimAt(noon + 11)))).toEqual([`alpha-${noon + 2}/ops`]);
    });
  });

  test('releases what waits for a channel after a success, and marks merged notifications as delivered', async () => {
    const history = await openHistory(await store.fresh());
    const { outbox } = history;
    await outbox.add(
      [entry(1), entry(2), entry(3, 'ops', 'beta'), entry(4, 'chat', 'beta')].map((one) => ({
        entry: one,
      })),
    );
    const [first, ...others] = await outbox.claim(claimAt(noon));
    if (first === undefined) throw new Error('Three are due.');
    const nextMs = noon + 5 * minuteMs;
    for (const one of [first, ...others])
      await outbox.settle(one, { status: 'waiting', nextMs, reason: 'It is away.' });
    expect(await outbox.claim(claimAt(noon + minuteMs))).toEqual([]);
    const [again] = await outbox.claim(claimAt(nextMs, 1));
    if (again === undefined) throw new Error('It is due again.');
    const behind = await outbox.behind(again);
    await outbox.settle(again, { status: 'delivered', atMs: nextMs }, behind);
    const { channel } = again;
    const released = await outbox.claim(claimAt(nextMs - 1));
    expect(released.every((one) => one.channel === channel)).toBe(true);
    const items = [...(await outbox.list('alpha', 9)), ...(await outbox.list('beta', 9))];
    const waiting = items.filter((one) => one.status === 'waiting' && one.channel === channel);
    expect(released).toHaveLength(waiting.length);
    expect(items.filter(({ status }) => status === 'delivered')).toHaveLength(1 + behind.length);
    await history.close();
  });

  test('keeps a claimed notification from other claims until its lease ends, and ignores a late result', async () => {
    await withHistory(async ({ outbox }) => {
      await outbox.add([{ entry: entry(0) }]);
      const [frozen] = await outbox.claim(claimAt(noon));
      expect(await outbox.claim(claimAt(noon + minuteMs - 1))).toEqual([]);
      const [taken] = await outbox.claim(claimAt(noon + minuteMs));
      expect(taken?.attempts).toBe(2);
      if (frozen === undefined || taken === undefined) throw new Error('Nothing was claimed.');
      expect(await outbox.settle(frozen, { status: 'given-up', atMs: noon, reason: 'late' })).toBe(false);
      expect(await outbox.settle(taken, { status: 'delivered', atMs: noon })).toBe(true);
      expect(await outbox.list('alpha', 1)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    });
  });

  test('gives out each notification once to concurrent claims', async () => {
    await withHistory(async ({ outbox }) => {
      const entries = Array.from({ length: 60 }, (_, number) => entry(number, 'ops', `i${number}`));
      await outbox.add(entries.map((one) => ({ entry: one })));
      const claims = await Promise.all(
        Array.from({ length: 20 }, () => outbox.claim(claimAt(noon + minuteMs, 7))),
      );
      const more = await outbox.claim(claimAt(noon + minuteMs));
      const ids = [...claims.flat(), ...more].map(({ id }) => id);
      expect(new Set(ids).size).toBe(60);
      expect(ids).toHaveLength(60);
    });
  });

  test('holds back a waiting notification until its next attempt, unless the clock is set back', async () => {
    await withHistory(async ({ outbox }) => {
      await outbox.add([{ entry: entry(0) }]);
      const [claimed] = await outbox.claim(claimAt(noon));
      if (claimed === undefined) throw new Error('Nothing was claimed.');
      const nextMs = noon + 10 * minuteMs;
      await outbox.settle(claimed, { status: 'waiting', nextMs, reason: 'Not now.' });
      expect(await outbox.waiting()).toEqual({ count: 1, oldestMs: noon, nextMs });
      expect(await outbox.list('alpha', 1)).toMatchObject([
        { status: 'waiting', nextMs, reason: 'Not now.' },
      ]);
      expect(await outbox.claim(claimAt(nextMs - 1))).toEqual([]);
      const [early] = await outbox.claim(claimAt(noon - dayMs));
      expect(early?.id).toBe(claimed.id);
      // A lease that lies in the future ends as well.
      expect(await outbox.claim(claimAt(noon - 2 * dayMs))).toHaveLength(1);
    });
  });

  test('stores a notification once, and marks it as delivered if it was delivered meanwhile', async () => {
    await withHistory(async (history) => {
      const { outbox } = history;
      await outbox.add([{ entry: entry(0) }]);
      await outbox.add([
        { entry: entry(0) },
        { entry: entry(1), delivered: { attempts: 3, atMs: noon + 9 } },
      ]);
      await outbox.add([{ entry: entry(0), delivered: { attempts: 1, atMs: noon + 8 } }]);
      expect(await outbox.list('alpha', 10)).toMatchObject([
        { notification: { id: `alpha-${noon + 1}` }, status: 'delivered', attempts: 3 },
        { notification: { id: `alpha-${noon}` }, status: 'delivered' },
      ]);
      expect(await outbox.waiting()).toEqual({ count: 0 });
    });
  });

  test('removes delivered notifications along with passing runs, and keeps waiting ones', slow, async () => {
    await withHistory(async (history) => {
      const { outbox } = history;
      await outbox.add([{ entry: entry(0) }, { entry: entry(1), delivered: { attempts: 1, atMs: noon } }]);
      await history.prune(noon + 29 * dayMs, sampleRetention);
      expect(await outbox.list('alpha', 10)).toHaveLength(2);
      await history.prune(noon + 31 * dayMs, sampleRetention);
      expect(await outbox.list('alpha', 10)).toMatchObject([{ status: 'waiting' }]);
    });
  });
});
