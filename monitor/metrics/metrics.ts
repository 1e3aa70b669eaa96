import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isTimed } from '../../contract/judging/exchange.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { RetentionStatus } from '../history/retention-status.ts';
import { monitoredTiers } from '../model.ts';
import { type Exposition, familiesOf, writeFamilies } from './exposition.ts';
import type { RunFigures } from './figures.ts';
import { type InstallationMetrics, makeInstallationMetrics } from './installation-metrics.ts';
import {
  collect,
  type MetricSource,
  type SampleLines,
  writeDetails,
  writeSummaries,
} from './installation-samples.ts';
import { type MetricName, metricNames } from './names.ts';

/** The metrics of one monitor, in registries of its own. */
export interface Metrics {
  /** The metrics of an installation, for immediate changes; creates its series, at 0. */
  readonly add: (installation: string) => InstallationMetrics;
  /** The metrics of an installation, for immediate changes; undefined if it is not monitored. */
  readonly of: (installation: string) => InstallationMetrics | undefined;
  /** Removes all series of an installation. */
  readonly remove: (installation: string) => void;
  /** Counts a scheduled run that ended. */
  readonly countRun: (figures: RunFigures) => void;
  /** Counts the requests of a record whose durations say more about this monitor than about the installation. */
  readonly countUntimed: (record: Pick<RunRecord, 'exchanges'>) => void;
  readonly countSkippedTicks: (ticks: number) => void;
  readonly countHistoryError: () => void;
  /** Counts a fault of the monitor itself. */
  readonly countFault: () => void;
  readonly countNotification: (wasDelivered: boolean) => void;
  /** Sets since when a notification has been waiting; undefined if none waits. */
  readonly setOldestNotification: (atMs: number | undefined) => void;
  /** Sets what the history keeps. */
  readonly setHistory: (keeping: RetentionStatus) => void;
  readonly setReload: (succeeded: boolean, atMs: number) => void;
  /** Sets the location of this monitor, and the address of its pages. */
  readonly setMonitor: (monitor: { readonly location: string; readonly url: string }) => void;
  readonly setInstallations: (count: number) => void;
  readonly setRunsUnderWay: (count: number) => void;
  /** All sources of the samples in `text`; a metric about installations is in several. */
  readonly sources: () => readonly MetricSource[];
  /** The text to scrape, in one of the formats of `contentTypes`. */
  readonly text: (exposition: Exposition) => Promise<string>;
  /** The details of an installation that `text` leaves out; undefined if it is not monitored. */
  readonly details: (installation: string, exposition: Exposition) => string | undefined;
}

/** Gauges of the library with counter names; the same numbers also exist by type. */
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
  const untimedRequests = counter(metricNames.untimedRequests);
  const historyErrors = counter(metricNames.historyErrors);
  const faults = counter(metricNames.faults);
  const notifications = counter(metricNames.notifications);
  const notificationFailures = counter(metricNames.notificationFailures);
  const oldestNotification = gauge(metricNames.oldestNotification);
  const historyBytes = gauge(metricNames.historyBytes);
  const historyMaximumBytes = gauge(metricNames.historyMaximumBytes);
  const historyOldestRun = gauge(metricNames.historyOldestRun);
  const historyPromised = gauge(metricNames.historyPromised);
  const historyKept = gauge(metricNames.historyKept);
  const reloadSuccess = gauge(metricNames.reloadSuccess);
  const reloadTime = gauge(metricNames.reloadTime);
  gauge(metricNames.buildInfo).set({ version: suiteVersion, node_version: nodeVersion }, 1);
  const runs = counter(metricNames.runs);
  for (const tier of monitoredTiers) runs.inc({ tier }, 0);
  const byName = new Map<string, InstallationMetrics>();
  /** Most installations do not change between scrapes: their lines are cached. */
  const written = new WeakMap<InstallationMetrics, SampleLines>();
  const of = (name: string): InstallationMetrics | undefined => {
    const metrics = byName.get(name);
    if (metrics !== undefined) written.delete(metrics);
    return metrics;
  };

  return {
    add(name) {
      const metrics = of(name) ?? makeInstallationMetrics(name);
      byName.set(name, metrics);
      return metrics;
    },
    of,
    remove: (name) => byName.delete(name),
    countRun(figures) {
      runs.inc({ tier: figures.tier });
      of(figures.installation)?.countRun(figures);
    },
    countUntimed: ({ exchanges }) => untimedRequests.inc(exchanges.filter((one) => !isTimed(one)).length),
    countSkippedTicks: (ticks) => skippedTicks.inc(ticks),
    countHistoryError: () => historyErrors.inc(),
    countFault: () => faults.inc(),
    countNotification(wasDelivered) {
      notifications.inc();
      if (!wasDelivered) notificationFailures.inc();
    },
    setOldestNotification: (atMs) => oldestNotification.set((atMs ?? 0) / 1000),
    setHistory({ bytes, maximumBytes = 0, oldestMs = 0, promisedMs, keptMs }) {
      historyBytes.set(bytes);
      historyMaximumBytes.set(maximumBytes);
      historyOldestRun.set(oldestMs / 1000);
      historyPromised.set(promisedMs / 1000);
      historyKept.set(keptMs / 1000);
    },
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
    sources: () => [
      registry,
      ...[...byName.values()].map(({ summary }) => ({ getMetricsAsJSON: () => collect(summary) })),
    ],
    async text(exposition) {
      const ofInstallations = await writeSummaries([...byName.values()], written);
      return writeFamilies([...ofInstallations, ...(await familiesOf(registry))], exposition);
    },
    details(name, exposition) {
      const metrics = byName.get(name);
      return metrics && writeFamilies(writeDetails(metrics), exposition);
    },
  };
}

/** A metric as prom-client options. */
function metricOptions({ name, help, labels }: MetricName, registry: Registry) {
  return { name, help, labelNames: [...labels], registers: [registry] };
}
