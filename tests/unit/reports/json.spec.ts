import { expect, test } from '@playwright/test';
import { renderJson } from '../../../reports/json.ts';
import { forbidden, hostile } from '../../support/records.ts';

test('JSON output keeps every value and escapes characters that a terminal would obey', () => {
  const value = { text: `${hostile}\u{E0041}`, list: [1, null, true], nested: { '\u202e': '\n' } };
  const text = renderJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(forbidden);
  expect(text.endsWith('}\n')).toBe(true);
});
