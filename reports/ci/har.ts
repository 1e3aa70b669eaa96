import type { Entry, Har, Header } from 'har-format';
import type { RecordedExchange, RunRecord } from '../../engine/record/run-record.ts';

const unknown = -1;

/**
 * The exchanges of a run as an HTTP archive (HAR 1.2), which browser developer tools open. It contains what the record
 * does: no key, and the body and headers of an answer only if a failure refers to it.
 */
export function renderHar({ exchanges, suiteVersion, installation }: RunRecord): string {
  const archive: Har = {
    log: {
      version: '1.2',
      creator: { name: 'evidence-contract', version: suiteVersion },
      comment: installation.name,
      entries: exchanges.map(entryOf),
    },
  };
  return `${JSON.stringify(archive, undefined, 2)}\n`;
}

function entryOf(exchange: RecordedExchange): Entry {
  const { id, endpoint, curl, method, url, startedAt, phasesMs } = exchange;
  const [, query = ''] = url.split(/\?(.*)/s);
  const { dns, connect, tls, firstByte, transfer = 0, total } = phasesMs;
  const beforeSending = (dns ?? 0) + (connect ?? 0) + (tls ?? 0);
  const wait = firstByte ?? rounded(Math.max(0, total - beforeSending));
  return {
    startedDateTime: startedAt,
    time: rounded(beforeSending + wait + transfer),
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      headersSize: unknown,
      bodySize: unknown,
      comment: curl,
    },
    response: responseOf(exchange),
    cache: {},
    timings: {
      dns: dns ?? unknown,
      // A HAR counts TLS as part of the connection time.
      connect: connect === undefined ? unknown : rounded(connect + (tls ?? 0)),
      ssl: tls ?? unknown,
      send: 0,
      wait,
      receive: transfer,
    },
    comment: `${id}: ${endpoint}`,
  };
}

/** Milliseconds at the precision of the record. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function responseOf({ status = 0, failure, headers, bytes, excerpt }: RecordedExchange): Entry['response'] {
  const shown: Header[] = Object.entries(headers ?? {}).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  const mimeType = shown.find(({ name }) => name === 'content-type')?.value ?? '';
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: shown,
    content: { size: bytes, mimeType, ...(excerpt === undefined ? {} : { text: excerpt }) },
    redirectURL: '',
    headersSize: unknown,
    bodySize: unknown,
    ...(failure === undefined ? {} : { comment: failure.reason }),
  };
}
