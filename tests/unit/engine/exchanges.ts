import type { EndpointId } from '../../../contract/document/endpoints.ts';
import type { Exchange, FailureKind, JsonReading } from '../../../contract/judging/exchange.ts';
import type { SentRequest } from '../../../contract/judging/request.ts';

/** What came back, as a test writes it. */
export interface Written {
  readonly endpoint?: EndpointId;
  readonly request?: SentRequest;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: FailureKind;
  readonly throttled?: boolean;
  readonly sentAgain?: string;
  readonly recordId?: string;
  readonly startedAt?: string;
}

/** An exchange as the engine would have recorded it. */
export function exchangeWith(written: Written): Exchange {
  const {
    endpoint = 'GET /api/v3/projects',
    request = { key: 'header' },
    status = 200,
    body = '[]',
    headers = {},
  } = written;
  return {
    id: 'e1',
    endpoint,
    request,
    method: 'GET',
    url: `https://reviews.example.org${endpoint.split(' ')[1]}`,
    curl: '',
    throttled: written.throttled ?? false,
    startedAt: written.startedAt ?? '2025-03-04T05:06:07Z',
    phasesMs: { total: 1 },
    ...(written.sentAgain === undefined ? {} : { sentAgain: written.sentAgain }),
    ...(written.recordId === undefined ? {} : { recordId: written.recordId }),
    ...(written.failure === undefined
      ? {
          answer: { status, headers, bytes: body.length, json: readingOf(body), excerpt: body, digest: body },
        }
      : { failure: { kind: written.failure, reason: `of ${written.failure}` } }),
  };
}

function readingOf(body: string): JsonReading {
  try {
    const hasMark = body.startsWith('\ufeff');
    return { ok: true, value: JSON.parse(hasMark ? body.slice(1) : body), ...(hasMark ? { hasMark } : {}) };
  } catch {
    return { ok: false, reason: 'it is not JSON' };
  }
}
