import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isTimed } from '../../contract/judging/exchange.ts';
import type { Severity } from '../../contract/severity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Keeping } from '../history/keeping.ts';
import { monitoredTiers } from '../model.ts';
import { type Exposition, familiesOf, writeFamilies } from './exposition.ts';
import type { RestoredFigures, RunFigures } from './figures.ts';
import {
  type Cause,
  type InstallationLabels,
  type InstallationMetrics,
  type LocationFigures,
  makeInstallationMetrics,
} from './installation-metrics.ts';
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
  /** Creates the series of an installation, at 0. */
  readonly add: (installation: string) => void;
  /** Sets the series of an installation to the values known before a restart. */
  readonly restore: (installation: string, figures: RestoredFigures) => void;
  /** Removes all series of an installation. */
  readonly remove: (installation: string) => void;
  /** Counts a scheduled run that ended. */
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (installation: string, state: InstallationState) => void;
  /** Sets what is found now, by the severity of each finding. */
  readonly setFindings: (installation: string, findings: readonly Severity[]) => void;
  /** Sets when the next scheduled run is due; nothing if none is planned. */
  readonly setNextRun: (installation: string, atMs: number | undefined, location?: string) => void;
  /** Sets what is known from each of several locations; none if there is only one. */
  readonly setLocations: (installation: string, locations: readonly LocationFigures[]) => void;
  readonly setDrift: (installation: string, observations: number) => void;
  /** Sets until when an incident is acknowledged; 0 if it is not. */
  readonly setAcknowledged: (installation: string, untilMs: number) => void;
  /** Sets why an installation is in its state. */
  readonly setCause: (installation: string, cause: Cause) => void;
  /** Sets the labels that select an installation. */
  readonly setLabels: (installation: string, labels: InstallationLabels) => void;
  /** Sets when its last complete standard or full run ended. */
  readonly setLastComplete: (installation: string, atMs: number) => void;
  /** Sets how often standard runs are due; 0 for never. */
  readonly setStandardInterval: (installation: string, everyMs: number) => void;
  /** Counts requests of runs by hand and of probes. */
  readonly countRequests: (installation: string, sent: number, throttled: number) => void;
  /** Counts the requests of a record whose times say more about this monitor than about the installation. */
  readonly countUntimed: (record: Pick<RunRecord, 'exchanges'>) => void;
  readonly countSkippedTicks: (ticks: number) => void;
  readonly countHistoryError: () => void;
  /** Counts a fault of the monitor itself. */
  readonly countFault: () => void;
  readonly countNotification: (wasDelivered: boolean) => void;
  /** Sets since when a notification has been waiting; nothing if none waits. */
  readonly setOldestNotification: (atMs: number | undefined) => void;
  /** Sets what the history keeps. */
  readonly setHistory: (keeping: Keeping) => void;
  readonly setReload: (succeeded: boolean, atMs: number) => void;
  /** Sets where this monitor runs, and the address of its pages. */
  readonly setMonitor: (monitor: { readonly location: string; readonly url: string }) => void;
  readonly setInstallations: (count: number) => void;
  readonly setRunsUnderWay: (count: number) => void;
  /** Returns all samples of `text`; a metric about installations is in several. */
  readonly sources: () => readonly MetricSource[];
  /** The text to scrape, in one of the forms of `contentTypes`. */
  readonly text: (exposition: Exposition) => Promise<string>;
  /** What `text` leaves out of an installation; nothing for one that is not monitored. */
  readonly details: (installation: string, exposition: Exposition) => string | undefined;
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
  const of = (name: string): InstallationMetrics => {
    const metrics = byName.get(name) ?? makeInstallationMetrics(name);
    byName.set(name, metrics);
    return metrics;
  };
  /** Of most installations nothing changes from scrape to scrape: their lines are written once. */
  const written = new WeakMap<InstallationMetrics, SampleLines>();
  /** The metrics of an installation that are about to change. */
  const change = (name: string): InstallationMetrics | undefined => {
    const metrics = byName.get(name);
    if (metrics !== undefined) written.delete(metrics);
    return metrics;
  };

  return {
    add: (name) => void of(name),
    restore: (name, figures) => change(name)?.restore(figures),
    remove: (name) => byName.delete(name),
    countRun(figures) {
      runs.inc({ tier: figures.tier });
      change(figures.installation)?.countRun(figures);
    },
    setState: (name, state) => change(name)?.setState(state),
    setFindings: (name, findings) => change(name)?.setFindings(findings),
    setNextRun: (name, atMs, location) => change(name)?.setNextRun(atMs, location),
    setLocations: (name, locations) => change(name)?.setLocations(locations),
    setDrift: (name, observations) => change(name)?.setDrift(observations),
    setAcknowledged: (name, untilMs) => change(name)?.setAcknowledged(untilMs),
    setCause: (name, cause) => change(name)?.setCause(cause),
    setLabels: (name, labels) => change(name)?.setLabels(labels),
    setLastComplete: (name, atMs) => change(name)?.setLastComplete(atMs),
    // A target knows its schedule before its history is read.
    setStandardInterval(name, everyMs) {
      of(name);
      change(name)?.setStandardInterval(everyMs);
    },
    countRequests: (name, sent, throttled) => change(name)?.countRequests(sent, throttled),
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

/** A metric as the options of prom-client. */
function metricOptions({ name, help, labels }: MetricName, registry: Registry) {
  return { name, help, labelNames: [...labels], registers: [registry] };
}
