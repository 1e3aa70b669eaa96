import { expect, test } from '@playwright/test';
import { createFhirValidator } from '../../../fhir/node.ts';
import { primitiveFormats } from '../../../fhir/structure/primitives.ts';

const validator = createFhirValidator();

test('a narrative nested 200,000 levels deep is reported as one error', async () => {
  const div = `<div xmlns="http://www.w3.org/1999/xhtml">${'<b>'.repeat(200_000)}</div>`;
  const report = await validator.validate(
    JSON.stringify({ resourceType: 'Patient', text: { status: 'generated', div } }),
  );
  expect(report.issues).toMatchObject([{ level: 'primitive-format', path: 'Patient.text.div' }]);
});

test('a narrative that declares entities is rejected', async () => {
  const div = '<!DOCTYPE d [<!ENTITY a "aaaa">]><div xmlns="http://www.w3.org/1999/xhtml">&a;</div>';
  const report = await validator.validate(
    JSON.stringify({ resourceType: 'Patient', text: { status: 'generated', div } }),
  );
  expect(report.issues).toMatchObject([{ level: 'primitive-format', path: 'Patient.text.div' }]);
});

const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'date',
    ['2000', '2000-02', '2000-02-29', '2400-02-29'],
    ['', '200', '2000-2', '1900-02-29', '2000-00', '2000-01-00', '2000-04-31', '2000-01-01T', '+2000'],
  ],
  [
    'dateTime',
    ['2000', '2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000-14:00'],
    [
      '2000-01T00:00:00Z',
      '2000-01-01 00:00:00Z',
      '2000-01-01T00:00:00z',
      '2000-01-01T00:60:00Z',
      '2000-01-01T00:00:61Z',
      '2000-01-01T00:00:00.Z',
      '2000-01-01T00:00:00+1400',
      '2000-01-01T00:00:00+14:01',
    ],
  ],
  ['instant', ['2000-01-01T00:00:00Z'], ['2000', '2000-01-01', '2000-01-01T00:00:00']],
  ['time', ['00:00:00', '23:59:60.999'], ['24:00:00', '00:00', '0:00:00', '00:00:00Z']],
  ['integer', ['0', '-1', '2147483647'], ['-0.0', '1.0', '1e1', '2147483648', '-2147483649', '00']],
  ['positiveInt', ['1'], ['0', '-1']],
  ['unsignedInt', ['0'], ['-1']],
  ['integer64', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', 'x', '1.0']],
  ['decimal', ['0', '1.50', '1e300', '0.12345678901234567890'], ['1e400', '-1e999']],
  ['id', ['a', '-', '.', 'A'.repeat(64)], ['', 'a_b', 'a/b', 'ä', 'A'.repeat(65), 'a\n']],
  ['code', ['a', 'a b', 'a-b'], [' a', 'a ', 'a  b', '\ta']],
  [
    'uri',
    [
      'http://a',
      'urn:x',
      '',
      'ä',
      'urn:oid:1.2.3',
      'urn:oid:1.2.3#r1',
      'urn:uuid:c757873d-ec9a-4326-a141-556f43239520#r1',
      'urn:uuid:c757873d-ec9a-4326-a141-556f43239520?+x?=y',
    ],
    ['a b', 'a\tb', 'urn:oid:4.1', 'urn:oid:1.02', 'urn:uuid:x', 'urn:uuid:x#c757873d'],
  ],
  ['oid', ['urn:oid:1.2.3', 'urn:oid:0.0'], ['1.2.3', 'urn:oid:1', 'urn:oid:3.1', 'urn:oid:1.01']],
  [
    'uuid',
    ['urn:uuid:c757873d-ec9a-4326-a141-556f43239520'],
    [
      'c757873d-ec9a-4326-a141-556f43239520',
      'urn:uuid:C757873D-ec9a-4326-a141-556f43239520',
      'urn:uuid:c757873d',
    ],
  ],
  [
    'base64Binary',
    ['YWJj', 'YQ==', 'YWI=', 'YW Jj', 'YWJj\nYWJj'],
    ['YWJ', 'Y===', 'YQ==YQ==', 'YW-j', 'YWJj='],
  ],
  // Strings SHOULD contain more than spaces and no control characters, so neither is an error.
  ['string', ['a', ' a', 'a\n', '\u00a0x', ' ', '\u00a0', 'a\u0001'], ['a'.repeat(1_048_577)]],
  ['markdown', ['# a', ' a', '\n'], ['a'.repeat(1_048_577)]],
];
for (const [type, right, wrong] of rows) {
  test(`the format ${type} accepts valid texts and rejects invalid ones`, () => {
    const findError = primitiveFormats.get(type)?.findError;
    for (const text of right) expect([text, findError?.(text)]).toEqual([text, undefined]);
    for (const text of wrong) expect([text, typeof findError?.(text)]).toEqual([text, 'string']);
  });
}

const messages: readonly (readonly [text: string, message: string])[] = [
  ['2024-05-01T10:00:00.000+0000', 'a time zone is written Z, or +hh:mm up to 14:00'],
  ['2024-05-01T10:00:00+02', 'a time zone is written Z, or +hh:mm up to 14:00'],
  ['2024-05-01T10:00:00 +00:00', 'a time zone is written Z, or +hh:mm up to 14:00'],
  ['2024-05-01T10:00:00+15:00', 'a time zone is written Z, or +hh:mm up to 14:00'],
  ['2024-05-01T10:00:00', 'a time zone (Z or +hh:mm) is needed after the time'],
  ['2024-05-01T10:00', 'a time is written hh:mm:ss, with a fraction if needed'],
  ['2024-05-01T10:00+0000', 'a time is written hh:mm:ss, with a fraction if needed'],
  ['2024-05-01 10:00:00Z', 'between a date and its time stands T'],
  ['2024-05-01t10:00:00Z', 'between a date and its time stands T'],
  ['2024-13-01 10:00:00Z', 'a date is written YYYY, YYYY-MM or YYYY-MM-DD'],
];
for (const [text, message] of messages) {
  test(`the message about the dateTime ${text} names the wrong part`, () => {
    const format = new Map(primitiveFormats).get('dateTime');
    expect(format?.findError(text)).toBe(message);
  });
}
