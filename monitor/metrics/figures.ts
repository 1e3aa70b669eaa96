import type { EndpointId } from '../../contract/endpoints.ts';
import { type FaultState, faultStateIds, type InstallationState } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { EndpointCells, RunRow } from '../history/history.ts';
import type { MonitoredTier } from '../model.ts';
import { median } from '../runs/run-facts.ts';
import type { Snapshot } from '../runs/snapshot.ts';
import { phaseLabels } from './names.ts';

/** What the metrics tell of the last run that told it. */
export interface LastFigures {
  readonly certificateSeconds?: number;
  readonly endedSeconds?: number;
  /** When the last conforming run ended. */
  readonly conformingSeconds?: number;
  readonly coverage?: number;
  readonly drift?: number;
}

/** What the metrics tell of an installation from the start of the monitor on. */
export interface RememberedFigures extends LastFigures {
  readonly state: InstallationState;
}

/** What the metrics need of a scheduled run, in base units. */
export interface RunFigures extends LastFigures {
  readonly installation: string;
  readonly tier: MonitoredTier;
  /** Left out where the run was good, or is no one's failure (maintenance). */
  readonly reason?: FaultState;
  readonly endpoints: readonly {
    readonly endpoint: EndpointId;
    readonly judged: number;
    readonly failed: number;
    /** Left out where the run did not ask. */
    readonly up?: boolean;
    readonly seconds?: number;
  }[];
  readonly requestSeconds: readonly number[];
  readonly phaseSeconds: Readonly<Partial<Record<(typeof phaseLabels)[number], number>>>;
  readonly requests: number;
  readonly throttled: number;
}

const phaseOf = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  first_byte: 'firstByte',
  transfer: 'transfer',
} as const;

/** Takes the figures out of a run. Pure. */
export function figuresOf(
  record: RunRecord,
  tier: MonitoredTier,
  cells: EndpointCells,
  { inMaintenance, drift }: { readonly inMaintenance: boolean; readonly drift?: number },
): RunFigures {
  const reason = faultStateIds.find((one) => one === record.state);
  const byEndpoint = new Map<EndpointId, { judged: number; failed: number }>();
  for (const { endpoint, outcome } of record.verdicts) {
    const counts = byEndpoint.get(endpoint) ?? { judged: 0, failed: 0 };
    if (outcome === 'pass' || outcome === 'fail') counts.judged += 1;
    if (outcome === 'fail') counts.failed += 1;
    byEndpoint.set(endpoint, counts);
  }
  const phaseSeconds = phaseLabels.map((label) => {
    const times = record.exchanges
      .map(({ phasesMs }) => phasesMs[phaseOf[label]])
      .filter((ms) => ms !== undefined);
    return [label, (median(times) ?? 0) / 1000] as const;
  });
  const endedSeconds = Date.parse(record.finishedAt) / 1000;
  const expiry = record.tls === undefined ? undefined : Date.parse(record.tls.expiresAt) / 1000;
  return {
    installation: record.installation.name,
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
    requestSeconds: record.exchanges.map(({ phasesMs }) => phasesMs.total / 1000),
    phaseSeconds: Object.fromEntries(phaseSeconds),
    requests: record.requests,
    throttled: record.throttled,
    ...(expiry === undefined ? {} : { certificateSeconds: expiry }),
    endedSeconds,
    ...(record.state === 'conforming' ? { conformingSeconds: endedSeconds } : {}),
    ...(tier === 'pulse' ? {} : { coverage: record.coverage }),
    ...(drift === undefined ? {} : { drift }),
  };
}

/**
 * Takes the figures of an installation out of what the history kept of it. Pure.
 * @param recent its last runs, oldest first
 */
export function rememberedFigures(snapshot: Snapshot, recent: readonly RunRow[]): RememberedFigures {
  const { shown: state, certificateMs, coverage, drift } = snapshot;
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
