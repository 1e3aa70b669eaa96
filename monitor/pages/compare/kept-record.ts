import type { EndpointId } from '../../../contract/document/endpoints.ts';
import { driftFrom } from '../../../engine/record/baseline.ts';
import type { RecordedExchange, RecordedVerdict, RunRecord } from '../../../engine/record/run-record.ts';
import { softwareChanges } from '../../../engine/record/software.ts';
import { suiteVersion } from '../../../engine/version.ts';
import type { KeptRun, ObservationRun } from '../../history/history.ts';
import type { EndpointCells, KeptFailure, RunRow } from '../../model.ts';
import { dateOf, dayMs, iso } from '../shared/times.ts';

/** A run of the history, with the times of its endpoints in runs around it. */
export interface TimedRun extends KeptRun {
  /** One run says little of response times: those of several, this one among them. */
  readonly cells: readonly EndpointCells[];
}

/**
 * A run of the history as a record, as far as the history keeps what a record has. Pure. For comparisons: of exchanges it has
 * those that show failures, and one for the time of each endpoint in each run.
 */
export function keptRecord({ row, detail, cells }: TimedRun, baseUrl: string): RunRecord {
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
    // The names come from records, and are checked when they are compared with the document's.
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
  // Requests lost to an outage come after all that were answered; no other request may look lost.
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

/** What a typed time stands for: all of a day, of a minute or of a second, or one moment. */
export interface AskedTime {
  readonly fromMs: number;
  /** Its first moment no more. */
  readonly toMs: number;
}

/** A user's input is repeated, as far as it is read at a glance. */
const longestQuote = 60;

/** A user's input, as a sentence that refuses it repeats it. */
export function quoted(typed: string): string {
  return typed.length > longestQuote ? `${typed.slice(0, longestQuote)}…` : typed;
}

const minuteMs = 60_000;
const unitsMs: Readonly<Record<string, number>> = { h: 60 * minuteMs, d: dayMs };

/**
 * Reads a time as people type it: `today`, `yesterday`, `7d` or `12h` ago, a day (`2026-03-01`), a moment
 * (`2026-03-01 20:00`, with seconds and an offset or without). A time without an offset is in UTC.
 * @returns nothing if it is none of these
 */
export function parseAskedTime(text: string, nowMs: number): AskedTime | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'today') return dayOf(nowMs);
  if (typed === 'yesterday') return dayOf(nowMs - dayMs);
  return ago(typed, nowMs) ?? written(typed);
}

function dayOf(ms: number): AskedTime {
  const fromMs = Math.floor(ms / dayMs) * dayMs;
  return { fromMs, toMs: fromMs + dayMs };
}

function ago(typed: string, nowMs: number): AskedTime | undefined {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,3}) ?(d|days?|h|hours?)(?: ago)?$/.exec(typed) ?? [];
  const unitMs = unitsMs[unit.slice(0, 1)];
  if (unitMs === undefined) return undefined;
  const fromMs = nowMs - Number(amount) * unitMs;
  return { fromMs, toMs: fromMs + 1 };
}

function written(typed: string): AskedTime | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(?: ?(z|utc|[+-]\d\d:?\d\d))?)?$/.exec(typed);
  if (parts === null) return undefined;
  const [, day = '', clock, seconds = '', zone = 'z'] = parts;
  // Date.parse takes 31 February for 3 March.
  const startMs = Date.parse(day);
  if (Number.isNaN(startMs) || dateOf(startMs) !== day) return undefined;
  if (clock === undefined) return { fromMs: startMs, toMs: startMs + dayMs };
  const offset = /^\d/.test(zone.slice(1)) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const fromMs = Date.parse(`${day}T${clock}${seconds}${offset}`);
  if (Number.isNaN(fromMs)) return undefined;
  const lengthMs = seconds === '' ? minuteMs : seconds.includes('.') ? 1 : 1000;
  return { fromMs, toMs: fromMs + lengthMs };
}

/** Two runs between which an installation began to answer differently where the document leaves it open. */
export interface VersionChange {
  readonly before: ObservationRun;
  readonly after: ObservationRun;
  /** What it says of its software differently than before: `server: nginx/1.26 → nginx/1.27`. */
  readonly software: readonly string[];
  /** How many observations differ. */
  readonly drift: number;
}

/**
 * The times that an installation began to answer differently: as a rule, another version of it. Each shows in observations,
 * or in headers that name the software. Pure.
 * @param runs newest first
 */
export function* versionChanges(runs: readonly ObservationRun[]): Generator<VersionChange, undefined> {
  for (const [index, after] of runs.entries()) {
    const before = runs[index + 1];
    const change = before === undefined ? undefined : changeBetween(before, after);
    if (change !== undefined) yield change;
  }
}

function changeBetween(before: ObservationRun, after: ObservationRun): VersionChange | undefined {
  const software = softwareChanges(before.software, after.software);
  // While an endpoint fails it answers differently, which is an outage and no deployment.
  const isFailing = (endpoint: string): boolean =>
    before.failing?.has(endpoint) === true || after.failing?.has(endpoint) === true;
  const drift =
    before.observations === after.observations
      ? 0
      : driftFrom(before, after).filter(({ endpoint }) => !isFailing(endpoint)).length;
  return software.length + drift === 0 ? undefined : { before, after, software, drift };
}
