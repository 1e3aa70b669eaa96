import { expect, test } from '@playwright/test';
import type { Log } from 'sarif';
import { renderSarif, type SarifFinding, type SarifReport } from '../../../reports/ci/sarif.ts';
import { readSarif } from '../../support/read-sarif.ts';

function read(report: Partial<SarifReport>): Log {
  const rules = { size: 'Nothing is too large.', colour: 'All is green.' };
  return readSarif(renderSarif({ rules, findings: [], notifications: [], root: '/work folder', ...report }));
}

function finding(more: Partial<SarifFinding>): SarifFinding {
  return { rule: 'colour', level: 'error', message: 'It is red.', file: 'a.json', ...more };
}

test('a finding names its rule, its place and its sentence', () => {
  const [run] = read({
    findings: [
      finding({ line: 3, column: 13, logicalNames: ['Patient.gender'] }),
      finding({ rule: 'size', level: 'warning' }),
    ],
  }).runs;
  const artifactLocation = { uri: 'a.json', uriBaseId: '%SRCROOT%' };
  expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual(['size', 'colour']);
  expect(run?.results).toEqual([
    {
      ruleId: 'colour',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'It is red.' },
      locations: [
        {
          physicalLocation: { artifactLocation, region: { startLine: 3, startColumn: 13 } },
          logicalLocations: [{ fullyQualifiedName: 'Patient.gender' }],
        },
      ],
    },
    {
      ruleId: 'size',
      ruleIndex: 0,
      level: 'warning',
      message: { text: 'It is red.' },
      locations: [{ physicalLocation: { artifactLocation } }],
    },
  ]);
});

test('an error notification makes the run unsuccessful; a note does not', () => {
  const note = { level: 'note', message: 'More is left out.' } as const;
  const error = { level: 'error', message: 'b.json cannot be read.' } as const;
  expect(read({ notifications: [note] }).runs[0]?.invocations?.[0]?.executionSuccessful).toBe(true);
  expect(read({ notifications: [note, error] }).runs[0]?.invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'note', message: { text: 'More is left out.' } },
        { level: 'error', message: { text: 'b.json cannot be read.' } },
      ],
    },
  ]);
});

const addresses: readonly (readonly [string, string])[] = [
  ['x:y.json', './x:y.json'],
  ['-', '-'],
];
for (const [file, uri] of addresses) {
  test(`${JSON.stringify(file)} below the root has a URI relative to the root`, () => {
    const location = read({ findings: [finding({ file })] }).runs[0]?.results?.[0]?.locations?.[0];
    expect(location?.physicalLocation?.artifactLocation).toEqual({ uri, uriBaseId: '%SRCROOT%' });
  });
}

test('files outside the root have absolute URIs, as the root itself has', () => {
  const [run] = read({
    findings: [finding({ file: '../a.json' }), finding({ file: '/work folders/a.json' })],
  }).runs;
  expect(run?.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: 'file:///work%20folder/' } });
  const uris = run?.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation);
  expect(uris).toEqual([{ uri: 'file:///a.json' }, { uri: 'file:///work%20folders/a.json' }]);
});

test('text in the log is sanitized for the terminal', () => {
  const hostile = '\u001b[31m\u202e\u009b\u200b\r\n\u2028x';
  const text = renderSarif({
    rules: { colour: 'All is green.' },
    findings: [finding({ message: hostile, file: hostile, logicalNames: [hostile] })],
    notifications: [{ level: 'error', message: hostile }],
    root: '/',
  });
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});
