import { expect, test } from '@playwright/test';
import type { IssueLevel } from '../../../fhir/index.ts';
import { createFhirValidator } from '../../../fhir/node.ts';
import { defects } from './defects.ts';

const validator = createFhirValidator();

for (const [level, rows] of Object.entries(defects) as [IssueLevel, (typeof defects)[IssueLevel]][]) {
  for (const [name, body, path, release] of rows) {
    test(`an error of the level ${level} is reported: ${name}`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const report = await validator.validate(text, release ? { release } : {});
      const errors = report.issues.filter((issue) => issue.severity === 'error');
      expect(errors.map((issue) => [issue.level, issue.path])).toContainEqual([level, path]);
      expect(report.valid).toBe(false);
      expect(report.issues.length).toBeLessThanOrEqual(2);
      for (const issue of report.issues) expect(issue.message).toMatch(/^[^\n]{10,700}$/);
    });
  }
}
