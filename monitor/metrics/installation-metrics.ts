import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '../../contract/endpoints.ts';
import { type Gravity, gravityIds } from '../../contract/gravity.ts';
import { faultStateIds, type InstallationState, stateIds } from '../../contract/state.ts';
import { monitoredTiers } from '../model.ts';
import { phases } from '../phases.ts';
import type { LastFigures, RestoredFigures, RunFigures } from './figures.ts';
import { durationBuckets, type MetricName, metricNames } from './names.ts';

/** The metrics with the label `installation`, for some of the installations. */
export interface InstallationMetrics {
  readonly registry: Registry;
  /** Creates all series of an installation, at 0. */
  readonly add: (installation: string) => void;
  readonly restore: (installation: string, figures: RestoredFigures) => void;
  readonly remove: (installation: string) => void;
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (installation: string, state: InstallationState) => void;
  /** Sets what is found now, by the gravity of each finding. */
  readonly setFindings: (installation: string, findings: readonly Gravity[]) => void;
  /** @param location from where the run is due, where several watch */
  readonly setNextRun: (installation: string, atMs: number | undefined, location?: string) => void;
  /** Sets what is known from each of several locations; none: their label is not there. */
  readonly setLocations: (installation: string, locations: readonly LocationFigures[]) => void;
  readonly setDrift: (installation: string, observations: number) => void;
  readonly setAcknowledged: (installation: string, untilMs: number) => void;
  /** Sets the cause of its state. While `key` stays the same, so does the text: each text is a series of its own. */
  readonly setCause: (installation: string, cause: Cause) => void;
  /** Sets by what an installation is selected. */
  readonly setLabels: (installation: string, labels: InstallationLabels) => void;
  readonly setLastComplete: (installation: string, atMs: number) => void;
  readonly setStandardInterval: (installation: string, everyMs: number) => void;
  readonly countRequests: (installation: string, sent: number, throttled: number) => void;
}

/** What is known of an installation from one of several locations. */
export interface LocationFigures {
  readonly location: string;
  readonly state: InstallationState;
  readonly isSilent: boolean;
  readonly endedSeconds?: number;
}

/** Why an installation is in its state. */
export interface Cause {
  /** What it is, without the details that differ from run to run. */
  readonly key: string;
  readonly text: string;
}

/** By what installations are selected, beside their names. */
export interface InstallationLabels {
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** A metric as the options of prom-client. */
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
  const findings = gauge(metricNames.findings);
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
  const lastCompleteTime = gauge(metricNames.lastCompleteTime);
  const standardInterval = gauge(metricNames.standardInterval);
  const acknowledgedUntil = gauge(metricNames.acknowledgedUntil);
  const info = gauge(metricNames.installationInfo);
  const tag = gauge(metricNames.installationTag);
  const causes = new Map<string, Cause>();
  const labels = new Map<string, InstallationLabels>();
  const locationState = gauge(metricNames.locationState);
  const locationSilent = gauge(metricNames.locationSilent);
  /** By installation, where several locations watch it. */
  const places = new Map<string, readonly string[]>();
  const byEndpoint = [checks, checkFailures];
  const byEndpointAndPlace = [endpointUp, endpointDuration];
  const counters = [requests, throttled];
  const gauges = [
    certificateExpiry,
    lastConformingTime,
    lastCompleteTime,
    standardInterval,
    coverage,
    drift,
    acknowledgedUntil,
  ];

  const setState = (installation: string, now: InstallationState): void => {
    for (const one of stateIds) state.set({ installation, state: one }, one === now ? 1 : 0);
  };

  const placeLabels = (installation: string): readonly Record<string, string>[] =>
    places.get(installation)?.map((location) => ({ installation, location })) ?? [{ installation }];

  /** The series of what depends on from where it is asked, at 0. */
  const addByPlace = (installation: string): void => {
    for (const labels of placeLabels(installation)) {
      for (const { id: endpoint } of endpoints)
        for (const one of byEndpointAndPlace) one.inc({ ...labels, endpoint }, 0);
      for (const { label } of phases) phase.set({ ...labels, phase: label }, 0);
      requestDuration.zero(labels);
      lastRunTime.inc(labels, 0);
      // Each monitor knows the times of its own location alone.
      if (!places.has(installation)) nextRunTime.inc(labels, 0);
    }
  };

  const removeByPlace = (installation: string): void => {
    for (const labels of placeLabels(installation)) {
      for (const { id: endpoint } of endpoints)
        for (const one of byEndpointAndPlace) one.remove({ ...labels, endpoint });
      for (const { label } of phases) phase.remove({ ...labels, phase: label });
      for (const one of [requestDuration, lastRunTime, nextRunTime]) one.remove(labels);
      if (!places.has(installation)) continue;
      locationSilent.remove(labels);
      for (const one of stateIds) locationState.remove({ ...labels, state: one });
    }
  };

  const infoLabels = (installation: string): Record<string, string> => {
    const { group } = labels.get(installation) ?? {};
    const cause = causes.get(installation)?.text ?? '';
    return { installation, cause, ...(group === undefined ? {} : { group }) };
  };

