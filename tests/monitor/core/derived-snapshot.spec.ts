import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { derivedSnapshot, withRun } from '../../../monitor/state/derived-snapshot.ts';
import { emptySnapshot } from '../../../monitor/state/snapshot.ts';
import { slow } from '../../support/long.ts';
import { withMonitoring } from '../support/monitoring.ts';
import { sampleCommit } from '../support/sample-runs.ts';

const block = { schedule: { pulse: 'off', standard: '15m', full: 'off' } };
const users = 'GET /api/v3/users';

test('a snapshot is written only when its state changes, and is complete after a restart', slow, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-told-'));
  let before: unknown;
  try {
    await withMonitoring({ block, folder }, async ({ monitor, nextRun, settle, breakEndpoint }) => {
      const { history, fleet } = monitor;
      const version = async (): Promise<number> => (await history.snapshot('alpha'))?.version ?? 0;
      const run = async (): Promise<void> => {
        await nextRun();
        await settle();
      };
      await run();
      await run();
      const first = await version();
      for (let number = 0; number < 3; number += 1) await run();
      expect(await version()).toBe(first);
      breakEndpoint(users);
      await run();
      expect(await version()).toBe(first + 1);
      breakEndpoint(undefined);
      await run();
      expect(await version()).toBe(first + 2);
      await run();
      await run();
      expect(await version()).toBe(first + 2);
      before = fleet.get('alpha')?.snapshot;
      const [last] = await history.runs({ limit: 1 });
      expect(before).toMatchObject({ lastStandardMs: last?.startedMs, lastCompleteMs: last?.finishedMs });
    });
    await withMonitoring({ block, folder }, async ({ monitor }) => {
      expect(monitor.fleet.get('alpha')?.snapshot).toEqual(before);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a complete conforming run updates the run times of a snapshot; a pulse, failing or cut-short run does not', () => {
  const { row } = sampleCommit();
  const reported = { ...emptySnapshot, lastStandardMs: row.startedMs, lastCompleteMs: row.finishedMs };
  expect(withRun(emptySnapshot, row)).toEqual(reported);
  expect(withRun(reported, { ...row, startedMs: 1, finishedMs: 2 })).toEqual(reported);
  for (const other of [{ tier: 'pulse' }, { state: 'violating' }, { cutShort: true }] as const)
    expect(withRun(emptySnapshot, { ...row, ...other })).toBe(emptySnapshot);
  expect(derivedSnapshot(emptySnapshot, row, reported)).toEqual(reported);
  expect(derivedSnapshot(emptySnapshot, row, { ...reported, coverage: 1 })).toBeUndefined();
});
