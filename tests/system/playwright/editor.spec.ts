import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { long } from '../../support/long.ts';
import { ownTests } from './consumer.ts';
import { startEditorSession } from './editor-session.ts';

test('an editor extension lists tests, runs one, and gets new answers on the next run', long, async () => {
  test.slow();
  let isOpen = false;
  const door: ResponseTransform = {
    transformAnswer: (answer, { endpoint }) =>
      isOpen && endpoint === 'GET /api/v3/users' && answer.status === 401
        ? { ...answer, status: 200 }
        : answer,
  };
  const requests: string[] = [];
  const reference = await startReference({
    rateLimit: 'off',
    transforms: [door],
    onRequest: ({ method, path, query, headers }) => {
      requests.push(`${method} ${path} ${JSON.stringify(query)} ${headers.authorization} ${headers.accept}`);
    },
  });
  const folder = ownTests(
    { 'of our own': `expect(await ask('GET /api/v3/users', { key: 'none' })).toRefuseKey();` },
    {
      'contract/contract.spec.ts':
        "import { contractTests } from 'evidence-contract/playwright';\ncontractTests({ only: ['users'] });\n",
    },
  );
  const file = join(folder, 'contract/contract.spec.ts');
  const editor = await startEditorSession(folder, {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    PACE: 'off',
  });
  try {
    const listed = await editor.listTests(file);
    const auth = listed.find(({ titles }) => titles.includes('accepts valid keys and refuses all others'));
    expect(auth?.titles).toContain('GET /api/v3/users');
    expect(listed.length).toBeGreaterThan(4);
    expect(requests).toEqual([]);
    expect(await editor.runGlobalSetup()).toBe('passed');

    const testId = auth?.testId ?? '';
    expect(await editor.runTests(file, [testId])).toEqual([{ testId, status: 'passed', errors: [] }]);
    const first = requests.splice(0);
    expect(first.length).toBeGreaterThan(3);
    expect(new Set(first).size).toBe(first.length);

    // Somebody changes the service, and runs the same test again: no answer is remembered.
    isOpen = true;
    const [again] = await editor.runTests(file, [testId]);
    expect(again?.status).toBe('failed');
    const text = stripVTControlCharacters(again?.errors[0]?.message ?? '');
    expect(text).toMatch(
      /^Error: An error is reported as a success:\n.*GET \/api\/v3\/users without a key reports/,
    );
    expect(requests.splice(0).toSorted()).toEqual(first.toSorted());

    isOpen = false;
    const all = await editor.runTests(file);
    expect(all.map(({ testId: id }) => id).toSorted()).toEqual(listed.map(({ testId: id }) => id).toSorted());
    expect(all.filter(({ status }) => !['passed', 'skipped'].includes(status))).toEqual([]);
    const own = await editor.runTests(join(folder, 'contract/own.spec.ts'));
    expect(own.map(({ status }) => status)).toEqual(['passed']);
    expect(await editor.runGlobalTeardown()).toBe('passed');
  } finally {
    await editor.close();
    await reference.close();
  }
});
