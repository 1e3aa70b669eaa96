import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '../../contract/endpoints.ts';
import { faultStateIds, type InstallationState, stateIds } from '../../contract/state.ts';
import type { MonitoredTier } from '../model.ts';
import type { LastFigures, RememberedFigures, RunFigures } from './figures.ts';
import { durationBuckets, type MetricName, metricNames, phaseLabels } from './names.ts';

/** The metrics that have the label `installation`, of some installations. */
export interface InstallationMetrics {
  readonly registry: Registry;
  /** Makes all series of an installation exist, at 0. */
  readonly add: (installation: string) => void;
  readonly restore: (installation: string, figures: RememberedFigures) => void;
  readonly remove: (installation: string) => void;
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (installation: string, state: InstallationState) => void;
  readonly setNextRun: (installation: string, atMs: number | undefined) => void;
  readonly setDrift: (installation: string, observations: number) => void;
  readonly countRequests: (installation: string, sent: number, throttled: number) => void;
}

const tiers: readonly MonitoredTier[] = ['pulse', 'standard', 'full'];

/** What the library wants to know of a metric. */
export function metricOptions({ name, help, labels }: MetricName, registry: Registry) {
  return { name, help, labelNames: [...labels], registers: [registry] };
}

export function makeInstallationMetrics(): InstallationMetrics {
  const registry = new Registry();
  const counter = (metric: MetricName) => new Counter<string>(metricOptions(metric, registry));
  const gauge = (metric: MetricName) => new Gauge<string>(metricOptions(metric, registry));
  const runs = counter(metricNames.runs);
  const runFailures = counter(metricNames.runFailures);
  const checks = counter(metricNames.checks);
  const checkFailures = counter(metricNames.checkFailures);
  const endpointUp = gauge(metricNames.endpointUp);
  const endpointDuration = gauge(metricNames.endpointDuration);
  const state = gauge(metricNames.state);
  const requestDuration = new Histogram<string>({
    ...metricOptions(metricNames.requestDuration, registry),
    buckets: [...durationBuckets],
  });
  const phase = gauge(metricNames.phase);
  const requests = counter(metricNames.requests);
  const throttled = counter(metricNames.throttled);
  const certificateExpiry = gauge(metricNames.certificateExpiry);
  const lastRunTime = gauge(metricNames.lastRunTime);
  const nextRunTime = gauge(metricNames.nextRunTime);
  const lastConformingTime = gauge(metricNames.lastConformingTime);
  const coverage = gauge(metricNames.coverage);
  const drift = gauge(metricNames.drift);
  const byEndpoint = [checks, checkFailures, endpointUp, endpointDuration];
  const counters = [requests, throttled];
  const gauges = [certificateExpiry, lastRunTime, nextRunTime, lastConformingTime, coverage, drift];

  const setState = (installation: string, now: InstallationState): void => {
    for (const one of stateIds) state.set({ installation, state: one }, one === now ? 1 : 0);
  };

  /** What is not known stays what it was. */
  const setLast = (installation: string, figures: LastFigures): void => {
    const set = (one: Gauge<string>, value: number | undefined): void => {
      if (value !== undefined) one.set({ installation }, value);
    };
    set(certificateExpiry, figures.certificateSeconds);
    set(lastRunTime, figures.endedSeconds);
    set(lastConformingTime, figures.conformingSeconds);
    set(coverage, figures.coverage);
    set(drift, figures.drift);
  };

  return {
    registry,
    restore(installation, figures) {
      setState(installation, figures.state);
      setLast(installation, figures);
    },
    add(installation) {
      for (const tier of tiers) runs.inc({ installation, tier }, 0);
      for (const reason of faultStateIds) runFailures.inc({ installation, reason }, 0);
      for (const { id: endpoint } of endpoints) {
        for (const one of byEndpoint) one.inc({ installation, endpoint }, 0);
      }
      setState(installation, 'unknown');
      requestDuration.zero({ installation });
      for (const one of phaseLabels) phase.set({ installation, phase: one }, 0);
      for (const one of [...counters, ...gauges]) one.inc({ installation }, 0);
    },
    remove(installation) {
      for (const tier of tiers) runs.remove({ installation, tier });
      for (const reason of faultStateIds) runFailures.remove({ installation, reason });
      for (const { id: endpoint } of endpoints) {
        for (const one of byEndpoint) one.remove({ installation, endpoint });
      }
      for (const one of stateIds) state.remove({ installation, state: one });
      for (const one of phaseLabels) phase.remove({ installation, phase: one });
      for (const one of [...counters, ...gauges, requestDuration]) one.remove({ installation });
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
      setLast(installation, figures);
    },
    setState,
    setNextRun: (installation, atMs) => nextRunTime.set({ installation }, (atMs ?? 0) / 1000),
    setDrift: (installation, observations) => drift.set({ installation }, observations),
    countRequests(installation, sent, slowedDown) {
      requests.inc({ installation }, sent);
      throttled.inc({ installation }, slowedDown);
    },
  };
}
