import { createServer } from 'node:http';
import { startReference } from '../../../reference-server/index.ts';
import { serve } from '../../support/serving.ts';

/** Many installations behind one address, each below a path of its own, that give the answers of a reference installation. */
export interface StubFleet {
  readonly baseUrl: (name: string) => string;
  readonly key: string;
  /** When each request of an installation came, in milliseconds since 1970. */
  readonly requests: ReadonlyMap<string, readonly number[]>;
  /** Names of installations that answer 500 to everything, as long as they are in it. */
  readonly broken: Set<string>;
  readonly close: () => Promise<void>;
}

interface Recorded {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

const failure: Recorded = {
  status: 500,
  type: 'application/json',
  body: Buffer.from('{"error":"It broke."}'),
};

/** Starts them. Each answer is recorded when it is first asked for. */
export async function startStubFleet(delayMs: number): Promise<StubFleet> {
  const reference = await startReference({ rateLimit: 'off' });
  const answers = new Map<string, Promise<Recorded>>();
  const requests = new Map<string, number[]>();
  const broken = new Set<string>();
  const record = async (path: string, method: string, key: string | undefined): Promise<Recorded> => {
    const response = await fetch(reference.baseUrl + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: key }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: '{"resourceType":"Bundle","type":"collection","entry":[]}' } : {}),
    });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type') ?? '', body };
  };
  // As long as nginx holds idle connections by default.
  const server = createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
    const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const times = requests.get(name) ?? [];
    requests.set(name, times);
    times.push(Date.now());
    request.resume();
    const { method = 'GET', headers } = request;
    const id = `${method} ${path} ${headers.authorization ?? ''}`;
    const answer = answers.get(id) ?? record(path, method, headers.authorization);
    answers.set(id, answer);
    const { status, type, body } = broken.has(name) ? failure : await answer;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body);
    }, delayMs);
  });
  const { baseUrl, close } = await serve(server);
  return {
    baseUrl: (name) => `${baseUrl}/${name}`,
    key: reference.keys.first,
    requests,
    broken,
    async close() {
      await close();
      await reference.close();
    },
  };
}
