import { expect, test } from '@playwright/test';
import { emptyTally, type Result, sumOf, type Tally, tallyOf } from '../../../../cli/validate/result.ts';
import { closingSentence, textFormat } from '../../../../cli/validate/text-format.ts';
import { cutOff, doubtful, judged, report, unreadable, wrongCode } from './results.ts';

function print(results: readonly Result[], width = 100): string {
  const format = textFormat({ colour: false, width });
  const tally = results.map(tallyOf).reduce(sumOf, emptyTally);
  return results.map(format.add).join('') + format.end(tally);
}

test('a named file gets one line, or a block if it has issues, and totals follow', () => {
  expect(
    print([judged('a.json'), judged('b.json', [wrongCode, doubtful]), judged('c.json'), judged('d.json')]),
  ).toBe(`✓ a.json  Patient, FHIR 4.0.1

✗ b.json  Patient, FHIR 4.0.1
   3:13  error    Patient.gender  binding
         The code "mal" is not in the value set; the nearest allowed code is "male". (FHIR 4.0.1)
  120:7  warning  Patient.link[0].other  reference
         The reference does not resolve.

✓ c.json  Patient, FHIR 4.0.1
✓ d.json  Patient, FHIR 4.0.1

✗ 1 of 4 files is not valid: 1 error, 1 warning.
`);
});

test('of files in a folder and of NDJSON lines only those with issues are shown', () => {
  expect(
    print([
      judged('data/a.json', [], { isNamed: false }),
      judged('data/b.ndjson', [], { line: 1 }),
      judged('data/b.ndjson', [doubtful], { line: 2, isNamed: false }),
    ]),
  ).toBe(`✓ data/b.ndjson:2  Patient, FHIR 4.0.1
  120:7  warning  Patient.link[0].other  reference
         The reference does not resolve.

✓ 3 resources are valid: 1 warning.
`);
});

test('an issue about invalid JSON has no path, and its position is shown once', () => {
  const result = judged('a.json', [], {
    report: { valid: false, releasesByType: {}, issues: [cutOff], omittedIssues: 0 },
  });
  expect(print([result])).toBe(`✗ a.json
  7:2  error  text
       The JSON text ends too early: it is cut off.

✗ 1 file is not valid: 1 error.
`);
});

test('messages are wrapped below their position, with less indentation on a narrow terminal', () => {
  const lines = print([judged('a.json', [wrongCode])], 60).split('\n');
  expect(lines.slice(2, 4)).toEqual([
    '        The code "mal" is not in the value set; the nearest',
    '        allowed code is "male". (FHIR 4.0.1)',
  ]);
  const narrow = print([judged('a.json', [wrongCode])], 30).split('\n');
  expect(narrow.slice(2, 4)).toEqual(['    The code "mal" is not in', '    the value set; the nearest']);
});

test('omitted issues are counted', () => {
  const many = judged('a.json', [], { report: report([wrongCode], { omittedIssues: 1_312 }) });
  expect(print([many])).toContain('\n  1,312 more issues not listed\n');
  expect(print([many])).toContain('1 file is not valid: 1 error, 1,312 more issues not listed.');
});

test('valid files are green, invalid files and errors red, and warnings yellow', () => {
  const format = textFormat({ colour: true, width: 100 });
  const esc = '\u001b';
  expect(format.add(judged('a.json'))).toContain(`${esc}[32m✓${esc}[39m`);
  expect(format.add(judged('b.json', [wrongCode, doubtful]))).toMatch(
    new RegExp(`${esc}\\[31m✗[^]*${esc}\\[31merror[^]*${esc}\\[33mwarning`),
  );
});

test('control characters from a file or its name are not printed', () => {
  const hostile = '\u001b[31m\u202e\u009b\u200b\r\n\u2028x';
  const text = print([
    judged(`${hostile}.json`, [{ ...wrongCode, path: hostile, message: hostile }], {
      report: report([{ ...wrongCode, path: hostile, message: hostile }], { resourceType: hostile }),
    }),
  ]);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text.split('\n')).toHaveLength(6);
});

const totals: readonly (readonly [string, Partial<Tally>])[] = [
  ['1 file is valid.', { judged: 1 }],
  ['14 files are valid: 2 warnings.', { judged: 14, warnings: 2 }],
  ['1 of 2 files is not valid: 3 errors, 1 warning.', { judged: 2, invalid: 1, errors: 3, warnings: 1 }],
  ['3 of 10,000 files are not valid: 4 errors.', { judged: 10_000, invalid: 3, errors: 4 }],
  ['1 of 20 resources is not valid: 1 error.', { judged: 20, lines: 19, invalid: 1, errors: 1 }],
  ['2 files are valid. 1 file could not be read.', { judged: 2, notRead: 1 }],
];
for (const [sentence, tally] of totals) {
  test(`totals: ${sentence}`, () => {
    expect(closingSentence({ ...emptyTally, ...tally })).toBe(sentence);
  });
}

test('an unreadable file appears only in the totals', () => {
  expect(print([unreadable('none')])).toBe('✗ Nothing was validated. 1 file could not be read.\n');
});
