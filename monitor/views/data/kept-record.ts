import type { EndpointId } from '../../../contract/endpoints.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { suiteVersion } from '../../../engine/version.ts';
import type { EndpointCells, KeptFailure, RunDetail, RunRow } from '../../model.ts';
import { iso } from './iso.ts';

/** A run of the history, with the times of its endpoints in runs around it. */
export interface KeptRun {
  readonly row: RunRow;
  readonly detail: RunDetail;
  /** One run says little of response times: those of several, this one among them. */
  readonly cells: readonly EndpointCells[];
}

/**
 * A run of the history as a record, as far as the history keeps what a record has. Pure. For comparisons: of exchanges it has
 * those that show failures, and one for the time of each endpoint in each run.
 */
export function keptRecord({ row, detail, cells }: KeptRun, baseUrl: string): RunRecord {
  const { cause, retried, throttled, requests, coverage } = row;
  return {
    formatVersion: 1,
    suiteVersion,
    installation: { name: row.installation, baseUrl },
    tier: row.tier,
    state: row.state,
    ...(cause === undefined ? {} : { cause }),
    startedAt: iso(row.startedMs),
    finishedAt: iso(row.finishedMs),
    durationMs: row.finishedMs - row.startedMs,
    cutShort: row.cutShort,
    requests,
    retried,
    throttled,
    coverage,
    verdicts: [
      ...detail.failures.map(failedVerdict),
      ...(detail.verdicts ?? []).map(({ message = '', endpoint, ...rest }) => ({
        ...rest,
        endpoint: endpoint as EndpointId,
        requirements: [],
        message,
      })),
    ],
    exchanges: [
      ...detail.failures.flatMap((failure, index) => failedExchange(failure, index, row)),
      ...cells.flatMap((own, index) => timedExchanges(own, index, row)),
    ],
    observations: detail.observations,
  };
}

function failedVerdict(failure: KeptFailure, index: number): RecordedVerdict {
  const { check, endpoint, outcome, requirements, message, reason, evidence } = failure;
  return {
    check,
    // The names come from records, and are checked where they are compared with the document's.
    endpoint: endpoint as EndpointId,
    outcome,
    requirements: requirements as RecordedVerdict['requirements'],
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(evidence === undefined ? {} : { exchange: `failure-${index}` }),
  };
}

function failedExchange(
  { endpoint, evidence, outageSince }: KeptFailure,
  index: number,
  { startedMs }: RunRow,
): readonly RecordedExchange[] {
  if (evidence === undefined) return [];
  const { status, failure, key = 'none', url, curl, totalMs, lagMs } = evidence;
  // What an outage took comes after all that was answered; no other request may look as if it did.
  const startedAt = outageSince ?? iso(startedMs - 1);
  return [
    {
      ...exchangeAt(`failure-${index}`, endpoint, totalMs, startedAt),
      key,
      url,
      curl,
      ...(lagMs === undefined ? {} : { lagMs }),
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { failure: { kind: 'reset', reason: failure } }),
    },
  ];
}

function timedExchanges(
  cells: EndpointCells,
  run: number,
  { startedMs }: RunRow,
): readonly RecordedExchange[] {
  return Object.entries(cells).flatMap(([endpoint, { ms }]) =>
    ms === undefined
      ? []
      : [
          {
            ...exchangeAt(`time-${run}-${endpoint}`, endpoint, ms, iso(startedMs)),
            key: 'header' as const,
            status: 200,
          },
        ],
  );
}

function exchangeAt(id: string, endpoint: string, totalMs: number, startedAt: string): RecordedExchange {
  return {
    id,
    endpoint: endpoint as EndpointId,
    key: 'none',
    method: 'GET',
    url: '',
    curl: '',
    startedAt,
    phasesMs: { total: totalMs },
    bytes: 0,
  };
}
