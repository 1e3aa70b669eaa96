import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '../../contract/endpoints.ts';
import type { InstallationState } from '../../engine/preflight.ts';
import type { MonitoredTier } from '../views.ts';
import { makeExposition } from './exposition.ts';
import type { RunFigures } from './figures.ts';
import { durationBuckets, failureReasons, metricNames, phaseLabels, stateLabels } from './names.ts';

/** The monitor's metrics. One registry, owned by one monitor. */
export interface Metrics {
  /** Makes all series of an installation exist, at 0. */
  readonly add: (installation: string) => void;
  /** Takes all series of an installation away. */
  readonly remove: (installation: string) => void;
  /** Counts a scheduled run that ended. */
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (installation: string, state: InstallationState) => void;
  /** Counts requests of runs that are no scheduled ones, and of probes. */
  readonly countRequests: (installation: string, sent: number, throttled: number) => void;
  readonly countSkippedTicks: (ticks: number) => void;
  readonly countHistoryError: () => void;
  readonly countNotification: (wasDelivered: boolean) => void;
  readonly setReload: (succeeded: boolean, atMs: number) => void;
  readonly setLocation: (location: string) => void;
  readonly setInstallations: (count: number) => void;
  readonly setRunsUnderWay: (count: number) => void;
  readonly contentType: string;
  /** The exposition text. Lets other work go on between metrics. */
  readonly text: () => Promise<string>;
}

const tiers: readonly MonitoredTier[] = ['pulse', 'standard', 'full'];

/** Gauges of the library whose names end as counters do; the same numbers are there by kind as well. */
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
  const options = ({ name, help, labels }: (typeof metricNames)[keyof typeof metricNames]) => ({
    name,
    help,
    labelNames: [...labels] as string[],
    registers: [registry],
  });
  const counter = (metric: (typeof metricNames)[keyof typeof metricNames]) =>
    new Counter<string>(options(metric));
  const gauge = (metric: (typeof metricNames)[keyof typeof metricNames]) =>
    new Gauge<string>(options(metric));

  const runs = counter(metricNames.runs);
  const runFailures = counter(metricNames.runFailures);
  const checks = counter(metricNames.checks);
  const checkFailures = counter(metricNames.checkFailures);
  const endpointUp = gauge(metricNames.endpointUp);
  const endpointDuration = gauge(metricNames.endpointDuration);
  const state = gauge(metricNames.state);
  const requestDuration = new Histogram<string>({
    ...options(metricNames.requestDuration),
    buckets: [...durationBuckets],
  });
  const phase = gauge(metricNames.phase);
  const requests = counter(metricNames.requests);
  const throttled = counter(metricNames.throttled);
  const certificateExpiry = gauge(metricNames.certificateExpiry);
  const lastRunTime = gauge(metricNames.lastRunTime);
  const lastConformingTime = gauge(metricNames.lastConformingTime);
  const coverage = gauge(metricNames.coverage);
  const drift = gauge(metricNames.drift);
  const info = gauge(metricNames.probeLocation);
  const installations = gauge(metricNames.installations);
  const runsUnderWay = gauge(metricNames.runsUnderWay);
  const skippedTicks = counter(metricNames.skippedTicks);
  const historyErrors = counter(metricNames.historyErrors);
  const notifications = counter(metricNames.notifications);
  const notificationFailures = counter(metricNames.notificationFailures);
  const reloadSuccess = gauge(metricNames.reloadSuccess);
  const reloadTime = gauge(metricNames.reloadTime);
  gauge(metricNames.buildInfo).set({ version: suiteVersion, node_version: nodeVersion }, 1);

  const setState = (installation: string, now: InstallationState): void => {
    for (const one of stateLabels) state.set({ installation, state: one }, one === now ? 1 : 0);
  };

  return {
    add(installation) {
      for (const tier of tiers) runs.inc({ installation, tier }, 0);
      for (const reason of failureReasons) runFailures.inc({ installation, reason }, 0);
      for (const { id: endpoint } of endpoints) {
        checks.inc({ installation, endpoint }, 0);
        checkFailures.inc({ installation, endpoint }, 0);
        endpointUp.set({ installation, endpoint }, 0);
        endpointDuration.set({ installation, endpoint }, 0);
      }
      setState(installation, 'unknown');
      requestDuration.zero({ installation });
      for (const one of phaseLabels) phase.set({ installation, phase: one }, 0);
      for (const one of [requests, throttled]) one.inc({ installation }, 0);
      for (const one of [certificateExpiry, lastRunTime, lastConformingTime, coverage, drift])
        one.set({ installation }, 0);
    },
    remove(installation) {
      for (const tier of tiers) runs.remove({ installation, tier });
      for (const reason of failureReasons) runFailures.remove({ installation, reason });
      for (const { id: endpoint } of endpoints) {
        for (const one of [checks, checkFailures, endpointUp, endpointDuration])
          one.remove({ installation, endpoint });
      }
      for (const one of stateLabels) state.remove({ installation, state: one });
      for (const one of phaseLabels) phase.remove({ installation, phase: one });
      for (const one of [
        requests,
        throttled,
        certificateExpiry,
        lastRunTime,
        lastConformingTime,
        coverage,
        drift,
      ])
        one.remove({ installation });
      requestDuration.remove({ installation });
    },
    countRun(figures) {
      const { installation, tier, reason } = figures;
      runs.inc({ installation, tier });
      if (reason !== undefined) runFailures.inc({ installation, reason });
      for (const { endpoint, judged, failed, up, seconds } of figures.endpoints) {
        checks.inc({ installation, endpoint }, judged);
        checkFailures.inc({ installation, endpoint }, failed);
        if (up !== undefined) endpointUp.set({ installation, endpoint }, up ? 1 : 0);
        if (seconds !== undefined) endpointDuration.set({ installation, endpoint }, seconds);
      }
      for (const seconds of figures.requestSeconds) requestDuration.observe({ installation }, seconds);
      for (const one of phaseLabels) phase.set({ installation, phase: one }, figures.phaseSeconds[one] ?? 0);
      requests.inc({ installation }, figures.requests);
      throttled.inc({ installation }, figures.throttled);
      if (figures.certificateSeconds !== undefined)
        certificateExpiry.set({ installation }, figures.certificateSeconds);
      lastRunTime.set({ installation }, figures.endedSeconds);
      if (figures.isConforming) lastConformingTime.set({ installation }, figures.endedSeconds);
      if (figures.coverage !== undefined) coverage.set({ installation }, figures.coverage);
      if (figures.drift !== undefined) drift.set({ installation }, figures.drift);
    },
    setState,
    countRequests(installation, sent, slowedDown) {
      requests.inc({ installation }, sent);
      throttled.inc({ installation }, slowedDown);
    },
    countSkippedTicks: (ticks) => skippedTicks.inc(ticks),
    countHistoryError: () => historyErrors.inc(),
    countNotification(wasDelivered) {
      notifications.inc();
      if (!wasDelivered) notificationFailures.inc();
    },
    setReload(succeeded, atMs) {
      reloadSuccess.set(succeeded ? 1 : 0);
      if (succeeded) reloadTime.set(atMs / 1000);
    },
    setLocation(location) {
      info.reset();
      info.set({ location }, 1);
    },
    setInstallations: (count) => installations.set(count),
    setRunsUnderWay: (count) => runsUnderWay.set(count),
    contentType: registry.contentType,
    text: makeExposition(registry),
  };
}
