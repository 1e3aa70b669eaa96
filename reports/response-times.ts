import { groupBy } from '../engine/group-by.ts';
import { median } from '../engine/record/median.ts';
import type { RunRecord } from '../engine/record/run-record.ts';

/** Medians in milliseconds, over the answered requests with a valid key. */
export interface ResponseTime {
  readonly beforeMs: number;
  readonly afterMs: number;
}

export interface ResponseTimes {
  /** Over all endpoints that both runs asked; missing when there is none. */
  readonly all?: ResponseTime;
  /** Endpoints that became noticeably slower. */
  readonly slower: readonly (ResponseTime & { readonly endpoint: string })[];
}

/** An endpoint is reported as slower when its median at least doubled and grew by this much: networks vary by less. */
const noticeableFactor = 2;
const noticeableMs = 200;

/** Response times of the endpoints that both runs asked. */
export function responseTimesOf(before: RunRecord, after: RunRecord): ResponseTimes {
  const earlier = totalsByEndpoint(before);
  const later = totalsByEndpoint(after);
  const shared = [...later.keys()].filter((endpoint) => earlier.has(endpoint));
  const times = shared.map((endpoint) => ({
    endpoint,
    ...medians(earlier.get(endpoint) ?? [], later.get(endpoint) ?? []),
  }));
  const slower = times.filter(
    ({ beforeMs, afterMs }) => afterMs >= beforeMs * noticeableFactor && afterMs - beforeMs >= noticeableMs,
  );
  if (times.length === 0) return { slower };
  const all = medians(
    shared.flatMap((endpoint) => earlier.get(endpoint) ?? []),
    shared.flatMap((endpoint) => later.get(endpoint) ?? []),
  );
  return { all, slower };
}

function medians(before: readonly number[], after: readonly number[]): ResponseTime {
  return { beforeMs: median(before) ?? 0, afterMs: median(after) ?? 0 };
}

function totalsByEndpoint({ exchanges }: RunRecord): ReadonlyMap<string, readonly number[]> {
  const answered = exchanges.filter(
    ({ status, key }) => status !== undefined && (key === 'header' || key === 'query'),
  );
  const groups = groupBy(answered, ({ endpoint }) => endpoint);
  return new Map([...groups].map(([endpoint, own]) => [endpoint, own.map(({ phasesMs }) => phasesMs.total)]));
}
