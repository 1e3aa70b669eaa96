import { type EndpointId, endpoints } from '../../contract/document/endpoints.ts';
import type { Severity } from '../../contract/severity.ts';
import type { InstallationState } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { PhaseLabel } from '../phases.ts';
import type { LastFigures, RestoredFigures, RunFigures } from './figures.ts';
import { durationBuckets, type Labels, metricNames, type TakeSample } from './names.ts';

/** The metrics of one installation. */
export interface InstallationMetrics {
  /** Sets the values from before a restart. */
  readonly restore: (figures: RestoredFigures) => void;
  readonly countRun: (figures: RunFigures) => void;
  readonly setState: (state: InstallationState) => void;
  /** Sets the current findings, by the severity of each. */
  readonly setFindings: (findings: readonly Severity[]) => void;
  /**
   * Sets the time of the next scheduled run; undefined if none is planned.
   * @param location its location, if several watch
   */
  readonly setNextRun: (atMs: number | undefined, location?: string) => void;
  /** Sets the knowledge of each of several locations; an empty list removes their label. */
  readonly setLocations: (locations: readonly LocationFigures[]) => void;
  readonly setDrift: (observations: number) => void;
  /** Sets the end of an incident's acknowledgement; 0 if there is none. */
  readonly setAcknowledged: (untilMs: number) => void;
  /** Sets the cause of its state. While `key` stays the same, so does the text: each text is a series of its own. */
  readonly setCause: (cause: Cause) => void;
  /** Sets the labels that select an installation. */
  readonly setLabels: (labels: InstallationLabels) => void;
  /** Sets the end of its last complete standard or full run. */
  readonly setLastComplete: (atMs: number) => void;
  /** Sets the interval of standard runs; 0 for never. */
  readonly setStandardInterval: (everyMs: number) => void;
  /** Counts requests of manual runs and of probes. */
  readonly countRequests: (counts: Pick<RunRecord, 'requests' | 'retried' | 'throttled'>) => void;
  /** Values for alerts, and deviations from the normal: most series of a healthy installation are left out. */
  readonly summary: (take: TakeSample) => void;
  /** The series that the summary leaves out, and every endpoint. */
  readonly details: (take: TakeSample) => void;
}

/** The knowledge of an installation from one of several locations. */
export interface LocationFigures {
  readonly location: string;
  readonly state: InstallationState;
  readonly isSilent: boolean;
  readonly endedSeconds?: number;
}

/** Why an installation is in its state. */
export interface Cause {
  /** Identifies the cause, without details that differ from run to run. */
  readonly key: string;
  readonly text: string;
}

