import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckCaseName } from './check-cases.ts';
import type { Judge } from './judge.ts';

/** The environment variable with the broker's address, which the worker processes inherit. */
export const brokerVariable = 'EVIDENCE_CONTRACT_BROKER';

/** The paths of the broker. */
export const paths = { verdicts: '/verdicts', state: '/state', coverage: '/coverage' } as const;

export interface Broker {
  readonly url: string;
  /** Ends the session and writes its reports. */
  readonly close: () => Promise<void>;
}

/**
 * Serves verdicts from one session to all tests of a Playwright run, so that the installation sees each request once,
 * however many workers start, tests fail or retries run. Loads and sends nothing before the first call.
 */
export async function startBroker(): Promise<Broker> {
  let judge: Promise<Judge> | undefined;
  const started = (): Promise<Judge> => {
    judge ??= import('./judge.ts').then(({ startJudge }) => startJudge());
    return judge;
  };
  const server = createServer(async (request, response) => {
    try {
      const current = await started();
      const answer = await answers(request, current);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : 'unknown cause';
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // With mistakes in the configuration there is no judge to close, and the tests have reported them.
      const ended = await judge?.catch(() => undefined);
      await ended?.close();
    },
  };
}

async function answers(request: IncomingMessage, judge: Judge): Promise<unknown> {
  if (request.url === paths.coverage) return judge.coverage();
  if (request.url === paths.state) return judge.state();
  return judge.judge(JSON.parse(await bodyOf(request)) as readonly CheckCaseName[]);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