  const changeInfo = (installation: string, change: () => void): void => {
    info.remove(infoLabels(installation));
    change();
    info.set(infoLabels(installation), 1);
  };

  const setCause = (installation: string, cause: Cause): void => {
    if (causes.get(installation)?.key === cause.key) return;
    changeInfo(installation, () => causes.set(installation, cause));
  };

  const removeTags = (installation: string): void => {
    for (const one of labels.get(installation)?.tags ?? []) tag.remove({ installation, tag: one });
  };

  /** Sets what is known, and leaves the rest as it was. */
  const setLast = (installation: string, figures: LastFigures): void => {
    const set = (one: Gauge<string>, value: number | undefined): void => {
      if (value !== undefined) one.set({ installation }, value);
    };
    set(certificateExpiry, figures.certificateSeconds);
    if (!places.has(installation)) set(lastRunTime, figures.endedSeconds);
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
      for (const tier of monitoredTiers) runs.inc({ installation, tier }, 0);
      for (const reason of faultStateIds) runFailures.inc({ installation, reason }, 0);
      for (const { id: endpoint } of endpoints) {
        for (const one of byEndpoint) one.inc({ installation, endpoint }, 0);
      }
      setState(installation, 'unknown');
      for (const gravity of gravityIds) findings.set({ installation, gravity }, 0);
      addByPlace(installation);
      for (const one of [...counters, ...gauges]) one.inc({ installation }, 0);
      setCause(installation, { key: '', text: '' });
    },
    remove(installation) {
      for (const tier of monitoredTiers) runs.remove({ installation, tier });
      for (const reason of faultStateIds) runFailures.remove({ installation, reason });
      for (const { id: endpoint } of endpoints) {
        for (const one of byEndpoint) one.remove({ installation, endpoint });
      }
      for (const one of stateIds) state.remove({ installation, state: one });
      info.remove(infoLabels(installation));
      removeTags(installation);
      causes.delete(installation);
      labels.delete(installation);
      for (const gravity of gravityIds) findings.remove({ installation, gravity });
      removeByPlace(installation);
      places.delete(installation);
      for (const one of [...counters, ...gauges]) one.remove({ installation });
    },
    countRun(figures) {
      const { installation, location, tier, reason } = figures;
      const labels = location === undefined ? { installation } : { installation, location };
      runs.inc({ installation, tier });
      if (reason !== undefined) runFailures.inc({ installation, reason });
      for (const { endpoint, judged, failed, up, seconds } of figures.endpoints) {
        checks.inc({ installation, endpoint }, judged);
        checkFailures.inc({ installation, endpoint }, failed);
        if (up !== undefined) endpointUp.set({ ...labels, endpoint }, up ? 1 : 0);
        if (seconds !== undefined) endpointDuration.set({ ...labels, endpoint }, seconds);
      }
      for (const seconds of figures.requestSeconds) requestDuration.observe(labels, seconds);
      for (const { label } of phases) {
        phase.set({ ...labels, phase: label }, figures.phaseSeconds[label] ?? 0);
      }
      requests.inc({ installation }, figures.requests);
      throttled.inc({ installation }, figures.throttled);
      setLast(installation, figures);
    },
    setState,
    setFindings(installation, found) {
      for (const gravity of gravityIds)
        findings.set({ installation, gravity }, found.filter((one) => one === gravity).length);
    },
    setNextRun(installation, atMs, location) {
      const all = places.get(installation);
      // Where this monitor was before a reload, no run of its own is due any more.
      for (const other of all ?? [])
        if (other !== location) nextRunTime.remove({ installation, location: other });
      if ((all === undefined) !== (location === undefined)) return;
      nextRunTime.set(
        location === undefined ? { installation } : { installation, location },
        (atMs ?? 0) / 1000,
      );
    },
    setLocations(installation, locations) {
      const names = locations.map(({ location }) => location);
      if (names.join() !== (places.get(installation) ?? []).join()) {
        removeByPlace(installation);
        if (names.length === 0) places.delete(installation);
        else places.set(installation, names);
        addByPlace(installation);
      }
      for (const { location, state: now, isSilent, endedSeconds } of locations) {
        for (const one of stateIds)
          locationState.set({ installation, location, state: one }, one === now ? 1 : 0);
        locationSilent.set({ installation, location }, isSilent ? 1 : 0);
        if (endedSeconds !== undefined) lastRunTime.set({ installation, location }, endedSeconds);
      }
    },
    setCause,
    setLabels(installation, given) {
      removeTags(installation);
      changeInfo(installation, () => labels.set(installation, given));
      for (const one of given.tags ?? []) tag.set({ installation, tag: one }, 1);
    },
    setLastComplete: (installation, atMs) => lastCompleteTime.set({ installation }, atMs / 1000),
    setStandardInterval: (installation, everyMs) => standardInterval.set({ installation }, everyMs / 1000),
    setAcknowledged: (installation, untilMs) => acknowledgedUntil.set({ installation }, untilMs / 1000),
    setDrift: (installation, observations) => drift.set({ installation }, observations),
    countRequests(installation, sent, slowedDown) {
      requests.inc({ installation }, sent);
      throttled.inc({ installation }, slowedDown);
    },
  };
}
