import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { type Monitor, readMonitorConfiguration, startMonitor } from '../../../monitor/index.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { type Reference, startReference } from '../../../reference-server/index.ts';
import { type FakeClock, makeFakeClock } from '../../monitor/support/fake-clock.ts';
import { installationOf, serviceFor } from '../../monitor/support/monitoring.ts';
import { type Receiver, startReceiver } from '../../monitor/support/receiver.ts';
import { startMoment } from '../../monitor/support/start-moment.ts';
import { type Postgres, startPostgres } from '../../monitor/support/stores.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

const places = ['dublin', 'frankfurt', 'oslo'] as const;
type Place = (typeof places)[number];

/** A monitor at one location. */
interface Located {
  readonly place: Place;
  readonly monitor: Monitor;
  readonly clock: FakeClock;
  /** Whether its requests reach the installation from now on. */
  reaches: boolean;
  /** Its runs wait for this. */
  hold: Promise<void>;
  asked: number;
  /** How many runs were recorded when it last began one. */
  recordedBefore: number;
}

test.describe('monitors at three locations with one database', () => {
  needs('postgresql');
  test.describe.configure({ mode: 'serial' });
  let postgres: Postgres;
  let reference: Reference;
  let receiver: Receiver;
  let folder: string;
  test.beforeAll(async () => {
    postgres = await startPostgres();
    reference = await startReference({ rateLimit: 'off' });
    folder = mkdtempSync(join(tmpdir(), 'evidence-contract-locations-'));
  });
  test.afterAll(async () => {
    await reference.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  test.beforeEach(async () => {
    receiver = await startReceiver();
    await postgres.empty();
  });
  test.afterEach(() => receiver.close());

  test('show an outage if two of three find it, and notify its begin and end once each', async () => {
    test.setTimeout(120_000);
    await withThree(async (all) => {
      await round(all);
      await shown(all, 'conforming');
      expect((await runs()).map(({ location }) => location)).toEqual([...places]);
      const oslo = at(all, 'oslo');
      oslo.reaches = false;
      await round(all);
      await shown(all, 'conforming');
      for (const { monitor } of all)
        await expect
          .poll(() => monitor.fleet.get('alpha')?.snapshot.cause, often)
          .toBe('Unreachable from oslo; conforming from dublin and frankfurt.');
      await sameMetrics(all);
      at(all, 'dublin').reaches = false;
      await round(all);
      await shown(all, 'unreachable');
      await round(all);
      await sameMetrics(all);
      for (const one of all) one.reaches = true;
      await round(all);
      await shown(all, 'conforming');
      const changes = await at(all, 'frankfurt').monitor.history.changes({ limit: 10 });
      expect(changes.map(({ from, to }) => `${from} to ${to}`)).toEqual([
        'unreachable to conforming',
        'conforming to unreachable',
        'unknown to conforming',
      ]);
      await expect.poll(delivered, often).toBe(2);
      // Each run counts by what the locations agree on: a round of three was down, and before and after it one to four runs,
      // by the order in which the locations ask.
      const figures = (await oslo.monitor.history.figures(0)).get('alpha');
      expect(figures?.counted).toBe(15);
      expect(figures?.up).toBeGreaterThanOrEqual(8);
      expect(figures?.up).toBeLessThanOrEqual(11);
      expect(figures?.conforming).toBe(figures?.up);
    });
  });

  test('name a silent location, and do not change the state because of it', async () => {
    test.setTimeout(120_000);
    await withThree(async (all) => {
      await round(all);
      await shown(all, 'conforming');
      const oslo = at(all, 'oslo');
      await oslo.monitor.close();
      const others = all.filter((one) => one !== oslo);
      for (let count = 0; count < 4; count += 1) await round(others);
      for (const { monitor } of others)
        await expect
          .poll(() => monitor.fleet.get('alpha')?.snapshot.cause, often)
          .toBe('Conforming from dublin and frankfurt; nothing heard from oslo.');
      await shown(others, 'conforming');
      at(all, 'dublin').reaches = false;
      await round(others);
      await shown(others, 'conforming');
      at(all, 'frankfurt').reaches = false;
      await round(others);
      await shown(others, 'unreachable');
      expect(delivered()).toBeLessThanOrEqual(1);
    });
  });

  test('make their runs one after the other, because they share one request budget', async () => {
    test.setTimeout(120_000);
    await withThree(async (all) => {
      const [first, second] = inOrder(all);
      if (first === undefined || second === undefined) throw new Error('There are three.');
      let release = (): void => undefined;
      first.hold = new Promise((resolve) => {
        release = resolve;
      });
      await moveTo(all, nextMs(first));
      await expect.poll(() => first.asked, often).toBe(1);
      await moveTo(all, nextMs(second));
      await expect.poll(async () => (await activeJobs()).length, often).toBe(2);
      release();
      await expect.poll(async () => (await runs()).length, often).toBe(2);
      expect([first.asked, second.asked]).toEqual([1, 1]);
      expect(second.recordedBefore).toBe(1);
    });
  });

  test('report no location as silent right after a start, even if all were stopped for hours', async () => {
    test.setTimeout(120_000);
    let endMs = 0;
    await withThree(async (all) => {
      await round(all);
      await shown(all, 'conforming');
      endMs = at(all, 'oslo').clock.nowMs();
    });
    const againMs = endMs + 2 * 3_600_000;
    await withThree(async (all) => {
      await moveTo(all, againMs + 5_000);
      await round(all);
      await shown(all, 'conforming');
      for (const { monitor } of all) expect(monitor.fleet.get('alpha')?.snapshot.cause).toBeUndefined();
      expect(await at(all, 'oslo').monitor.history.changes({ limit: 10 })).toHaveLength(1);
    }, againMs);
  });

  async function withThree(
    work: (all: readonly Located[]) => Promise<void>,
    startMs = startMoment(),
  ): Promise<void> {
    const all = await Promise.all(places.map((place) => start(place, startMs)));
    try {
      await work(all);
    } finally {
      await Promise.all(all.map(({ monitor }) => monitor.close()));
    }
  }

  async function start(place: Place, startMs: number): Promise<Located> {
    const clock = makeFakeClock(startMs);
    const located = { place, clock, reaches: true, hold: Promise.resolve(), asked: 0, recordedBefore: 0 };
    const execute: RunExecutor = async (installation, options) => {
      located.asked += 1;
      located.recordedBefore = (await runs()).length;
      await located.hold;
      // A port that nobody listens on.
      const seen = located.reaches ? installation : { ...installation, baseUrl: 'http://127.0.0.1:9' };
      return runInstallation(seen, { ...options, bodies: sharedBodies() });
    };
    const block = {
      schedule: { pulse: '10m', standard: 'off', full: 'off' },
      locations: { of: [...places], agree: 2 },
      notify: [{ name: 'hook', url: receiver.url }],
    };
    const configuration = readMonitorConfiguration({
      location: place,
      installations: [{ ...installationOf(reference), monitor: block }],
    });
    const monitor = await startMonitor({
      service: serviceFor(folder, { databaseUrl: postgres.url }),
      configuration,
      clock,
      execute,
      bodies: sharedBodies(),
      logTo: { write: () => undefined },
    });
    return Object.assign(located, { monitor });
  }

  /** By their ids: the clock of a round jumps further than the lease of a delivery lasts, so that another monitor may repeat it. */
  const delivered = (): number => new Set(receiver.received.map(({ body }) => body.id)).size;
  const runs = () => postgres.query('SELECT location FROM runs ORDER BY location');
  const activeJobs = () => postgres.query("SELECT id FROM evidence_contract_jobs.job WHERE state = 'active'");

  /** One run from each location, in the order of their times. */
  async function round(all: readonly Located[]): Promise<void> {
    const before = (await runs()).length;
    for (const [number, one] of inOrder(all).entries()) {
      await moveTo(all, nextMs(one));
      await expect.poll(async () => (await runs()).length, often).toBe(before + number + 1);
      await expect.poll(() => one.monitor.fleet.get('alpha')?.scheduler.underWay(), often).toBeUndefined();
    }
  }
});

function at(all: readonly Located[], place: Place): Located {
  const found = all.find((one) => one.place === place);
  if (found === undefined) throw new Error(`Nobody is at ${place}.`);
  return found;
}

function nextMs({ monitor }: Located): number {
  return Math.min(...(monitor.fleet.get('alpha')?.scheduler.next() ?? []).map(({ atMs }) => atMs));
}

function inOrder(all: readonly Located[]): readonly Located[] {
  return all.toSorted((one, other) => nextMs(one) - nextMs(other));
}

async function moveTo(all: readonly Located[], ms: number): Promise<void> {
  await Promise.all(all.map(({ clock }) => clock.moveTo(ms)));
}

/** Each monitor serves the same metrics of the installation, except for the times of its own runs. */
async function sameMetrics(all: readonly Located[]): Promise<void> {
  const sharedOf = async ({ monitor }: Located): Promise<readonly string[]> => {
    const text = await (await fetch(new URL('/metrics', monitor.url))).text();
    const lines = text.split('\n').filter((line) => line.includes('installation="alpha"'));
    const isOwn = (line: string): boolean => line.startsWith('evidence_contract_next_run_timestamp_seconds');
    expect(lines.filter(isOwn)).toHaveLength(1);
    expect(text).toContain(
      'evidence_contract_location_state{installation="alpha",location="oslo",state="unreachable"} 1',
    );
    expect(text).toContain(
      'evidence_contract_request_duration_seconds_count{installation="alpha",location="dublin"}',
    );
    return lines.filter((line) => !isOwn(line));
  };
  await expect(async () => {
    const [first, ...others] = await Promise.all(all.map(sharedOf));
    for (const other of others) expect(other).toEqual(first);
  }).toPass(often);
}

/** Every monitor shows the same state. */
async function shown(all: readonly Located[], state: string): Promise<void> {
  for (const { monitor } of all)
    await expect.poll(() => monitor.fleet.get('alpha')?.snapshot.state, often).toBe(state);
}
