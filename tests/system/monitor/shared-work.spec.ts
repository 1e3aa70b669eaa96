import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { type Monitor, readMonitorConfiguration, startMonitor } from '../../../monitor/index.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { type Reference, startReference } from '../../../reference-server/index.ts';
import { type FakeClock, makeFakeClock } from '../../monitor/support/fake-clock.ts';
import { installationOf, seriesValue, serviceFor } from '../../monitor/support/monitoring.ts';
import { startMoment } from '../../monitor/support/start-moment.ts';
import { type Postgres, startPostgres } from '../../monitor/support/stores.ts';
import { needs } from '../../support/needs.ts';
import { often } from '../../support/often.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** A monitor that shares a database with others, with a hold on its runs. */
interface Sharing {
  readonly monitor: Monitor;
  readonly clock: FakeClock;
  readonly log: () => string;
  /** Runs that it has begun. */
  readonly begun: () => number;
  /** Runs that it begins from now on do not go on until they are released. */
  readonly hold: () => () => void;
}

test.describe('monitors with one database', () => {
  needs('postgresql');
  test.describe.configure({ mode: 'serial' });
  let postgres: Postgres;
  let reference: Reference;
  let folder: string;
  let isBroken = false;
  test.beforeAll(async () => {
    postgres = await startPostgres();
    reference = await startReference({
      rateLimit: 'off',
      transforms: [
        {
          transformAnswer: (answer, { endpoint }) =>
            isBroken && endpoint === 'GET /api/v3/users' ? { ...answer, status: 500 } : answer,
        },
      ],
    });
    folder = mkdtempSync(join(tmpdir(), 'evidence-contract-shared-'));
  });
  test.afterAll(async () => {
    await reference.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  test.beforeEach(() => postgres.empty());

  test('make a due run once, show the same metrics, and share the actions of an operator', async () => {
    await withTwo(async (one, two) => {
      await dueIn([one, two]);
      await expect.poll(async () => (await runs()).length, often).toBe(1);
      for (const { monitor } of [one, two]) {
        await expect.poll(() => monitor.fleet.get('alpha')?.snapshot.state, often).toBe('conforming');
        await expect.poll(() => monitor.fleet.get('alpha')?.recent.length, often).toBe(1);
      }
      expect(one.begun() + two.begun()).toBe(1);
      const [first, second] = await Promise.all([one, two].map(sharedMetrics));
      expect(first?.length).toBeGreaterThan(20);
      expect(second).toEqual(first);

      await post(one, '/api/v1/installations/alpha/maintenance', { minutes: 10 });
      await expect.poll(() => two.monitor.fleet.get('alpha')?.snapshot.state, often).toBe('maintenance');
      await post(two, '/api/v1/installations/alpha/maintenance', { minutes: 0 });
      await expect.poll(() => one.monitor.fleet.get('alpha')?.snapshot.state, often).toBe('conforming');
      expect(await post(two, '/api/v1/installations/alpha/run', { tier: 'pulse' })).toBe(202);
      await expect.poll(async () => (await runs()).length, often).toBe(2);
      await expect.poll(() => one.monitor.fleet.get('alpha')?.recent.length, often).toBe(2);
    });
  });

  test('share an acknowledgement and its end, and drop it when the installation recovers', async () => {
    isBroken = true;
    try {
      await withTwo(async (one, two) => {
        await dueIn([one, two]);
        const snapshot = () => two.monitor.fleet.get('alpha')?.snapshot;
        for (const { monitor } of [one, two])
          await expect.poll(() => monitor.fleet.get('alpha')?.snapshot.state, often).toBe('violating');
        const [change] = await one.monitor.history.changes({ limit: 1 });
        const incident = `alpha-${change?.atMs.toString(36)}`;
        const path = `/api/v1/incidents/${incident}/acknowledgement`;
        const untilMs = one.clock.nowMs() + 3_600_000;
        const known = { until: new Date(untilMs).toISOString(), reason: 'the disk' };
        expect(await post(one, path, known)).toBe(200);
        await expect.poll(() => snapshot()?.acknowledged, often).toMatchObject({ incident, untilMs });
        const [first, second] = await Promise.all([one, two].map(sharedMetrics));
        expect(second).toEqual(first);
        const page = await (await fetch(new URL('/incidents', two.monitor.url))).text();
        expect(page).toMatch(/Acknowledged by operator until .*: the disk/);
        expect(await post(two, `${path}/end`, {})).toBe(200);
        const atOne = () => one.monitor.fleet.get('alpha')?.snapshot;
        await expect.poll(() => atOne()?.acknowledged, often).toBeUndefined();
        await post(one, path, known);
        isBroken = false;
        await dueIn([one, two]);
        await expect.poll(() => snapshot()?.state, often).toBe('conforming');
        expect(snapshot()).not.toHaveProperty('acknowledged');
      });
    } finally {
      isBroken = false;
    }
  });

  test('share a planned maintenance window, open it together, and record the change of state once', async () => {
    await withTwo(async (one, two) => {
      await dueIn([one, two]);
      await expect.poll(() => two.monitor.fleet.get('alpha')?.snapshot.state, often).toBe('conforming');
      const fromMs = one.clock.nowMs() + 60_000;
      const moment = (ms: number): string => new Date(ms).toISOString();
      const plan = { from: moment(fromMs), to: moment(fromMs + 600_000), reason: 'an upgrade' };
      expect(await post(one, '/api/v1/installations/alpha/maintenance', plan)).toBe(200);
      const windows = () => two.monitor.fleet.get('alpha')?.snapshot.operatorWindows;
      await expect.poll(windows, often).toMatchObject([{ fromMs, reason: 'an upgrade' }]);
      await Promise.all([one, two].map(({ clock }) => clock.moveTo(fromMs)));
      for (const { monitor } of [one, two]) {
        const cause = () => monitor.fleet.get('alpha')?.snapshot.cause;
        await expect.poll(cause, often).toBe('A maintenance window is open: an upgrade.');
      }
      const changes = await one.monitor.history.changes({ limit: 10 });
      expect(changes.filter(({ to }) => to === 'maintenance')).toHaveLength(1);
    });
  });

  test('delay a probe while a run is under way, and refuse it while the database is away', async () => {
    await withTwo(async (one, two) => {
      await dueIn([one, two]);
      await expect.poll(async () => (await runs()).length, often).toBe(1);
      await settle([one, two]);
      const pass = (): Promise<unknown> =>
        Promise.all([one, two].map(({ clock }) => clock.moveTo(clock.nowMs() + 2_000)));
      const begun = (): number => one.begun() + two.begun();
      const release = [one.hold(), two.hold()];
      await pass();
      expect(await post(one, '/api/v1/installations/alpha/run', { tier: 'pulse' })).toBe(202);
      await expect.poll(begun, often).toBe(2);
      const probe = fetch(new URL('/probe?target=alpha', two.monitor.url));
      for (const go of release) go();
      await expect.poll(async () => (await runs()).length, often).toBe(2);
      // The probe also waits for the budget that the run before has used.
      expect(begun()).toBe(2);
      await pass();
      const answer = await probe;
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('\nprobe_success 1\n');
      expect(begun()).toBe(3);
      await pass();
      await postgres.pause();
      const refused = await fetch(new URL('/probe?target=alpha&module=standard', one.monitor.url));
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('the database that the monitors share does not answer');
      expect(begun()).toBe(3);
      await postgres.resume();
    });
  });

  test('take over the run of a silent monitor, and refuse its late result', async () => {
    test.setTimeout(120_000);
    await withTwo(async (one, two) => {
      const releaseOne = one.hold();
      const releaseTwo = two.hold();
      await dueIn([one, two]);
      await expect.poll(() => one.begun() + two.begun(), often).toBe(1);
      const [slow, other] = one.begun() === 1 ? [one, two] : [two, one];
      // The database sees a stopped process by its last heartbeat, which is long ago.
      const silence =
        "UPDATE evidence_contract_jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE retry_count = 0";
      const begunByOther = async (): Promise<number> => {
        await postgres.query(silence);
        return other.begun();
      };
      await expect.poll(begunByOther, { ...often, timeout: 60_000 }).toBe(1);
      releaseOne();
      releaseTwo();
      await expect.poll(async () => (await runs()).length, often).toBe(1);
      await expect.poll(slow.log, often).toMatch(/refused|not kept/);
      expect(await runs()).toHaveLength(1);
      expect(other.log()).not.toMatch(/refused|not kept/);
      await expect.poll(() => slow.monitor.fleet.get('alpha')?.recent.length, often).toBe(1);
    });
  });

  test('store a run that ended while the database was away, and make a run that was due then, each once', async () => {
    await withTwo(async (one, two) => {
      const release = [one.hold(), two.hold()];
      await dueIn([one, two]);
      await expect.poll(() => one.begun() + two.begun(), often).toBe(1);
      await postgres.pause();
      for (const end of release) end();
      for (const { monitor } of [one, two]) {
        await expect
          .poll(async () => (await fetch(new URL('/', monitor.url))).text(), often)
          .toContain('The database has not answered since ');
        const status = await fetch(new URL('/status', monitor.url));
        expect([status.status, await status.text()]).toEqual([
          200,
          expect.stringContaining('The history is not available'),
        ]);
        const ready = await fetch(new URL('/readyz', monitor.url));
        expect([ready.status, await ready.text()]).toEqual([
          503,
          'The database does not answer: no run begins until it does.\n',
        ]);
      }
      await expect.poll(() => one.log() + two.log(), often).toContain('could not be written to the history');
      await postgres.resume();
      await expect.poll(async () => (await runs()).length, often).toBe(1);
      await settle([one, two]);
      await postgres.pause();
      await dueIn([one, two]);
      expect(one.monitor.fleet.get('alpha')?.scheduler.underWay()).toBe('standard');
      await postgres.resume();
      await expect.poll(async () => (await runs()).length, often).toBe(2);
      for (const { monitor } of [one, two]) {
        await expect.poll(() => monitor.fleet.get('alpha')?.recent.length, often).toBe(2);
        expect(await (await fetch(new URL('/', monitor.url))).text()).not.toContain('has not answered');
      }
      expect(one.begun() + two.begun()).toBe(2);
      expect(one.log() + two.log()).not.toContain('missed');
      // Everything was stored in the end, so no error is counted.
      for (const { monitor } of [one, two]) {
        const metrics = await (await fetch(new URL('/metrics', monitor.url))).text();
        expect(seriesValue(metrics, 'evidence_contract_history_errors_total', {})).toBe(0);
      }
    });
  });

  async function withTwo(work: (one: Sharing, two: Sharing) => Promise<void>): Promise<void> {
    const startMs = startMoment();
    const both = await Promise.all([share(startMs), share(startMs)]);
    try {
      await work(both[0], both[1]);
    } finally {
      await Promise.all(both.map(({ monitor }) => monitor.close()));
    }
  }

  async function share(startMs: number): Promise<Sharing> {
    const clock = makeFakeClock(startMs);
    let log = '';
    let begun = 0;
    let held: Promise<void> = Promise.resolve();
    const execute: RunExecutor = async (installation, options) => {
      begun += 1;
      await held;
      return runInstallation(installation, { ...options, bodies: sharedBodies() });
    };
    const block = { schedule: { pulse: 'off', standard: '10m', full: 'off' } };
    // With a pace, two monitors hand a request budget over to each other.
    const pace = { perSecond: 1_000, concurrency: 8 };
    // A monitor makes one run at a time, so that a run that it lost goes to the other one, as from a stopped process.
    const configuration = readMonitorConfiguration({
      common: { concurrentRuns: 1 },
      installations: [{ ...installationOf(reference, { pace }), monitor: block }],
    });
    const monitor = await startMonitor({
      service: serviceFor(folder, {
        databaseUrl: postgres.url,
        statusPage: [{ name: 'alpha', publicName: 'Alpha' }],
      }),
      configuration,
      clock,
      execute,
      bodies: sharedBodies(),
      logTo: { write: (line) => (log += line) },
    });
    return {
      monitor,
      clock,
      log: () => log,
      begun: () => begun,
      hold() {
        let release = (): void => undefined;
        held = new Promise((resolve) => {
          release = resolve;
        });
        return release;
      },
    };
  }

  const runs = (): ReturnType<Postgres['query']> => postgres.query('SELECT id FROM runs');
});

/** Moves the clocks of all monitors to the next run. */
async function dueIn(all: readonly Sharing[]): Promise<void> {
  await Promise.all(
    all.map(({ monitor, clock }) => {
      const times = monitor.fleet.all().flatMap(({ scheduler }) => scheduler.next().map(({ atMs }) => atMs));
      return clock.moveTo(Math.min(...times));
    }),
  );
}

/** Waits until nothing is under way, as each monitor sees it. */
async function settle(all: readonly Sharing[]): Promise<void> {
  const isBusy = (): boolean =>
    all.some(({ monitor }) =>
      monitor.fleet.all().some(({ scheduler }) => scheduler.underWay() !== undefined),
    );
  await expect.poll(isBusy, often).toBe(false);
}

async function post({ monitor }: Sharing, path: string, body: unknown): Promise<number> {
  const response = await fetch(new URL(path, monitor.url), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: 'Bearer tk-9f8e7d6c5b4a3z2y1x' },
  });
  await response.body?.cancel();
  return response.status;
}

/** The series of installations, which are facts that all monitors share. */
async function sharedMetrics({ monitor }: Sharing): Promise<readonly string[]> {
  const text = await (await fetch(new URL('/metrics', monitor.url))).text();
  expect(seriesValue(text, 'evidence_contract_runs_total', { tier: 'standard' })).toBe(1);
  return text.split('\n').filter((line) => line.includes('installation="alpha"'));
}
