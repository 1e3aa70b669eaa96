import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Gravity } from '../../contract/gravity.ts';
import type { InstallationState } from '../../contract/state.ts';
import { type Exposition, writeFamilies } from './exposition.ts';
import type { RestoredFigures, RunFigures } from './figures.ts';
import {
  type Cause,
  type InstallationLabels,
  type LocationFigures,
  metricOptions,
} from './installation-metrics.ts';
import { type MetricName, metricNames } from './names.ts';
import { makeShards, write } from './shards.ts';

/** The metrics of one monitor, in registries of its own. */
export interface Metrics {
  /** Creates all series of an installation, at 0. */
  readonly add: (installation: string) => void;
  /** Sets the series of an installation to what was known before a restart. */
  readonly restore: (installation: string, figures: RestoredFigures) => void;
  /** Removes all series of an installation. */
  readonly remove: (installation: string) => void;
  /** Counts a scheduled run that ended. */
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (installation: string, state: InstallationState) => void;
  /** Sets what is found now, by the gravity of each finding. */
  readonly setFindings: (installation: string, findings: readonly Gravity[]) => void;
  /** Sets when the next scheduled run is due; nothing where none is planned. */
  readonly setNextRun: (installation: string, atMs: number | undefined, location?: string) => void;
  /** Sets what is known from each of several locations; none where there are no several. */
  readonly setLocations: (installation: string, locations: readonly LocationFigures[]) => void;
  readonly setDrift: (installation: string, observations: number) => void;
  /** Sets until when somebody knows of what is wrong; 0 for nobody. */
  readonly setAcknowledged: (installation: string, untilMs: number) => void;
  /** Sets why an installation is in its state. */
  readonly setCause: (installation: string, cause: Cause) => void;
  /** Sets by what an installation is selected. */
  readonly setLabels: (installation: string, labels: InstallationLabels) => void;
  /** Sets when its last complete standard or full run ended. */
  readonly setLastComplete: (installation: string, atMs: number) => void;
  /** Sets how often standard runs are due; 0 for never. */
  readonly setStandardInterval: (installation: string, everyMs: number) => void;
  /** Counts requests of runs by hand and of probes. */
  readonly countRequests: (installation: string, sent: number, throttled: number) => void;
  readonly countSkippedTicks: (ticks: number) => void;
  readonly countHistoryError: () => void;
  /** Counts a fault of the monitor itself. */
  readonly countFault: () => void;
  readonly countNotification: (wasDelivered: boolean) => void;
  /** Sets since when a notification has been waiting; nothing where none waits. */
  readonly setOldestNotification: (atMs: number | undefined) => void;
  readonly setReload: (succeeded: boolean, atMs: number) => void;
  /** Sets where this monitor runs, and the address of its pages. */
  readonly setMonitor: (monitor: { readonly location: string; readonly url: string }) => void;
  readonly setInstallations: (count: number) => void;
  readonly setRunsUnderWay: (count: number) => void;
  /** What holds everything; a metric about installations is in several. */
  readonly registries: () => readonly Registry[];
  /** Everything, in one of the forms of `contentTypes`. */
  readonly text: (exposition: Exposition) => Promise<string>;
}

/** Gauges of the library with names of counters; the same numbers exist by type as well. */
const misnamedDefaults = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export interface BuildInfo {
  readonly suiteVersion: string;
  readonly nodeVersion: string;
}

export function makeMetrics({ suiteVersion, nodeVersion }: BuildInfo): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedDefaults) registry.removeSingleMetric(name);
  const counter = (metric: MetricName) => new Counter<string>(metricOptions(metric, registry));
  const gauge = (metric: MetricName) => new Gauge<string>(metricOptions(metric, registry));
  const info = gauge(metricNames.probeLocation);
  const installations = gauge(metricNames.installations);
  const runsUnderWay = gauge(metricNames.runsUnderWay);
  const skippedTicks = counter(metricNames.skippedTicks);
  const historyErrors = counter(metricNames.historyErrors);
  const faults = counter(metricNames.faults);
  const notifications = counter(metricNames.notifications);
  const notificationFailures = counter(metricNames.notificationFailures);
  const oldestNotification = gauge(metricNames.oldestNotification);
  const reloadSuccess = gauge(metricNames.reloadSuccess);
  const reloadTime = gauge(metricNames.reloadTime);
  gauge(metricNames.buildInfo).set({ version: suiteVersion, node_version: nodeVersion }, 1);
  const shards = makeShards();

  return {
    add: (installation) => shards.of(installation).add(installation),
    restore: (installation, figures) => shards.of(installation).restore(installation, figures),
    remove: (installation) => shards.of(installation).remove(installation),
    countRun: (figures) => shards.of(figures.installation).countRun(figures),
    setState: (installation, state) => shards.of(installation).setState(installation, state),
    setFindings: (installation, findings) => shards.of(installation).setFindings(installation, findings),
    setNextRun: (installation, atMs, location) =>
      shards.of(installation).setNextRun(installation, atMs, location),
    setLocations: (installation, locations) => shards.of(installation).setLocations(installation, locations),
    setDrift: (installation, observations) => shards.of(installation).setDrift(installation, observations),
    setAcknowledged: (installation, untilMs) =>
      shards.of(installation).setAcknowledged(installation, untilMs),
    setCause: (installation, cause) => shards.of(installation).setCause(installation, cause),
    setLabels: (installation, labels) => shards.of(installation).setLabels(installation, labels),
    setLastComplete: (installation, atMs) => shards.of(installation).setLastComplete(installation, atMs),
    setStandardInterval: (installation, everyMs) =>
      shards.of(installation).setStandardInterval(installation, everyMs),
    countRequests: (installation, sent, throttled) =>
      shards.of(installation).countRequests(installation, sent, throttled),
    countSkippedTicks: (ticks) => skippedTicks.inc(ticks),
    countHistoryError: () => historyErrors.inc(),
    countFault: () => faults.inc(),
    countNotification(wasDelivered) {
      notifications.inc();
      if (!wasDelivered) notificationFailures.inc();
    },
    setOldestNotification: (atMs) => oldestNotification.set((atMs ?? 0) / 1000),
    setReload(succeeded, atMs) {
      reloadSuccess.set(succeeded ? 1 : 0);
      if (succeeded) reloadTime.set(atMs / 1000);
    },
    setMonitor({ location, url }) {
      info.reset();
      info.set({ location, url }, 1);
    },
    setInstallations: (count) => installations.set(count),
    setRunsUnderWay: (count) => runsUnderWay.set(count),
    registries: () => [registry, ...shards.registries()],
    async text(exposition) {
      const own = [...(await write({ registry })).values()];
      const families = [
        ...(await shards.families()),
        ...own.map(({ head, lines }) => ({ head, lines: lines === '' ? [] : [lines] })),
      ];
      return writeFamilies(families, exposition);
    },
  };
}
