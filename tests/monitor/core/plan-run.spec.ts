import { expect, test } from '@playwright/test';
import { scopeOf } from '../../../contract/scope.ts';
import { readMonitorConfiguration } from '../../../monitor/index.ts';
import {
  longestDeadlineMs,
  planRun,
  planScope,
  runDeadlineMs,
  stillBelieved,
} from '../../../monitor/running/plan-run.ts';
import { concludeRun } from '../../../monitor/running/record-run.ts';
import { emptySnapshot, type Snapshot } from '../../../monitor/state/snapshot.ts';
import { initialState, type OpenFailure, type OpenRequest } from '../../../monitor/state/tracked-state.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { record, users, verdict } from '../../support/records.ts';
import { sampleCommit } from '../support/sample-runs.ts';
import { sampleTarget } from '../support/sample-target.ts';

const deadlineMs = 120_000;

/** The deadline of a full run at an installation whose last answers took this long. */
function deadlineAfter(
  answersMs: readonly number[],
  perSecond: number | 'off' = 'off',
  tier: 'pulse' | 'full' = 'full',
): number {
  const installation = makeTestInstallation({ deadlineMs, pace: { perSecond, concurrency: 4 } });
  const [monitored] = readMonitorConfiguration({ installations: [installation] }).installations;
  if (monitored === undefined) throw new Error('It was configured.');
  const recent = answersMs.map((medianMs) => sampleCommit({ medianMs }).row);
  return runDeadlineMs({ monitored, planned: new WeakMap(), recent }, tier, scopeOf(tier));
}

test('the deadline of a full run follows measured response times and the configured pace, within bounds', () => {
  expect(deadlineAfter([])).toBe(deadlineMs);
  expect(deadlineAfter([30, 40, 50])).toBe(deadlineMs);
  expect(deadlineAfter([2_000, 2_000, 9_000])).toBeGreaterThan(1.2 * deadlineMs);
  expect(deadlineAfter([60_000])).toBe(longestDeadlineMs);
  // A pulse has few requests: the deadline suffices at this speed.
  expect(deadlineAfter([6_000], 'off', 'pulse')).toBe(deadlineMs);
  // A slow pace in the configuration has the same effect.
  expect(deadlineAfter([30], 1)).toBeGreaterThan(deadlineMs);
});

test('a standard run repeats open requests at the import, except those that would import', () => {
  const at = { endpoint: 'POST /api/v3/fhir_imports', sinceMs: 0, runs: 1, runId: 'r' } as const;
  const asking = (key: 'none' | 'header', body: 'refusable' | 'valid'): readonly OpenRequest[] => [
    { endpoint: at.endpoint, request: { key, body } },
  ];
  const keyless = { ...at, check: 'auth.no-key-rejected', requests: asking('none', 'refusable') };
  const imported = { ...at, check: 'import.created', requests: asking('header', 'valid') };
  expect(planScope('standard', [keyless]).requests).toHaveLength(1);
  expect(planScope('standard', [{ ...keyless, byImport: true }]).requests).toEqual([]);
  // As stored by an earlier version.
  expect(planScope('standard', [imported]).requests).toEqual([]);
});

test('a full run repeats the requests of open failures; a pulse only those within its scope', () => {
  const at = { endpoint: 'GET /api/v3/key_questions', sinceMs: 0, runs: 1, runId: 'r' } as const;
  const requests = [{ endpoint: at.endpoint, request: { key: 'empty-header' } }] as const;
  const open = { ...at, check: 'auth.empty-header-key-rejected', requests };
  expect(planScope('full', [open]).requests?.map(({ request }) => request)).toEqual([
    { key: 'empty-header' },
  ]);
  expect(planScope('pulse', [open]).requests).toBeUndefined();
  const request = { key: 'header', accept: 'anything' } as const;
  const users = 'GET /api/v3/users' as const;
  const ofPulse = {
    ...open,
    check: 'success.json-body',
    endpoint: users,
    requests: [{ endpoint: users, request }],
  };
  expect(planScope('pulse', [open, ofPulse]).requests?.map((one) => one.request)).toEqual([request]);
});

test('a run trusts the failures that were open when it began and are still open when it has asked', () => {
  const open = (check: string): OpenFailure => ({
    check,
    endpoint: 'GET /api/v3/users',
    sinceMs: 0,
    runs: 1,
    runId: `run of ${check}`,
  });
  const knowing = (...openFailures: readonly OpenFailure[]): Snapshot => ({
    ...emptySnapshot,
    tracked: { ...initialState, state: 'violating', openFailures },
  });
  const target = { ...sampleTarget(), snapshot: knowing(open('lasting'), open('repaired')) };
  const planned = planRun(target, { installation: 'alpha', slot: 'standard', trigger: 'schedule' }, 0);
  expect([...planned.foundBy]).toEqual(['run of lasting', 'run of repaired']);
  // A pulse alongside the run closes one failure and opens another.
  target.snapshot = knowing(open('lasting'), open('new'));
  expect([...stillBelieved(target, planned)]).toEqual(['violating', 'lasting GET /api/v3/users']);
});

test('a pulse before the first complete run counts as up and conforming, although the state is still unknown', () => {
  const [monitored] = readMonitorConfiguration({ installations: [makeTestInstallation({})] }).installations;
  if (monitored === undefined) throw new Error('It was configured.');
  for (const location of [undefined, 'oslo']) {
    const locations = location === undefined ? {} : { locations: { here: 'oslo', of: ['oslo'], agree: 1 } };
    const target = {
      ...sampleTarget(),
      monitored: { ...monitored, plan: { ...monitored.plan, ...locations } },
    };
    const { name: installation } = monitored.installation;
    const planned = planRun(target, { installation, slot: 'pulse', trigger: 'schedule', location }, 0);
    const found = record([verdict('auth.no-key-rejected', users, 'pass')], { tier: 'pulse' });
    const thresholds = { failAfter: 1, recoverAfter: 1, wasInterrupted: false, nowMs: 1 };
    const concluded = concludeRun(planned, { record: found, endMs: 1 }, emptySnapshot, thresholds);
    expect(concluded.snapshot.state).toBe('unknown');
    const { row, shown } = concluded.commit;
    expect([row.countsAs, shown], location).toEqual(['up', 'conforming']);
  }
});
