import { expect, test } from '@playwright/test';
import { outcomeFormat } from '../../../../cli/validate/formats.ts';
import { emptyTally, type Result } from '../../../../cli/validate/result.ts';
import { fhirReleases } from '../../../../fhir/index.ts';
import { installedDefinitions } from '../../../../fhir/installed-definitions.ts';
import type { FhirIssue, IssueLevel } from '../../../../fhir/types.ts';
import { validateBody } from '../../../../fhir/validate-body.ts';
import { cutOff, doubtful, judged, report, unreadable, wrongCode } from './results.ts';

const definitions = installedDefinitions();

/** The output of the format, which each release must accept as valid. */
function print(results: readonly Result[]): Record<string, unknown> {
  const format = outcomeFormat();
  for (const result of results) expect(format.add(result)).toBe('');
  const text = format.end(emptyTally);
  for (const release of fhirReleases) {
    expect(validateBody(definitions, text, { release })).toMatchObject({ valid: true, issues: [] });
  }
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  return JSON.parse(text) as Record<string, unknown>;
}

const extension = (name: string, value: object): object => ({
  url: `http://hl7.org/fhir/StructureDefinition/operationoutcome-${name}`,
  ...value,
});

test('one resource gives an OperationOutcome with the position and path of each issue', () => {
  expect(print([judged('a.json', [wrongCode, doubtful])])).toEqual({
    resourceType: 'OperationOutcome',
    extension: [extension('file', { valueString: 'a.json' })],
    issue: [
      {
        extension: [
          extension('issue-line', { valueInteger: 3 }),
          extension('issue-col', { valueInteger: 13 }),
        ],
        severity: 'error',
        code: 'code-invalid',
        details: { text: wrongCode.message },
        diagnostics: 'binding: a.json:3:13',
        expression: ['Patient.gender'],
      },
      {
        extension: [
          extension('issue-line', { valueInteger: 120 }),
          extension('issue-col', { valueInteger: 7 }),
        ],
        severity: 'warning',
        code: 'value',
        details: { text: doubtful.message },
        diagnostics: 'reference: a.json:120:7',
        expression: ['Patient.link[0].other'],
      },
    ],
  });
});

const allOk = { severity: 'information', code: 'informational', details: { text: 'All OK' } };

test('a resource without issues gives an OperationOutcome with the issue "All OK"', () => {
  expect(print([judged('a.json')])).toMatchObject({ issue: [allOk] });
});

test('several resources give a Bundle, which is the same each time', () => {
  const inLine = judged('b.ndjson', [{ ...wrongCode, line: 17 }], { line: 17 });
  const results = [judged('a.json'), judged('a.json'), inLine];
  const bundle = print(results) as { entry: { fullUrl: string; resource: object }[] };
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'collection' });
  expect(bundle.entry.map(({ resource }) => resource)).toMatchObject([
    { issue: [allOk] },
    { issue: [allOk] },
    { extension: [{ valueString: 'b.ndjson:17' }], issue: [{ diagnostics: 'binding: b.ndjson:17:13' }] },
  ]);
  expect(new Set(bundle.entry.map(({ fullUrl }) => fullUrl)).size).toBe(3);
  expect(print(results)).toEqual(bundle);
});

test('no resources give an empty Bundle', () => {
  expect(print([])).toEqual({ resourceType: 'Bundle', type: 'collection' });
});

test('a file that cannot be read or validated is a fatal issue, and omitted issues are counted', () => {
  const large = report([{ ...cutOff, message: 'The body was not validated: it is too large.' }]);
  expect(
    print([
      unreadable('none.json'),
      judged('b.json', [], { report: large, isUnread: true }),
      judged('c.json', [], { report: report([wrongCode], { omittedIssues: 12 }) }),
    ]),
  ).toMatchObject({
    entry: [
      {
        resource: {
          issue: [
            {
              severity: 'fatal',
              code: 'processing',
              details: { text: expect.stringContaining('none.json cannot be read') },
            },
          ],
        },
      },
      {
        resource: { issue: [{ severity: 'fatal', details: { text: expect.stringContaining('too large') } }] },
      },
      {
        resource: {
          issue: [
            { severity: 'error' },
            { severity: 'information', details: { text: '12 more issues not listed' } },
          ],
        },
      },
    ],
  });
});

const levels: readonly IssueLevel[] = [
  'text',
  'structure',
  'cardinality',
  'binding',
  'primitive-format',
  'choice',
  'invariant',
  'reference',
];
const paths: readonly (readonly [string, boolean])[] = [
  ['', false],
  ['Patient', true],
  ['Bundle.entry[3].resource._birthDate.extension[0]', true],
  ['Patient.na me', false],
  ['Questionnaire.item[0]….item[0].type', false],
  ['a[0].\ufffd', false],
];
test('every level gives a FHIR issue code, and only a valid FHIRPath becomes an expression', () => {
  const issues = levels.flatMap((level) =>
    paths.map(([path]): FhirIssue => ({ severity: 'error', level, path, message: 'It is wrong.' })),
  );
  const outcome = print([judged('a.json', issues)]) as { issue: { expression?: string[] }[] };
  expect(outcome.issue.slice(0, paths.length).map(({ expression }) => expression?.[0])).toEqual(
    paths.map(([path, isExpression]) => (isExpression ? path : undefined)),
  );
});

test('hostile file names, paths and messages give valid FHIR', () => {
  const hostile = '\u001b[31m\u202e\u0000\u2028\ud800\r\n';
  for (const name of [hostile, '', '  ', 'a\tb'])
    print([judged(name, [{ ...wrongCode, path: hostile, message: `${hostile}x` }]), unreadable(name)]);
});
