import { expect, test } from 'evidence-contract/playwright';

test('every listed project can be read, and is FHIR', async ({ ask }) => {
  const projects = await ask<{ id: number }[]>('GET /api/v3/projects');
  expect(projects).toHaveStatus(200);
  for (const { id } of projects.json) {
    const project = await ask(`GET /api/v3/projects/${id}`);
    expect(project).toHaveStatus(200);
    await expect(project).toBeFhir('Bundle');
  }
});

test('a revoked key opens nothing', async ({ ask, installation }) => {
  test.skip(!installation.has('revoked-key'), 'REVOKED_API_KEY is not set.');
  for (const key of ['revoked-header', 'revoked-query'] as const) {
    const refused = await ask('GET /api/v3/users', { key });
    expect(refused).toRefuseKey();
    expect(refused).toBeErrorBody('Unauthorized');
  }
});

test('promises that this project relies on are kept', async ({ installation }) => {
  await expect(installation).toKeep('AUTH-9');
  await expect(installation).toKeep('errors.unknown-id');
});
