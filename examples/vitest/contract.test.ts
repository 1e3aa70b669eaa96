import { runContract } from 'evidence-contract';
import { createValidator } from 'evidence-contract/fhir';
import { type Reference, startReference } from 'evidence-contract/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';

let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

test('users are shown to their owners alone', async () => {
  const { findings, coverage } = await runContract({
    baseUrl: reference.baseUrl,
    apiKey: reference.keys.first,
    pace: 'off',
    only: ['users'],
  });
  expect(findings).toEqual([]);
  expect(coverage).toBe(1);
});

test('a report is valid FHIR', async () => {
  const validator = createValidator({ releases: ['5.0.0'] });
  const { issues } = await validator.validate(
    { resourceType: 'EvidenceReport', status: 'active' },
    { release: '5.0.0' },
  );
  expect(issues.map(({ path }) => path)).toContain('EvidenceReport.subject');
});
