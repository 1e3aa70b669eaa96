import { expect, test } from '@playwright/test';
import { assetUrl } from '../../../monitor/pages/shared/assets.ts';
import { withMonitoring } from '../support/monitoring.ts';

const forever = 'public, max-age=31536000, immutable';
const answers: readonly (readonly [what: string, path: string, status: number, caching: string])[] = [
  ['a script by its version', assetUrl('live.js'), 200, forever],
  ['the style sheet by its version', assetUrl('styles.css'), 200, forever],
  ['an asset without a version', '/assets/live.js', 200, 'public, max-age=3600'],
  ['an asset of another version', '/assets/0123456789ab/live.js', 200, 'no-store'],
  ['an unknown asset', assetUrl('none.js'), 404, 'no-store'],
];

test('assets with a version are cached for a year, others for an hour or not at all; gzip is sent only on request', async () => {
  await withMonitoring({}, async ({ monitor }) => {
    for (const [what, path, status, caching] of answers) {
      const answer = await fetch(monitor.url + path);
      expect([answer.status, answer.headers.get('cache-control')], what).toEqual([status, caching]);
    }
    for (const path of ['/', assetUrl('styles.css')]) {
      const [packed, plain] = await Promise.all(
        ['gzip, deflate', 'identity'].map((encoding) =>
          fetch(monitor.url + path, { headers: { 'accept-encoding': encoding } }),
        ),
      );
      expect(packed?.headers.get('content-encoding'), path).toBe('gzip');
      expect(plain?.headers.get('content-encoding'), path).toBeNull();
      for (const answer of [packed, plain]) expect(answer?.headers.get('vary'), path).toBe('Accept-Encoding');
      if (path !== '/') expect(await packed?.text()).toBe(await plain?.text());
    }
  });
});
