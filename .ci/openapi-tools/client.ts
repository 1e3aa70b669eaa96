import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { startReference } from '../../library/reference.ts';
import type { paths } from './generated/api.d.ts';

/** What an integrator writes with a generated client: it must compile, and work against the reference installation. */

const reference = await startReference();
const clientWith = (key: string) =>
  createClient<paths>({
    baseUrl: reference.baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    // OpenAPI's style `form`: one parameter for each property.
    querySerializer: { object: { style: 'form', explode: true } },
  });
const client = clientWith(reference.keys.first);
const [projectId = 0] = reference.projectIds;

const list = await client.GET('/api/v3/citations', {
  params: { query: { parameters: { project_id: projectId } } },
});
assert.ok(Array.isArray(list.data) && list.data.length > 0, 'The citations of a project are listed.');
assert.match(list.response.url, /\?project_id=\d+$/);

const project = await client.GET('/api/v3/projects/{id}', { params: { path: { id: projectId } } });
const types = project.data?.entry?.map(({ resource }) => resource?.resourceType);
assert.ok(types?.includes('Citation'), 'The entries of a project have resources.');

const user = await client.GET('/api/v3/users');
assert.ok(user.data !== undefined && !Array.isArray(user.data) && 'id' in user.data, 'A record has fields.');

const created = await client.POST('/api/v3/fhir_imports', {
  body: {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource: { resourceType: 'Citation', status: 'active', title: 'An imported citation' } }],
  },
});
assert.equal(created.response.status, 201);

const refused = await clientWith('no-such-key').GET('/api/v3/users');
assert.equal(refused.error?.error, 'Unauthorized');

await reference.close();
process.stdout.write('A generated client lists, reads, imports and is refused, as it is typed.\n');
