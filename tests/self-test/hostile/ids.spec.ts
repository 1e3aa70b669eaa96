import { expect, test } from '@playwright/test';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';
import { type HostileResult, hostileInstallation } from './hostile-run.ts';
import { answering, startWith } from './reference-run.ts';

test.describe('ids that a list shows lead to no other place', () => {
  const endpoint = 'GET /api/v3/citations';
  /** Each would lead to another path in a different way; unit tests cover which ids are usable. */
  const ids: readonly string[] = [
    '..',
    '../users',
    '%2e%2e',
    '1?admin=true',
    '1%0d%0aX-Injected: yes',
    '1\r\nX-Injected: yes\r\n\r\nGET /evil HTTP/1.1',
    '\ud800',
  ];
  for (const id of ids) {
    test(`${JSON.stringify(id)} causes only requests to documented paths, without an injected header`, async () => {
      const lists = answering(endpoint, `[{"id": ${JSON.stringify(id)}}]`);
      const seen: string[] = [];
      const injected: unknown[] = [];
      const { record } = await runOrConform({
        ...lists,
        before: (request, _response, next) => {
          seen.push(request.url);
          if (request.headers['x-injected'] !== undefined) injected.push(request.headers);
          next();
        },
      });
      expect(injected).toEqual([]);
      const known =
        /^\/api\/v[34]\/(projects|citations|key_questions|extractions|sd_meta_data|extraction_forms_projects|fhir_imports|artifact_assessments|users|no_such_resource)(\/[^/?#]*)?\/?(\?.*)?$/;
      expect(seen.filter((url) => !known.test(url) || url.length >= 2000)).toEqual([]);
      const asked = seen
        .filter((url) => url.startsWith('/api/v3/citations/'))
        .map((url) => decodeURIComponent(url.split('?')[0] ?? ''));
      expect(asked.filter((path) => /\/(users|\.\.?)$/.test(path))).toEqual([]);
      expect(seen.length).toBe(record.requests);
      expect(record.exchanges.filter(({ curl }) => /\p{Cc}/u.test(curl))).toEqual([]);
    });
  }

  /** An odd id is not a violation by itself, so the exit code may be 0 here. */
  async function runOrConform(transform: ResponseTransform): Promise<Pick<HostileResult, 'record'>> {
    return whileOpen(startWith([transform]), async (reference) => {
      return await runInstallation(
        hostileInstallation(reference.baseUrl, { timeoutMs: 5000, deadlineMs: 30_000 }),
        { tier: 'full', bodies: sharedBodies() },
      );
    });
  }
});
