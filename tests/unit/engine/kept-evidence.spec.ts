import { expect, test } from '@playwright/test';
import { asKeptEvidence } from '../../../engine/record/kept-evidence.ts';
import { exchangeWith } from './exchanges.ts';

const exchange = exchangeWith({ endpoint: 'GET /api/v3/users' });
const shared = {
  installation: { name: 'staging', baseUrl: 'https://reviews.example.org' },
  tier: 'full',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:09.000Z',
  needs: ['imports'],
  counts: { requests: 1, retried: 0, throttled: 0, flaky: 0 },
} as const;
const diagnosis = { state: 'key-rejected', cause: 'The key is refused.' } as const;
const abortReason = { kind: 'deadline', reason: 'the deadline of 120 s for a run passed' } as const;
const current = { ...shared, formatVersion: 3, exchanges: [exchange], notAsked: {}, diagnosis, abortReason };

test('kept evidence of this version is accepted unchanged', () => {
  expect(asKeptEvidence(current)).toEqual(current);
});

for (const [name, value] of [
  ['a list', []],
  ['null', null],
  ['an earlier version', { ...current, formatVersion: 2 }],
  ['the first version', { ...current, formatVersion: 1 }],
  ['a later version', { ...current, formatVersion: 4 }],
  ['a run record', { formatVersion: 1, verdicts: [] }],
] as const) {
  test(`${name} is not accepted as kept evidence`, () => {
    expect(asKeptEvidence(value)).toBeUndefined();
  });
}
