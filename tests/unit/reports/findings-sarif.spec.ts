import { expect, test } from '@playwright/test';
import { failureCodes } from '../../../contract/reasons.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { renderFindingsSarif } from '../../../reports/ci/findings-sarif.ts';
import { readSarif } from '../../support/read-sarif.ts';
import {
  breakingDrift,
  exchange,
  failed,
  forbidden,
  grouped,
  hostileDeviations,
  hostileRecord,
  projects,
  record,
  users,
  verdict,
} from '../../support/records.ts';

const runOf = (...report: Parameters<typeof renderFindingsSarif>) =>
  readSarif(renderFindingsSarif(...report)).runs[0];

test('each finding is one result, the most severe first, with its endpoints and a stable fingerprint', () => {
  const results = runOf(grouped)?.results ?? [];
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['accepts-missing-key', 'error'],
    ['refusal-message', 'error'],
  ]);
  const names = results[0]?.locations?.[0]?.logicalLocations?.map((one) => one.fullyQualifiedName);
  expect(names?.toSorted()).toEqual([projects, users].toSorted());
  expect(results[0]?.locations?.[0]?.physicalLocation?.artifactLocation).toEqual({ uri: 'run.json' });
  const fingerprints = (of: typeof results) => of.map((one) => one.partialFingerprints);
  const later = runOf({ ...grouped, startedAt: '2026-02-03T04:05:06.000Z', durationMs: 9 })?.results ?? [];
  expect(fingerprints(later)).toEqual(fingerprints(results));
  expect(new Set(fingerprints(results).map((one) => one?.primaryLocationLineHash)).size).toBe(2);
});

test('the rule index of each result leads to its rule', () => {
  const run = runOf(grouped);
  for (const { ruleId, ruleIndex } of run?.results ?? [])
    expect(run?.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test('each reason code is a rule with a description', () => {
  const rules = runOf(grouped)?.tool.driver.rules ?? [];
  expect(rules.map(({ id }) => id)).toEqual([...failureCodes, 'outage', 'other']);
  expect(rules.find(({ id }) => id === 'accepts-missing-key')?.shortDescription).toEqual({
    text: 'A request without a key is let in.',
  });
});

const gone: Partial<RunRecord> = {
  state: 'unreachable',
  abortReason: 'unreachable',
  cause: 'The run ended early.',
  exchanges: [
    exchange('e1', projects),
    exchange('e2', users, {
      startedAt: '2026-01-02T03:04:06.000Z',
      failure: { kind: 'refused', reason: 'the connection was refused' },
    }),
  ],
};

const ruled: readonly (readonly [what: string, run: RunRecord, rules: readonly string[]])[] = [
  [
    'one code with two causes',
    record([
      failed('errors.shape', users, 'error-shape', { form: 'body string', received: 'a string' }),
      failed('errors.shape', projects, 'error-shape', { form: 'body array', received: 'an array' }),
    ]),
    ['error-shape', 'error-shape'],
  ],
  [
    'an outage in the middle of the run',
    record(
      [
        verdict('auth.no-key-rejected', projects, 'pass'),
        failed('auth.no-key-rejected', users, 'no-answer', {}, { exchange: 'e2' }),
      ],
      gone,
    ),
    ['outage'],
  ],
  ['a failure of an earlier version', record([verdict('auth.from-the-past', users, 'fail')]), ['other']],
  ['a known failure', record([verdict('errors.shape', users, 'fail', { known: 'Ticket 7.' })]), []],
];

for (const [what, run, rules] of ruled) {
  test(`${what} gives ${rules.length === 0 ? 'no result' : rules.join(', ')}`, () => {
    expect(runOf(run)?.results?.map(({ ruleId }) => ruleId)).toEqual(rules);
  });
}

test('a run that one cause explains is unsuccessful, with the cause as a notification', () => {
  const [invocation] =
    runOf(record([], { state: 'unreachable', cause: 'Nothing answers.' }))?.invocations ?? [];
  expect(invocation?.executionSuccessful).toBe(false);
  expect(invocation?.toolExecutionNotifications).toEqual([
    { level: 'error', message: { text: 'Nothing answers.' } },
  ]);
});

test('a run that judged too little is unsuccessful; one with drift that is not breaking is successful', () => {
  const successOf = (...report: Parameters<typeof renderFindingsSarif>) =>
    runOf(...report)?.invocations?.[0]?.executionSuccessful;
  expect(successOf(record([]), { shortfall: 'Nothing could be judged.' })).toBe(false);
  expect(successOf(record([]), { drift: [{ ...breakingDrift, breaking: false, effect: 'unclear' }] })).toBe(
    true,
  );
});

test('with hostile text from an installation, the log is valid and sanitized', () => {
  const text = renderFindingsSarif(hostileRecord, hostileDeviations);
  expect(text).not.toMatch(forbidden);
  expect(readSarif(text).runs[0]?.results).toHaveLength(1);
});
