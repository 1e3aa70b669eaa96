import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../monitor/history/postgres-driver.ts';
import { makeQueryBuilder } from '../../../monitor/history/query-builder.ts';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { makeStatements } from '../../../monitor/history/statements.ts';
import { emptySnapshot, formatSnapshot } from '../../../monitor/state/snapshot.ts';
import { type RunningCommand, runMonitor } from './running-command.ts';
import { type Postgres, startPostgres } from './stores.ts';
import { type StubFleet, startStubFleet } from './stub-fleet.ts';

export interface SeveralOptions {
  readonly monitors: number;
  readonly installations: number;
  /** The schedule of every installation, as the file has it. */
  readonly schedule: Readonly<Record<'pulse' | 'standard' | 'full', string>>;
  readonly perSecond: number | 'off';
  readonly answerMs: number;
  /** Where changes of state are reported. */
  readonly webhook?: string;
  /** A monitor has a store of its own, and there is one monitor. */
  readonly isEmbedded?: boolean;
  /** The database counts its statements. */
  readonly isCounted?: boolean;
  /** Each installation had its standard run just now: not all of them are to be asked at the start. */
  readonly isKnown?: boolean;
}

/** Monitors in processes of their own, with one database, over many installations. */
export interface SeveralMonitors {
  readonly postgres: Postgres;
  readonly stub: StubFleet;
  readonly names: readonly string[];
  readonly monitors: RunningCommand[];
  /** Everything that all of them logged, those that are gone too. */
  readonly lines: () => readonly string[];
  /** Starts another one in the place of one that is gone. */
  readonly replace: (index: number) => void;
  readonly close: () => Promise<void>;
}

export async function startSeveral(options: SeveralOptions): Promise<SeveralMonitors> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-several-'));
  const postgres = await startPostgres(options.isCounted);
  const stub = await startStubFleet(options.answerMs);
  const names = Array.from({ length: options.installations }, (_, number) => `i${number}`);
  const file = join(folder, 'installations.yaml');
  const installations = names.map((name) => ({
    name,
    baseUrl: stub.baseUrl(name),
    apiKey: '${KEY}',
    pace: options.perSecond,
  }));
  const { schedule, webhook } = options;
  const notify = webhook === undefined ? {} : { notify: [{ url: webhook }] };
  writeFileSync(file, JSON.stringify({ monitor: { schedule, ...notify }, installations }));
  if (options.isKnown === true) await rememberRuns(postgres, names);
  const all: RunningCommand[] = [];
  const start = (): RunningCommand => {
    const monitor = runMonitor(folder, {
      ...(options.isEmbedded === true ? {} : { DATABASE_URL: postgres.url.reveal() }),
      INSTALLATIONS_FILE: file,
      KEY: stub.key,
    });
    all.push(monitor);
    return monitor;
  };
  const monitors = Array.from({ length: options.monitors }, start);
  return {
    postgres,
    stub,
    names,
    monitors,
    lines: () => all.flatMap(({ lines }) => lines),
    replace(index) {
      monitors[index] = start();
    },
    async close() {
      for (const { child } of all) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
      }
      await Promise.all(all.map(({ ended }) => ended));
      await stub.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The history of monitors that have been running for long. */
async function rememberRuns(postgres: Postgres, names: readonly string[]): Promise<void> {
  const driver = await openPostgres(postgres.url, () => undefined);
  const history = await openHistory(driver);
  const { snapshot } = makeStatements(makeQueryBuilder(driver.kind));
  const text = formatSnapshot({ ...emptySnapshot, lastStandardMs: Date.now(), lastCompleteMs: Date.now() });
  await driver.commit(names.map((name) => snapshot(name, text)));
  await history.close();
}
