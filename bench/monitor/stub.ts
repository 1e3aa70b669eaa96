import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../reference-server/index.ts';

/** A server that gives recorded answers of the reference installation after a fixed time. */
export interface Stub {
  readonly baseUrl: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

interface Recorded {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** Records each answer when it is first asked for, so that the stub itself costs next to nothing. */
export async function startStub(delayMs: number): Promise<Stub> {
  const reference = await startReference({ rateLimit: 'off' });
  const answers = new Map<string, Promise<Recorded>>();
  const record = async (
    url: string,
    method: string,
    authorization: string | undefined,
  ): Promise<Recorded> => {
    const response = await fetch(reference.baseUrl + url, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: '{"resourceType":"Bundle","type":"collection","entry":[]}' } : {}),
    });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type') ?? '', body };
  };
  const server: Server = createServer(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    const { authorization } = request.headers;
    request.resume();
    const id = `${method} ${url} ${authorization ?? ''}`;
    const answer = answers.get(id) ?? record(url, method, authorization);
    answers.set(id, answer);
    const { status, type, body } = await answer;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    key: reference.keys.first,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await reference.close();
    },
  };
}
