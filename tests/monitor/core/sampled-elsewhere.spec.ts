import { expect, test } from '@playwright/test';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { withMonitoring } from '../support/monitoring.ts';

const usual = ['GET /api/v3/projects', 'GET /api/v3/users'];

/** While it is broken, an empty key opens everything, and neither projects nor users can be read. */
function breaking(isBroken: () => boolean): readonly ResponseTransform[] {
  return [
    {
      authenticate: (authenticate) => (request, users) => {
        const isEmpty = isBroken() && request.headers.authorization?.trim() === 'Bearer';
        return isEmpty ? users.byLogin('ada') : authenticate(request, users);
      },
      transformAnswer: (answer, { endpoint }) =>
        isBroken() && usual.includes(endpoint ?? '') && answer.status === 200
          ? { ...answer, status: 500, body: { error: 'It broke.' } }
          : answer,
    },
  ];
}

test('a failure that was found at one endpoint ends, though keys are sampled at others by then', async () => {
  let isBroken = true;
  const block = { schedule: { pulse: 'off', standard: '10m', full: '10m' }, failAfter: 1, recoverAfter: 1 };
  const transforms = breaking(() => isBroken);
  await withMonitoring({ block, transforms }, async ({ monitor, nextRun }) => {
    const open = () =>
      monitor.fleet.get('alpha')?.snapshot.tracked.openFailures.map(({ check }) => check) ?? [];
    for (let runs = 0; runs < 3 && !open().includes('auth.empty-header-key-rejected'); runs += 1)
      await nextRun();
    expect(open()).toContain('auth.empty-header-key-rejected');
    isBroken = false;
    for (let runs = 0; runs < 3 && open().length > 0; runs += 1) await nextRun();
    expect(open()).toEqual([]);
    expect(monitor.fleet.get('alpha')?.snapshot.state).toBe('conforming');
  });
});
