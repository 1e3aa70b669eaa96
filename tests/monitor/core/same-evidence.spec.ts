import { expect, test } from '@playwright/test';
import { errorAnswer, json } from '../../../reference-server/answer.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { slow } from '../../support/long.ts';
import { type Monitoring, type MonitoringSettings, withMonitoring } from '../support/monitoring.ts';

/** A failure ends only if the requests that it rests on pass. */

const usual = ['GET /api/v3/projects', 'GET /api/v3/users'];
const off = { pulse: 'off', standard: 'off', full: 'off' };

interface Watching extends Pick<Monitoring, 'nextRun'> {
  readonly state: () => string | undefined;
  /** The checks of open failures. */
  readonly open: () => readonly string[];
  /** Runs until the check has an open failure. */
  readonly untilOpen: (check: string) => Promise<void>;
}

async function watching(
  schedule: Readonly<Record<string, string>>,
  transforms: MonitoringSettings['transforms'],
  work: (watching: Watching) => Promise<void>,
): Promise<void> {
  const block = { schedule: { ...off, ...schedule } };
  await withMonitoring({ block, transforms: transforms ?? [] }, async ({ monitor, nextRun }) => {
    const snapshot = () => monitor.fleet.get('alpha')?.snapshot;
    const open = () => snapshot()?.tracked.openFailures.map(({ check }) => check) ?? [];
    await work({
      nextRun,
      open,
      state: () => snapshot()?.state,
      async untilOpen(check) {
        for (let runs = 0; runs < 25 && !open().includes(check); runs += 1) await nextRun();
        expect(open()).toContain(check);
      },
    });
  });
}

test(
  'a failure of a sampled key ends after the repair, even if keys are then sampled at other endpoints',
  slow,
  async () => {
    let isBroken = true;
    // An empty key is accepted everywhere, and neither projects nor users can be read.
    const breaking: ResponseTransform = {
      authenticate: (authenticate) => (request, users) => {
        const isEmpty = isBroken && request.headers.authorization?.trim() === 'Bearer';
        return isEmpty ? users.byLogin('ada') : authenticate(request, users);
      },
      transformAnswer: (answer, { endpoint }) =>
        isBroken && usual.includes(endpoint ?? '') && answer.status === 200
          ? errorAnswer(500, 'It broke.')
          : answer,
    };
    await watching(
      { standard: '10m', full: '10m' },
      [breaking],
      async ({ nextRun, open, state, untilOpen }) => {
        await untilOpen('auth.empty-header-key-rejected');
        isBroken = false;
        for (let runs = 0; runs < 3 && open().length > 0; runs += 1) await nextRun();
        expect([open(), state()]).toEqual([[], 'conforming']);
      },
    );
  },
);

test(
  'a list open to requests without key and project stays a failure when runs ask for it by project',
  slow,
  async () => {
    let letsIn: 'everybody' | 'those without a key' | 'nobody' = 'everybody';
    const breaking: ResponseTransform = {
      transformAnswer: (answer, { endpoint, query, headers }) => {
        if (endpoint !== 'GET /api/v3/citations' || query.project_id !== undefined) return answer;
        const isUnkeyed = headers.authorization === undefined && query.api_key === undefined;
        const isLetIn = letsIn === 'everybody' || (letsIn === 'those without a key' && isUnkeyed);
        return isLetIn ? json(200, [{ id: 1 }]) : answer;
      },
    };
    await watching({ standard: '10m' }, [breaking], async ({ nextRun, open, state, untilOpen }) => {
      await untilOpen('auth.no-key-rejected');
      letsIn = 'those without a key';
      await nextRun();
      expect([open(), state()]).toEqual([['auth.no-key-rejected'], 'violating']);
      letsIn = 'nobody';
      await nextRun();
      expect([open(), state()]).toEqual([[], 'conforming']);
    });
  },
);