/** Labels that select installations, in addition to their names. */
export interface InstallationLabels {
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Values that depend on the location of the requests. */
interface Place {
  readonly labels: Labels;
  readonly up: Map<EndpointId, boolean>;
  readonly seconds: Map<EndpointId, number>;
  /** By bucket; the last one has no bound. */
  readonly counts: number[];
  readonly states: States;
  sum: number;
  phaseSeconds: Readonly<Partial<Record<PhaseLabel, number>>>;
  lastRunSeconds: number;
  nextRunSeconds?: number;
  isSilent: boolean;
}

/**
 * The current state, and earlier ones. An earlier state stays a series at 0: alerts keep the last scraped value of a
 * series that disappears.
 */
type States = Map<InstallationState, 0 | 1>;

function enter(states: States, now: InstallationState): void {
  for (const one of states.keys()) states.set(one, 0);
  states.set(now, 1);
}

function makePlace(labels: Labels): Place {
  return {
    labels,
    up: new Map(),
    seconds: new Map(),
    counts: [...durationBuckets, Number.POSITIVE_INFINITY].map(() => 0),
    states: new Map(),
    sum: 0,
    phaseSeconds: {},
    lastRunSeconds: 0,
    isSilent: false,
  };
}

export function makeInstallationMetrics(installation: string): InstallationMetrics {
  const name: Labels = { installation };
  const states: States = new Map();
  const checks = new Map<EndpointId, { judged: number; failed: number }>();
  let last: Partial<Record<'certificateSeconds' | 'coverage' | 'drift', number | undefined>> = {};
  let lastEndedSeconds = 0;
  let lastConformingSeconds = 0;
  let place: Place | undefined = { ...makePlace(name), nextRunSeconds: 0 };
  let places = new Map<string, Place>();
  let findings: readonly Severity[] = [];
  let cause: Cause = { key: '', text: '' };
  let selectedBy: InstallationLabels = {};
  let runFailures = 0;
  let requests = 0;
  let resent = 0;
  let throttled = 0;
  let withdrawn = 0;
  let lastCompleteSeconds = 0;
  let standardIntervalSeconds = 0;
  /** Shown from the first acknowledgement on; alerts keep the last scraped value of a series that disappears. */
  let acknowledgedUntilSeconds: number | undefined;

  const allPlaces = (): readonly Place[] => (place === undefined ? [...places.values()] : [place]);
  const placeOf = (location: string | undefined): Place | undefined =>
    location === undefined ? place : places.get(location);

  /**
   * Sets the known values, and leaves the others unchanged. News of runs at several locations may arrive out of order:
   * the run that ended last is shown.
   */
  const setLast = (figures: LastFigures): void => {
    const { certificateSeconds, conformingSeconds = 0, coverage, drift, endedSeconds = 0 } = figures;
    if (place !== undefined && endedSeconds > 0) place.lastRunSeconds = endedSeconds;
    lastConformingSeconds = Math.max(lastConformingSeconds, conformingSeconds);
    if (endedSeconds < lastEndedSeconds) return;
    lastEndedSeconds = endedSeconds;
    last = {
      certificateSeconds: certificateSeconds ?? last.certificateSeconds,
      coverage: coverage ?? last.coverage,
      drift: drift ?? last.drift,
    };
  };

  const observe = (where: Place, seconds: number): void => {
    const found = durationBuckets.findIndex((bound) => seconds <= bound);
    const index = found === -1 ? durationBuckets.length : found;
    where.counts[index] = (where.counts[index] ?? 0) + 1;
    where.sum += seconds;
  };

  const takeHistogram = ({ labels, counts, sum }: Place, take: TakeSample): void => {
    let total = 0;
    for (const [index, count] of counts.entries()) {
      total += count;
      const le = String(durationBuckets[index] ?? '+Inf');
      take(metricNames.requestDuration, total, labels, { le }, '_bucket');
    }
    take(metricNames.requestDuration, sum, labels, {}, '_sum');
    take(metricNames.requestDuration, total, labels, {}, '_count');
  };

  const takeInfo = (take: TakeSample): void => {
    const { group, tags = [] } = selectedBy;
    if (cause.text !== '' || group !== undefined)
      take(metricNames.installationInfo, 1, name, {
        cause: cause.text,
        ...(group === undefined ? {} : { group }),
      });
    for (const tag of tags) take(metricNames.installationTag, 1, name, { tag });
  };

  return {
    restore({ state, ...figures }) {
      enter(states, state);
      setLast(figures);
    },
    countRun(figures) {
      if (figures.reason !== undefined) runFailures += 1;
      const where = placeOf(figures.location);
      for (const { endpoint, judged, failed, up, seconds } of figures.endpoints) {
        const counts = checks.get(endpoint) ?? { judged: 0, failed: 0 };
        checks.set(endpoint, { judged: counts.judged + judged, failed: counts.failed + failed });
        if (up !== undefined) where?.up.set(endpoint, up);
        if (seconds !== undefined) where?.seconds.set(endpoint, seconds);
      }
      if (where !== undefined) {
        for (const seconds of figures.requestSeconds) observe(where, seconds);
        where.phaseSeconds = figures.phaseSeconds;
      }
      requests += figures.requests;
      resent += figures.resent;
      throttled += figures.throttled;
      withdrawn += figures.withdrawn;
      setLast(figures);
    },
    setState: (now) => enter(states, now),
    setFindings(found) {
      findings = found;
    },
    setNextRun(atMs, location) {
      // A location that this monitor had before a reload has no more runs due here.
      for (const [other, before] of places) if (other !== location) delete before.nextRunSeconds;
      const where = placeOf(location);
      if (where !== undefined) where.nextRunSeconds = (atMs ?? 0) / 1000;
    },
    setLocations(locations) {
      const names = locations.map(({ location }) => location);
      if (names.join() !== [...places.keys()].join()) {
        places = new Map(names.map((location) => [location, makePlace({ ...name, location })]));
        place = names.length === 0 ? (place ?? { ...makePlace(name), nextRunSeconds: 0 }) : undefined;
      }
      for (const { location, state, isSilent, endedSeconds } of locations) {
        const where = places.get(location);
        if (where === undefined) continue;
        enter(where.states, state);
        where.isSilent = isSilent;
        if (endedSeconds !== undefined) where.lastRunSeconds = endedSeconds;
      }
    },
    setCause(given) {
      if (cause.key !== given.key) cause = given;
    },
    setLabels(given) {
      selectedBy = given;
    },
    setLastComplete(atMs) {
      lastCompleteSeconds = atMs / 1000;
    },
    setStandardInterval(everyMs) {
      standardIntervalSeconds = everyMs / 1000;
    },
    setDrift(observations) {
      last = { ...last, drift: observations };
    },
    setAcknowledged(untilMs) {
      if (untilMs > 0 || acknowledgedUntilSeconds !== undefined) acknowledgedUntilSeconds = untilMs / 1000;
    },
    countRequests(counts) {
      requests += counts.requests;
      resent += counts.retried;
      throttled += counts.throttled;
    },
    summary(take) {
      const all = [...checks.values()];
      take(metricNames.checks, sumOf(all.map(({ judged }) => judged)), name);
      take(metricNames.checkFailures, sumOf(all.map(({ failed }) => failed)), name);
      take(metricNames.runFailures, runFailures, name);
      for (const [state, value] of states) take(metricNames.state, value, name, { state });
      for (const severity of new Set(findings))
        take(metricNames.findings, findings.filter((one) => one === severity).length, name, { severity });
      for (const where of allPlaces()) {
        const { labels } = where;
        for (const [endpoint, isUp] of where.up)
          if (!isUp) take(metricNames.endpointUp, 0, labels, { endpoint });
        takeHistogram(where, take);
        take(metricNames.lastRunTime, where.lastRunSeconds, labels);
        if (where.nextRunSeconds !== undefined) take(metricNames.nextRunTime, where.nextRunSeconds, labels);
        if (place !== undefined) continue;
        take(metricNames.locationSilent, where.isSilent ? 1 : 0, labels);
        for (const [state, value] of where.states) take(metricNames.locationState, value, labels, { state });
      }
      take(metricNames.requests, requests, name);
      take(metricNames.resent, resent, name);
      take(metricNames.throttled, throttled, name);
      take(metricNames.withdrawnFailures, withdrawn, name);
      if (last.certificateSeconds !== undefined)
        take(metricNames.certificateExpiry, last.certificateSeconds, name);
      if (last.coverage !== undefined) take(metricNames.coverage, last.coverage, name);
      take(metricNames.drift, last.drift ?? 0, name);
      take(metricNames.lastCompleteTime, lastCompleteSeconds, name);
      if (acknowledgedUntilSeconds !== undefined)
        take(metricNames.acknowledgedUntil, acknowledgedUntilSeconds, name);
      take(metricNames.standardInterval, standardIntervalSeconds, name);
      takeInfo(take);
    },
    details(take) {
      for (const { id: endpoint } of endpoints) {
        const { judged = 0, failed = 0 } = checks.get(endpoint) ?? {};
        take(metricNames.endpointChecks, judged, name, { endpoint });
        take(metricNames.endpointCheckFailures, failed, name, { endpoint });
      }
      for (const { labels, up, seconds, phaseSeconds } of allPlaces()) {
        for (const [endpoint, isUp] of up) take(metricNames.endpointUp, isUp ? 1 : 0, labels, { endpoint });
        for (const [endpoint, took] of seconds)
          take(metricNames.endpointDuration, took, labels, { endpoint });
        for (const [phase, median] of Object.entries(phaseSeconds))
          take(metricNames.phase, median, labels, { phase });
      }
      take(metricNames.lastConformingTime, lastConformingSeconds, name);
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
