import { expect, test } from '@playwright/test';
import { validateText } from '../../../fhir/index.ts';
import { legal } from './legal.ts';

for (const [topic, rows] of Object.entries(legal)) {
  for (const [name, body, release] of rows) {
    test(`${topic}: ${name}`, () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const report = validateText(text, release ? { release } : {});
      expect(report.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
      expect(report.valid).toBe(true);
    });
  }
}

test('the table holds at least 120 rare resources', () => {
  expect(Object.values(legal).flat().length).toBeGreaterThanOrEqual(120);
});
