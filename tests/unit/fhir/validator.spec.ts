import { expect, test } from '@playwright/test';
import { installedDefinitions } from '../../../fhir/installed-definitions.ts';
import { createFhirValidator } from '../../../fhir/node.ts';
import { validateBody } from '../../../fhir/validate-body.ts';
import { patient } from '../../support/fhir-resources.ts';

test('a validator validates a text and its bytes in the same way', async () => {
  const validator = createFhirValidator();
  const body = JSON.stringify(patient({ gender: 'x' }));
  const report = await validator.validate(body);
  expect(report).toMatchObject({ valid: false, resourceType: 'Patient' });
  expect(report).toEqual(validateBody(installedDefinitions(), body));
  expect(await validator.validate(new TextEncoder().encode(body))).toEqual(report);
});

test('a body that is nested too deep may be valid, and its report says that it was not validated', async () => {
  const report = await createFhirValidator().validate(`${'['.repeat(500)}${']'.repeat(500)}`);
  expect(report.unread).toBe('it is nested deeper than 400 levels');
  expect(report.issues.map(({ message }) => message)).toEqual([
    'The body was not validated: it is nested deeper than 400 levels.',
  ]);
});
