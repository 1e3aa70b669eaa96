import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startReference } from 'evidence-contract/reference';
import { publishedProjects } from './published-projects.js';

const requests = [];
let reference;

before(async () => {
  reference = await startReference({ onRequest: (request) => requests.push(request) });
});
after(() => reference.close());

test('lists the projects of a user', async () => {
  const names = await publishedProjects(reference.baseUrl, reference.keys.first);
  assert.ok(names.length > 0);
  assert.equal(requests.at(-1).headers.accept, 'application/json');
});

test('reports a key that is refused', async () => {
  await assert.rejects(publishedProjects(reference.baseUrl, reference.keys.revoked), /refused: Unauthorized/);
});

test('meets a service that refuses with something else than JSON', async () => {
  const broken = await startReference({ faults: ['refusal-as-html'] });
  try {
    await assert.rejects(publishedProjects(broken.baseUrl, 'a-key-that-nobody-has'), SyntaxError);
  } finally {
    await broken.close();
  }
});
