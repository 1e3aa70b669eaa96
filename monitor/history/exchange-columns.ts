import type { Credential } from '../../contract/request.ts';
import type { KeptExchange } from '../model.ts';

/** An exchange as a run keeps it: a list takes half the room of an object. Phases that did not happen are null. */
type StoredExchange = readonly [
  endpoint: string,
  method: string,
  path: string,
  key: string,
  status: number | null,
  failure: string | null,
  startMs: number,
  dns: number | null,
  connect: number | null,
  tls: number | null,
  firstByte: number | null,
  transfer: number | null,
  total: number,
  bytes: number,
  lag?: number,
];

export function formatExchanges(exchanges: readonly KeptExchange[] | undefined): string | null {
  if (exchanges === undefined) return null;
  const stored = exchanges.map(
    ({ endpoint, method, path, key, status, failure, startMs, phasesMs, bytes, ...rest }): StoredExchange => [
      endpoint,
      method,
      path,
      key,
      status ?? null,
      failure ?? null,
      Math.round(startMs),
      ...([phasesMs.dns, phasesMs.connect, phasesMs.tls, phasesMs.firstByte, phasesMs.transfer].map(
        tenths,
      ) as [number | null, number | null, number | null, number | null, number | null]),
      tenths(phasesMs.total) ?? 0,
      bytes,
      ...lagColumnOf(rest),
    ],
  );
  return JSON.stringify(stored);
}

export function parseExchanges(text: string | null): readonly KeptExchange[] | undefined {
  if (text === null) return undefined;
  return (JSON.parse(text) as readonly StoredExchange[]).map(
    ([
      endpoint,
      method,
      path,
      key,
      status,
      failure,
      startMs,
      dns,
      connect,
      tls,
      firstByte,
      transfer,
      total,
      bytes,
      lag,
    ]) => ({
      endpoint,
      method,
      path,
      key: key as Credential,
      ...(status === null ? {} : { status }),
      ...(failure === null ? {} : { failure }),
      startMs,
      phasesMs: {
        ...(dns === null ? {} : { dns }),
        ...(connect === null ? {} : { connect }),
        ...(tls === null ? {} : { tls }),
        ...(firstByte === null ? {} : { firstByte }),
        ...(transfer === null ? {} : { transfer }),
        total,
      },
      ...(lag === undefined ? {} : { lagMs: lag }),
      bytes,
    }),
  );
}

/** Left out of nearly all. */
function lagColumnOf({ lagMs }: Pick<KeptExchange, 'lagMs'>): readonly [] | readonly [number] {
  return lagMs === undefined ? [] : [lagMs];
}

function tenths(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}
