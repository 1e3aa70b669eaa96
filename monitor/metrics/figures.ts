import type { EndpointId } from '../../contract/document/endpoints.ts';
import { isTimed } from '../../contract/judging/exchange.ts';
import { type FaultState, faultStateIds, type InstallationState } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type EndpointCells, type MonitoredTier, type RunRow, withdrawnFailures } from '../model.ts';
import { medianOfPhase, type PhaseLabel, phases } from '../phases.ts';

/** The metrics of the last run, set by the run that found them. */
export interface LastFigures {
  readonly certificateSeconds?: number;
  readonly endedSeconds?: number;
  /** When the last conforming run ended. */
  readonly conformingSeconds?: number;
  readonly coverage?: number;
  readonly drift?: number;
}

/** The metrics of an installation after a start of the monitor. */
export interface RestoredFigures extends LastFigures {
  readonly state: InstallationState;
}

/** The history of an installation, as far as metrics report it. */
interface Kept {
  readonly state: InstallationState;
  readonly certificateMs?: number;
  readonly coverage?: number;
  readonly drift: readonly unknown[];
}

/** The metrics of a scheduled run, in base units. */
export interface RunFigures extends LastFigures {
  readonly installation: string;
  /** Its location, if several locations watch. */
  readonly location?: string;
  readonly tier: MonitoredTier;
  /** Left out if the run is not counted as failed. */
  readonly reason?: FaultState;
  readonly endpoints: readonly {
    readonly endpoint: EndpointId;
    readonly judged: number;
    readonly failed: number;
    /** Left out if the run judged nothing there. */
    readonly up?: boolean;
    readonly seconds?: number;
  }[];
  /** Durations in seconds of requests that measured the installation. */
  readonly requestSeconds: readonly number[];
  readonly phaseSeconds: Readonly<Partial<Record<PhaseLabel, number>>>;
  readonly requests: number;
  readonly resent: number;
  readonly throttled: number;
  /** Failures that disappeared in the recheck. */
  readonly withdrawn: number;
}

/** What several locations know beyond the run from one of them. */
interface Agreed {
  readonly location: string;
  readonly state: InstallationState;
  readonly coverage: number | undefined;
}

/**
 * The figures of a run. Pure.
 * @param agreed counts for the installation in place of the run's result, if several locations watch
 */
export function figuresOf(
  record: RunRecord,
  { tier, inMaintenance, recheck }: Pick<RunRow, 'tier' | 'inMaintenance' | 'recheck'>,
  cells: EndpointCells,
  drift: number,
  agreed?: Agreed,
): RunFigures {
  const state = agreed?.state ?? record.state;
  const coverage = agreed === undefined ? record.coverage : agreed.coverage;
  const reason = faultStateIds.find((one) => one === state);
  const byEndpoint = new Map<EndpointId, { judged: number; failed: number }>();
  for (const { endpoint, outcome } of record.verdicts) {
    const counts = byEndpoint.get(endpoint) ?? { judged: 0, failed: 0 };
    if (outcome === 'pass' || outcome === 'fail') counts.judged += 1;
    if (outcome === 'fail') counts.failed += 1;
    byEndpoint.set(endpoint, counts);
  }
  const phaseSeconds = phases.flatMap((phase) => {
    const ms = medianOfPhase(record.exchanges, phase);
    return ms === undefined ? [] : [[phase.label, ms / 1000] as const];
  });
  const endedSeconds = Date.parse(record.finishedAt) / 1000;
  const expiry = record.tls === undefined ? undefined : Date.parse(record.tls.expiresAt) / 1000;
  return {
    installation: record.installation.name,
    ...(agreed === undefined ? {} : { location: agreed.location }),
    tier,
    ...(reason === undefined || inMaintenance ? {} : { reason }),
    endpoints: [...byEndpoint].map(([endpoint, counts]) => {
      const cell = cells[endpoint];
      const isKnown = cell !== undefined && cell.outcome !== 'none';
      return {
        endpoint,
        ...counts,
        ...(isKnown ? { up: cell.outcome === 'pass' } : {}),
        ...(cell?.ms === undefined ? {} : { seconds: cell.ms / 1000 }),
      };
    }),
    requestSeconds: record.exchanges.filter(isTimed).map(({ phasesMs }) => phasesMs.total / 1000),
    phaseSeconds: Object.fromEntries(phaseSeconds),
    requests: record.requests,
    resent: record.retried,
    throttled: record.throttled,
    withdrawn: inMaintenance ? 0 : withdrawnFailures({ ...record, recheck }),
    ...(expiry === undefined ? {} : { certificateSeconds: expiry }),
    endedSeconds,
    ...(state === 'conforming' ? { conformingSeconds: endedSeconds } : {}),
    ...(tier === 'pulse' || coverage === undefined ? {} : { coverage }),
    drift,
  };
}

/**
 * The figures of an installation after a restart. Pure.
 * @param recent its last runs, oldest first
 */
export function restoredFigures(
  { state, certificateMs, coverage, drift }: Kept,
  recent: readonly RunRow[],
): RestoredFigures {
  const scheduled = recent.filter(({ trigger }) => trigger === 'schedule');
  const ended = scheduled.at(-1);
  const conforming = scheduled.findLast((run) => run.state === 'conforming');
  return {
    state,
    ...(certificateMs === undefined ? {} : { certificateSeconds: certificateMs / 1000 }),
    ...(ended === undefined ? {} : { endedSeconds: ended.finishedMs / 1000 }),
    ...(conforming === undefined ? {} : { conformingSeconds: conforming.finishedMs / 1000 }),
    ...(coverage === undefined ? {} : { coverage }),
    drift: drift.length,
  };
}
