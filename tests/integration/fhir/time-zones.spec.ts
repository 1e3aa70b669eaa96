import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { compiled } from '../../support/compiled.ts';
import { slow } from '../../support/long.ts';

test('FHIR validation does not depend on the time zone of the machine', slow, () => {
  const file = compiled('fhir/node.ts');
  const period = { start: '2000-01-01T00:30:00+02:00', end: '1999-12-31T23:00:00Z' };
  const body = JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { resource: { resourceType: 'Patient', birthDate: '2000-03-26', name: [{ text: 'a', period }] } },
      {
        resource: {
          resourceType: 'Task',
          status: 'draft',
          intent: 'order',
          authoredOn: '2000-03-26T02:30:00Z',
          lastModified: '2000-03-26',
        },
      },
      {
        resource: {
          resourceType: 'Appointment',
          status: 'booked',
          participant: [{ status: 'accepted', type: [{ text: 'x' }] }],
          start: '2000-03-26T02:30:00Z',
          end: '2000-03-26T02:20:00Z',
        },
      },
    ],
  });
  const code = `import { createFhirValidator } from ${JSON.stringify(file)}; process.stdout.write(JSON.stringify(await createFhirValidator().validate(${JSON.stringify(body)}, { release: '5.0.0' })));`;
  const outputs = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'].map((TZ) => {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    return run.stdout;
  });
  expect(outputs[0]).toContain('app-5');
  expect(new Set(outputs).size).toBe(1);
});
