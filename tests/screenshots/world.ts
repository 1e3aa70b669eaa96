import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '../../engine/secret.ts';
import { makeQueryBuilder } from '../../monitor/history/query-builder.ts';
import { openHistory } from '../../monitor/history/sql-history.ts';
import { openSqlite } from '../../monitor/history/sqlite-driver.ts';
import { makeStatements } from '../../monitor/history/statements.ts';
import {
  type MonitorConfiguration,
  readMonitorConfiguration,
  readServiceSettings,
  startMonitor,
} from '../../monitor/index.ts';
import { makeFakeClock } from '../monitor/support/fake-clock.ts';
import { sampleCommit } from '../monitor/support/sample-runs.ts';
import { makeTestInstallation } from '../support/installation.ts';
import { fleetOf, type Member, type Scene } from './fleet.ts';
import type { PlaceOf } from './pages.ts';
import { type PastOptions, type RecentPast, recentPastOf, statementsOf } from './past.ts';
import type { Templates } from './templates.ts';

/** A monitor whose time stands still, over a history that was made for it. */
export interface World {
  readonly url: string;
  readonly place: PlaceOf;
  readonly close: () => Promise<void>;
}

/** So that pictures of the same pages are the same. */
const nowMs = Date.UTC(2026, 10, 21, 13, 5, 20);
/** Above this, installations share their runs, and have figures by the day. */
const smallFleet = 20;
/** So many installations are on the public page. */
const mostPublic = 14;
const statementsAtOnce = 20_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** "university-oslo" as people call it. */
function publicNameOf(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
}

const configurationFor = (members: readonly Member[]): MonitorConfiguration =>
  readMonitorConfiguration({
    common: {
      location: 'data-centre-1',
      notify: [
        { name: 'operators', type: 'slack', url: 'https://hooks.example.org/services/x' },
        { name: 'night', type: 'ntfy', url: 'https://ntfy.example.org/night', states: ['unreachable'] },
      ],
      maintenance: [{ cron: '0 22 * * 6', duration: '2h' }],
    },
    installations: members.map(({ name, baseUrl, group, tags }) =>
      makeTestInstallation({ name, baseUrl, group, tags, pace: { perSecond: 10, concurrency: 4 } }),
    ),
  });

/** Writes the history of a scene into a new database. */
export async function makeHistory(
  scene: Scene,
  size: number,
  templates: Templates,
  file: string,
): Promise<void> {
  const isSmall = size <= smallFleet;
  const members = fleetOf(scene, size);
  const configuration = configurationFor(members);
  const driver = openSqlite({
    file,
    now: new Date(nowMs),
    onDamage: () => undefined,
  });
  const history = await openHistory(driver);
  const statements = makeStatements(makeQueryBuilder(driver.kind));
  const shared = new Map<string, RecentPast>();
  const pending = [];
  for (const [index, member] of members.entries()) {
    const monitored = configuration.installations[index];
    if (monitored === undefined) continue;
    const options: PastOptions = {
      ...monitored,
      member,
      templates,
      statements,
      nowMs,
      runs: isSmall ? 104 : 12,
      hoursADay: isSmall ? 24 : 4,
    };
    const story = isSmall ? member.name : `${index % 14} ${member.healthAt(5)} ${member.isInMaintenance}`;
    const past = shared.get(story) ?? recentPastOf(options);
    shared.set(story, past);
    pending.push(...statementsOf(options, past));
    if (pending.length > statementsAtOnce) await driver.commit(pending.splice(0));
  }
  // The runs above are those of the last hours: with this one the history reaches as far back as it is to.
  const { name: installation = '' } = members.find(({ name }) => name === 'production') ?? members[0] ?? {};
  const oldest = { installation, startedMs: nowMs - 30 * dayMs + hourMs };
  await driver.commit([...pending, ...statements.run(sampleCommit(oldest))]);
  await history.close();
}

/** Starts a monitor of a scene on a copy of its history. */
export async function startWorld(scene: Scene, size: number, historyFile: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-screenshots-'));
  const file = join(folder, 'monitor.db');
  copyFileSync(historyFile, file);
  const history = await openHistory(openSqlite({ file, now: new Date(nowMs), onDamage: () => undefined }));
  const members = fleetOf(scene, size);
  const [first] = members;
  const installation = first?.name ?? '';
  const runs = await history.runs({ installation, limit: 1000 });
  const run = (runs.find(({ state }) => state !== 'conforming') ?? runs[0])?.id ?? '';
  await history.close();
  const monitor = await startMonitor({
    service: {
      ...readServiceSettings({ PORT: '0', DATA_DIR: folder, MONITOR_REFRESH: '60s' }, folder),
      token: new Secret('a-token-that-nobody-types'),
      statusPage: members.slice(0, mostPublic).map(({ name }) => ({ name, publicName: publicNameOf(name) })),
    },
    configuration: configurationFor(members),
    clock: makeFakeClock(nowMs),
    execute: () => Promise.reject(new Error('Nothing is asked while pictures are taken.')),
    send: () => Promise.resolve({ ok: true }),
    logTo: { write: () => undefined },
  });
  const running = monitor.fleet.get('production') ?? monitor.fleet.get(installation);
  if (running !== undefined) running.running = { id: 'now', tier: 'standard' };
  return {
    url: monitor.url,
    place: { installation, run, from: runs.at(-1)?.id ?? '', to: runs[0]?.id ?? '' },
    async close() {
      await monitor.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
