import { expect, test } from '@playwright/test';
import { createFhirValidator } from '../../../fhir/index.ts';
import { Definitions } from '../../../fhir/release-definitions.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { bundle, evidenceReport, observation, patient } from '../../support/fhir-resources.ts';

const manyEntries = JSON.stringify(
  bundle(Array.from({ length: 12_000 }, (_, index) => ({ resource: observation({ id: `o${index}` }) }))),
);

test('a large body is validated in a thread, while the caller goes on', async () => {
  expect(manyEntries.length).toBeGreaterThan(1_000_000);
  const validator = createFhirValidator();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    const report = await validator.validate(manyEntries);
    expect(report).toMatchObject({ valid: true, resourceType: 'Bundle', entryCount: 12_000 });
    expect(turns).toBeGreaterThan(0);
  } finally {
    clearInterval(timer);
    await validator.close();
  }
});

test('the thread gives the same report as this thread', async () => {
  const body = JSON.stringify(
    bundle([
      { resource: patient({ gender: 'x' }) },
      { resource: evidenceReport() },
      ...JSON.parse(manyEntries).entry,
    ]),
  );
  const validator = createFhirValidator();
  try {
    const reports = await Promise.all([
      validator.validate(new TextEncoder().encode(body)),
      validator.validate(body),
    ]);
    expect(reports[0]).toEqual(validateBody(new Definitions(), body));
    expect(reports[1]).toEqual(reports[0]);
  } finally {
    await validator.close();
  }
});

test('a closed validator can be used again, and bodies that are pending when it closes get a failed report', async () => {
  const validator = createFhirValidator();
  const pending = validator.validate(manyEntries);
  await validator.close();
  expect(await pending).toMatchObject({ valid: false, issues: [{ level: 'text' }] });
  expect(await validator.validate(manyEntries)).toMatchObject({ valid: true });
  await validator.close();
});

test('small bodies need no thread', async () => {
  const validator = createFhirValidator();
  expect(await validator.validate(JSON.stringify(patient()))).toMatchObject({ valid: true });
  await validator.close();
});
