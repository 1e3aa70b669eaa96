import { makeKeptConnections } from '../../../engine/http/connection.ts';
import { makeRateLimiter } from '../../../engine/http/rate-limiter.ts';
import { noShares } from '../../../monitor/shared/shares.ts';
import type { TargetState } from '../../../monitor/state/monitored-target.ts';
import { emptySnapshot } from '../../../monitor/state/snapshot.ts';
import { makeTestInstallation } from '../../support/installation.ts';

const pace = { perSecond: 'off', concurrency: 4 } as const;

/** An installation of which a monitor knows nothing yet. @param plan what of its plan the test needs */
export function sampleTarget(name = 'alpha', plan: object = {}): TargetState {
  return {
    monitored: {
      installation: makeTestInstallation({ name, pace }),
      plan: plan as TargetState['monitored']['plan'],
    },
    rateLimiter: makeRateLimiter(pace),
    connections: makeKeptConnections(),
    snapshot: emptySnapshot,
    version: 0,
    shares: noShares,
    days: [],
    planned: new WeakMap(),
    recent: [],
  };
}
