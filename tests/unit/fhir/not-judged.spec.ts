import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { fhirReleases } from '../../../fhir/index.ts';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';

const guide = readFileSync(new URL('../../../docs/fhir-validation.md', import.meta.url), 'utf8');
const [, section = ''] = /\n## What is not judged\n(.*?)(?:\n## |$)/s.exec(guide) ?? [];
const rows = section.split('\n').flatMap((line) => {
  const [, what, json] = /^\| (.*?) \| .*`(\{.*\})` \|$/.exec(line) ?? [];
  return what === undefined || json === undefined ? [] : [[what, json] as const];
});
const definitions = installedDefinitions();

for (const [what, json] of rows) {
  test(`the validator reports no issue, as docs/fhir-validation.md says: ${what}`, () => {
    const reports = fhirReleases
      .map((release) => validateBody(definitions, json, { release }))
      // Not every release has every element.
      .filter(({ issues }) => !issues.some(({ level }) => level === 'structure'));
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.flatMap(({ issues }) => issues)).toEqual([]);
  });
}

test('the guide has at least 15 examples of things that are not judged', () => {
  expect(rows.length).toBeGreaterThanOrEqual(15);
});
