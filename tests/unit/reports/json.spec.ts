import { expect, test } from '@playwright/test';
import { renderJson } from '../../../reports/json.ts';
import { forbidden, hostile } from '../../support/records.ts';

test('JSON keeps every value and holds nothing that acts on a terminal', () => {
  const value = { text: `${hostile}\u{E0041}`, list: [1, null, true], nested: { '\u202e': '\n' } };
  const text = renderJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(forbidden);
  expect(text.endsWith('}\n')).toBe(true);
});
