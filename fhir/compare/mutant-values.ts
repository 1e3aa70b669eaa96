import type { JsonValue } from '../json/json-value.ts';
import { div } from './changes.ts';

/** Values at the edge of the format of each type, valid ones among them. */
export const edgeValues: Readonly<Record<string, readonly JsonValue[]>> = {
  base64Binary: ['a', 'YWJj', 'YW Jj', 'YWJj=', '====', 'YWJ_'],
  canonical: ['a b', 'http://example.org/x|1', 'urn:uuid:1'],
  code: ['a  b', ' a', 'a ', 'a\tb'],
  date: ['2020-13-01', '2020-02-30', '2020-2-3', '2020', '2020-02', '20-02-03', '2020-02-03T00:00:00Z'],
  dateTime: ['2020-02-30', '2020-02-03T10:00', '2020-02-03T10:00:00', '2020-02-03T25:00:00Z', '2020-02'],
  decimal: [1e3, 0.1, -7],
  id: ['a_b', 'a b', 'x'.repeat(65), 'A-1.b'],
  instant: ['2020-01-01', '2020-01-01T10:00:00', '2020-01-01T10:00:00Z', '2020-01-01T10:00:00.123+14:30'],
  integer: [1.5, 2147483648, -1],
  markdown: [' ', 'x\ny'],
  oid: ['1.2', 'urn:oid:1.02', 'urn:oid:1.2.3', 'urn:oid:3.1'],
  positiveInt: [0, 1, -1, 2147483648],
  string: [' a', ' ', 'a\u0000b', 'x'],
  time: ['25:00:00', '10:00', '10:00:00', '10:00:00Z', '23:59:60'],
  unsignedInt: [-1, 0, 1.5],
  uri: ['a b', 'urn:uuid:1', 'urn:oid:x', 'relative', 'urn:oid:1.2.3'],
  url: ['a b', 'http://example.org/x'],
  uuid: ['urn:uuid:1', 'urn:uuid:C757873D-EC9A-4326-A141-556F43239520'],
};

/** Narratives, broken ones and good ones. */
export const narratives: Readonly<Record<string, string>> = {
  'a script': div('<script>x</script>'),
  'no text': div(' '),
  'an image alone': div('<img src="x.png" alt="x"/>'),
  'an open element': div('<p>x'),
  'another root': '<p xmlns="http://www.w3.org/1999/xhtml">x</p>',
  'no namespace': '<div>x</div>',
  'an unknown element': div('<foo>x</foo>'),
  'an event handler': div('<p onclick="x()">x</p>'),
  'an HTML entity': div('a&nbsp;b &copy; &eacute;'),
  'an unknown entity': div('&nosuch;'),
  'a comment': div('<!-- x -->x'),
  'a document type': `<!DOCTYPE html>${div('x')}`,
  'a form': div('<form><input type="text"/></form>'),
  'plain text': 'x',
  'a table': div('<table border="1"><tr><td colspan="2">x</td></tr></table>'),
  'an unquoted attribute': div('<p class=x>x</p>'),
  'a frame': div('<iframe src="https://example.org"/>'),
  'two roots': `${div('x')}${div('y')}`,
  'a link that runs a script': div('<a href="javascript:x()">x</a>'),
  'an unescaped ampersand': div('a & b'),
};

/** References, broken ones and good ones. */
export const references: Readonly<Record<string, JsonValue>> = {
  'a type that does not exist': { reference: 'Foo/1' },
  'a type that is not allowed': { reference: 'Schedule/1' },
  'a contained resource that is missing': { reference: '#none' },
  'an id with a space': { reference: 'Patient/a b' },
  'a type that the URL denies': { reference: 'Patient/1', type: 'Group' },
  'an address elsewhere': { reference: 'https://example.org/x' },
  'a display alone': { display: 'x' },
  'an unknown type beside an identifier': { type: 'Foo', identifier: { value: '1' } },
  'a URN without its UUID': { reference: 'urn:uuid:1' },
};

/** Values that break a rule of their type, or nearly. */
export const ruleBreakers: Readonly<Record<string, readonly [typeName: string, value: JsonValue]>> = {
  'a period that ends before it starts': ['Period', { start: '2021-03-01', end: '2020' }],
  'a range whose low is higher': ['Range', { low: { value: 2 }, high: { value: 1 } }],
  'an extension without a value': ['Extension', { url: 'http://example.org/extension' }],
  'a code without a system in a quantity': ['Quantity', { value: 1, code: 'kg' }],
  'a contact point without a system': ['ContactPoint', { value: '1' }],
  'data without a content type': ['Attachment', { data: 'YWJj' }],
};
