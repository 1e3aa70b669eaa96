import { expect, test } from '@playwright/test';
import { createFhirValidator } from '../../../fhir/node.ts';
import { legal } from './legal.ts';

const validator = createFhirValidator();

for (const [topic, rows] of Object.entries(legal)) {
  for (const [name, body, release] of rows) {
    test(`a valid resource has no errors (${topic}): ${name}`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const report = await validator.validate(text, release ? { release } : {});
      expect(report.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
      expect(report.valid).toBe(true);
    });
  }
}
