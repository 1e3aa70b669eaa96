import { expect, test } from '@playwright/test';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { type HostileResult, hostileInstallation } from './hostile-run.ts';
import { answering, startWith } from './reference-run.ts';

test.describe('ids that a list shows lead to no other place', () => {
  const endpoint = 'GET /api/v3/citations';
  const ids: readonly string[] = [
    '..',
    '.',
    '../users',
    '../../v4/projects',
    '..%2fusers',
    '%2e%2e',
    '1?admin=true',
    '1#top',
    '1\r\nX-Injected: yes\r\n\r\nGET /evil HTTP/1.1',
    '1%0d%0aX-Injected: yes',
    '1 HTTP/1.1',
    '\u0000',
    '\u001b[2J',
    '\\..\\users',
    '//evil.example/x',
    'http://evil.example/',
    '@evil.example',
    ';id=2',
    'ü€😀',
    '\ud800',
    "1'; DROP TABLE citations; --",
    '$(reboot)',
    '`reboot`',
    'a'.repeat(100_000),
  ];
  for (const id of ids) {
    test(`as in ${JSON.stringify(id.slice(0, 40))}`, async () => {
      const lists = answering(endpoint, `[{"id": ${JSON.stringify(id)}}]`);
      const seen: string[] = [];
      const { record } = await runOrConform({
        ...lists,
        before: (request, _response, next) => {
          seen.push(request.url);
          expect(request.headers['x-injected']).toBeUndefined();
          next();
        },
      });
      const known =
        /^\/api\/v[34]\/(projects|citations|key_questions|extractions|sd_meta_data|extraction_forms_projects|fhir_imports|artifact_assessments|users|no_such_resource)(\/[^/?#]*)?\/?(\?.*)?$/;
      for (const url of seen) {
        expect(url).toMatch(known);
        expect(url.length).toBeLessThan(2000);
      }
      const asked = seen
        .filter((url) => url.startsWith('/api/v3/citations/'))
        .map((url) => url.split('?')[0]);
      for (const url of asked) expect(decodeURIComponent(url ?? '')).not.toMatch(/\/(users|\.\.?)$/);
      expect(seen.length).toBe(record.requests);
      for (const { curl } of record.exchanges) expect(curl).not.toMatch(/\p{Cc}/u);
    });
  }

  /** An odd id is no violation by itself, so the exit code may be 0 here. */
  async function runOrConform(transform: ResponseTransform): Promise<Pick<HostileResult, 'record'>> {
    const reference = await startWith([transform]);
    try {
      return await runInstallation(
        hostileInstallation(reference.baseUrl, { timeoutMs: 5000, deadlineMs: 30_000 }),
        { tier: 'full' },
      );
    } finally {
      await reference.close();
    }
  }
});
