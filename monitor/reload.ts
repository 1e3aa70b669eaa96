import { ConfigurationError } from '../engine/configuration/problems.ts';
import type { MonitorConfiguration } from './configuration/monitor-configuration.ts';
import type { ReloadResult } from './http/service-context.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { RefusedReload } from './model.ts';
import type { Clock } from './schedule/clock.ts';

interface ReloadOptions {
  readonly read: () => Promise<MonitorConfiguration>;
  readonly apply: (configuration: MonitorConfiguration) => Promise<void>;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly log: Log;
}

/** Reloads the configuration, and remembers a refusal. */
export interface Reload {
  /** Never ends the monitor: if it fails, the old configuration stays. */
  readonly reload: () => Promise<ReloadResult>;
  /** The refused reload; undefined if the last one succeeded, or none was tried. */
  readonly refused: () => RefusedReload | undefined;
}

/** Makes the reload of the configuration. */
export function makeReload({ read, apply, metrics, clock, log }: ReloadOptions): Reload {
  let refused: RefusedReload | undefined;
  const reload = async (): Promise<ReloadResult> => {
    try {
      const configuration = await read();
      await apply(configuration);
      const installations = configuration.installations.length;
      refused = undefined;
      metrics.setReload(true, clock.nowMs());
      log.info({ installations }, 'the configuration was loaded again');
      return { ok: true, installations };
    } catch (thrown) {
      const problems = problemsOf(thrown);
      refused = { atMs: clock.nowMs(), problems: problems.length };
      metrics.setReload(false, clock.nowMs());
      const isMistake = thrown instanceof ConfigurationError;
      const what = isMistake
        ? 'the new configuration is wrong'
        : 'the configuration could not be loaded again';
      log.error({ problems }, `${what}; the old one stays`);
      return { ok: false, problems };
    }
  };
  return { reload, refused: () => refused };
}

/** Why a configuration could not be loaded. */
function problemsOf(thrown: unknown): readonly string[] {
  if (thrown instanceof ConfigurationError) {
    return thrown.problems.map(({ place, message }) => `${place}: ${message}`);
  }
  return [`The configuration could not be loaded: ${thrown instanceof Error ? thrown.message : 'unknown'}.`];
}
