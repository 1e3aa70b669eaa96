import { expect, test } from '@playwright/test';
import { endpointOf } from '../../../contract/document/endpoints.ts';
import type { Exchange } from '../../../contract/judging/exchange.ts';
import { defaults } from '../../../engine/configuration/installation.ts';
import { type BodyReader, makeBodyReader } from '../../../engine/evidence/body-reader.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import { startRunAbort } from '../../../engine/run/run-abort.ts';
import { makeSender, type ReadyRequest, type SenderOptions } from '../../../engine/run/sender.ts';
import { makeTestInstallation } from '../../support/installation.ts';

let bodies: BodyReader;
test.beforeAll(() => {
  bodies = makeBodyReader();
});
test.afterAll(() => bodies.close());

const users = endpointOf('GET /api/v3/users');
const plain: ReadyRequest = { endpoint: users, request: { key: 'header' }, context: {} };
const installation = makeTestInstallation();

interface Came {
  readonly status?: number;
  readonly body?: string;
  readonly failure?: Exchange['failure'];
  readonly throttled?: boolean;
}

function sentOf(
  { status = 200, body = '{"id":1}', failure, throttled = false }: Came,
  release = () => undefined,
): Sent {
  const bytes = Buffer.from(body);
  return {
    ...(failure === undefined
      ? {
          answer: {
            status,
            headers: { 'content-type': 'application/json' },
            body: bytes,
            bytes: bytes.length,
          },
        }
      : { failure }),
    throttled,
    startedAt: new Date(0),
    phasesMs: { total: 1 },
    release,
  };
}

/** A sender with a client that answers by a function; `before` are answers that made it send the request again. */
function makeSending(answer: (url: string) => Came | Error, before: readonly Came[] = []) {
  const abort = startRunAbort(60_000);
  const urls: string[] = [];
  const heard: string[] = [];
  let released = 0;
  const client: SenderOptions['client'] = {
    counts: { requests: 0, retried: 0, throttled: 0, flaky: 0 },
    async send(request, { onSend, onSentAgain } = {}) {
      urls.push(request.url);
      for (const one of before) await onSentAgain?.(sentOf(one), `it was answered with status ${one.status}`);
      onSend?.();
      const came = answer(request.url);
      if (came instanceof Error) throw came;
      return sentOf(came, () => {
        released += 1;
      });
    },
    close: async () => undefined,
  };
  const sender = makeSender({
    client,
    abort,
    installation,
    exchangeContext: {
      redaction: redactionOf([]),
      bodies,
      limits: defaults,
      readings: new Map(),
      keepBodiesUpToBytes: 0,
    },
    onExchange: ({ id }) => heard.push(id),
  });
  return { ...sender, abort, urls, heard, released: () => released };
}

test('each exchange is numbered, kept and passed to onExchange, and its body is released', async () => {
  const { send, exchanges, urls, heard, released } = makeSending(() => ({}));
  const one = await send(plain);
  await send({
    endpoint: endpointOf('GET /api/v3/projects/:id'),
    request: { key: 'none' },
    context: { id: '7' },
    marks: { idIsListed: true },
  });
  expect(
    exchanges.map(({ id, endpoint, idIsListed, recordId }) => [id, endpoint, idIsListed, recordId]),
  ).toEqual([
    ['e1', 'GET /api/v3/users', undefined, undefined],
    ['e2', 'GET /api/v3/projects/:id', true, '7'],
  ]);
  expect(exchanges[0]).toBe(one);
  expect(exchanges[0]).not.toHaveProperty('bundleHash');
  expect(urls[1]).toMatch(/\/api\/v3\/projects\/7$/);
  expect(heard).toEqual(['e1', 'e2']);
  expect(released()).toBe(2);
});

test('a request is sent with its project and its page', async () => {
  const { send, urls } = makeSending(() => ({ body: '[]' }));
  const context = { query: { project_id: '7', page: '2' } };
  await send({ endpoint: endpointOf('GET /api/v3/citations'), request: { key: 'header' }, context });
  expect(new URL(urls[0] ?? '').search).toBe('?project_id=7&page=2');
});

