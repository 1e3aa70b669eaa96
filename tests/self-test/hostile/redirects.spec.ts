import { expect, test } from '@playwright/test';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { whileOpen } from '../../support/serving.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';
import { hostileInstallation } from './hostile-run.ts';
import { startRawServer } from './raw-server.ts';
import { answering, runWith, startWith } from './reference-run.ts';

test.describe('the key is never sent to another host', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`a redirect ${status} to another host is not followed`, async () => {
      await whileOpen(startRawServer({ onRequest: ({ socket }) => void socket.end() }), async (other) => {
        const { record, seen } = await runWith({
          transformAnswer: (_answer, { path, query }) => ({
            status,
            headers: {
              location: `${other.origin}${path}?${new URLSearchParams(query as Record<string, string>)}`,
            },
            body: undefined,
          }),
        });
        expect(other.heads).toEqual([]);
        expect(record.state).toBe('not-this-api');
        expect(seen.length).toBeGreaterThan(0);
      });
    });
  }

  test('a redirect to itself is not followed, and each request is sent once', async () => {
    const { seen, record } = await runWith({
      transformAnswer: (_answer, { path }) => ({ status: 302, headers: { location: path }, body: undefined }),
    });
    expect(record.state).toBe('not-this-api');
    expect(seen.length).toBe(record.requests);
    // Each documented path is asked once both ways before the installation counts as another API.
    expect(seen.length).toBe(17);
    const asked = seen.map(({ path, query, headers }) =>
      JSON.stringify([path, query, headers.authorization]),
    );
    expect(new Set(asked).size).toBe(17);
  });

  test('links and headers that point to another host are not followed either', async () => {
    await whileOpen(startRawServer({ onRequest: ({ socket }) => void socket.end() }), async (other) => {
      const headers = {
        'content-type': 'application/json',
        location: other.origin,
        refresh: `0; url=${other.origin}`,
        link: `<${other.origin}>; rel=next`,
        'alt-svc': `h2="127.0.0.1:${other.port}"`,
      };
      const everywhere: ResponseTransform = {
        transformAnswer: (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }),
      };
      const links = [{ id: 1, url: `${other.origin}/api/v3/projects/1`, href: other.origin }];
      const reference = await startWith([
        everywhere,
        answering('GET /api/v3/citations', { next: other.origin, data: links }, headers),
      ]);
      const { record } = await runInstallation(
        hostileInstallation(reference.baseUrl, { timeoutMs: 5000, deadlineMs: 30_000 }),
        { bodies: sharedBodies() },
      );
      await reference.close();
      expect(record.requests).toBeGreaterThan(50);
      expect(other.heads).toEqual([]);
    });
  });
});
