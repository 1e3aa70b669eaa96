import { expect, test } from '@playwright/test';
import { renderSummary } from '../../../reports/console/summary.ts';
import {
  breakingDrift,
  forbidden,
  grouped,
  hostileDeviations,
  hostileRecord,
  record,
  users,
  verdict,
} from '../../support/records.ts';

const named = (name: string, run: typeof grouped) => ({
  ...run,
  installation: { name, baseUrl: 'http://here.example' },
});
const good = record([verdict('auth.no-key-rejected', users, 'pass')]);

test('the summary of several installations counts their states and has a line for each', () => {
  const text = renderSummary(
    [
      { record: named('production', good), deviations: {} },
      { record: named('staging', grouped), deviations: {} },
      { record: named('old', good), deviations: { drift: [breakingDrift] } },
    ],
    { colour: false, width: 100 },
  );
  expect(text.split('\n')).toEqual([
    '',
    '3 installations: 2 conforming, 1 violating',
    expect.stringMatching(/^✓ production {2}\S/),
    expect.stringMatching(/^✗ staging {5}Violating: 2 findings \(4 failed checks\)\.$/),
    expect.stringMatching(/^✗ old {9}Conforming: .* 1 change since the baseline$/),
    '    can break clients.',
    '',
  ]);
});

test('the names of states keep their capital letters', () => {
  const run = { ...good, state: 'not-this-api' as const };
  const text = renderSummary([{ record: run, deviations: {} }], { colour: false, width: 100 });
  expect(text).toContain('1 installation: 1 not this API\n');
});

test('text from an installation is sanitized for the terminal', () => {
  const runs = [
    { record: hostileRecord, deviations: hostileDeviations },
    { record: named('x', grouped), deviations: {} },
  ];
  const text = renderSummary(runs, { colour: false, width: 40 });
  expect(text).not.toMatch(forbidden);
});