test('imports with equal bodies have equal hashes, and others do not', async () => {
  const { send, exchanges } = makeSending(() => ({ status: 201, body: '{"ids":[1]}' }));
  const imports = endpointOf('POST /api/v3/fhir_imports');
  const context = {};
  for (const body of ['valid', 'valid', 'empty-bundle'] as const)
    await send({ endpoint: imports, request: { key: 'header', body }, context });
  const [first, same, other] = exchanges.map(({ bundleHash }) => bundleHash);
  expect(first).toMatch(/^[\w-]{20,}$/);
  expect(same).toBe(first);
  expect(other).not.toBe(first);
});

test('each answer that led to a retry is kept with the reason, but only the last reaches onExchange', async () => {
  const before = [{ status: 429 }, { status: 429 }, { status: 503 }];
  const { send, exchanges, heard } = makeSending(() => ({}), before);
  await send(plain);
  expect(exchanges.map(({ id, sentAgain, answer }) => [id, sentAgain, answer?.status])).toEqual([
    ['e1', 'it was answered with status 429', 429],
    ['e2', 'it was answered with status 429', 429],
    ['e3', 'it was answered with status 503', 503],
    ['e4', undefined, 200],
  ]);
  expect(heard).toEqual(['e4']);
});

test('an answer that stayed throttled is marked as throttled', async () => {
  const { send, exchanges } = makeSending(() => ({ status: 429, throttled: true }));
  await send(plain);
  expect(exchanges.map(({ sentAgain, throttled }) => [sentAgain, throttled])).toEqual([[undefined, true]]);
});

test('after the end of a run no request is sent, and the reason is returned', async () => {
  const { send, abort, urls } = makeSending(() => ({}));
  abort.abort({ kind: 'deadline', reason: 'time is up' });
  expect(await send(plain)).toEqual({ notAsked: 'time is up', why: 'deadline' });
  expect(urls).toEqual([]);
});

test('an exception ends a run as a fault of this suite, unless the run was already aborted', async () => {
  const broken = makeSending(() => new Error('the reader broke'));
  expect(await broken.send(plain)).toEqual({
    notAsked: 'this suite failed (the reader broke)',
    why: 'fault',
    wasSent: true,
  });
  expect(broken.abort.reason()?.kind).toBe('fault');
  const late = makeSending(() => {
    late.abort.abort({ kind: 'interrupted', reason: 'it was interrupted' });
    return new Error('aborted');
  });
  expect(await late.send(plain)).toEqual({
    notAsked: 'it was interrupted',
    why: 'interrupted',
    wasSent: true,
  });
  expect(late.abort.reason()?.kind).toBe('interrupted');
});

const refused = { kind: 'refused', reason: 'the connection was refused' } as const;
const slow = { kind: 'timeout', reason: 'no answer came in 30 s' } as const;

/** Why a run ends after these results of its requests. */
async function endOf(...all: readonly Came[]): Promise<string | undefined> {
  const left = [...all];
  const { send, abort } = makeSending(() => left.shift() ?? {});
  for (const _ of all) await send(plain);
  return abort.reason()?.reason;
}

test('an installation that answered once counts as gone after three failed connections in a row', async () => {
  const gone = 'the installation stopped answering: the connection was refused';
  const no = { failure: refused };
  expect(await endOf({}, no, no, no)).toBe(gone);
  expect(await endOf({}, no, no)).toBeUndefined();
  expect(await endOf({}, no, no, {}, no)).toBeUndefined();
  expect(await endOf({}, no, no, { failure: slow }, no)).toBeUndefined();
  expect(await endOf(no, no, no)).toBeUndefined();
  for (const kind of ['dns', 'tls', 'proxy'] as const) {
    const other = { failure: { kind, reason: 'x' } };
    expect(await endOf({}, other, other, other)).toBe('the installation stopped answering: x');
  }
});
