import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stateOf } from '../../../contract/state.ts';
import { shortfallOf } from '../../../reports/shortfall.ts';
import type { CheckCaseName } from './check-cases.ts';
import type { Judge } from './judge.ts';

/** The environment variable with the broker's address, which the worker processes inherit. */
export const brokerVariable = 'EVIDENCE_CONTRACT_BROKER';

/** The paths of the broker. */
export const paths = {
  prefetch: '/prefetch',
  verdicts: '/verdicts',
  state: '/state',
  coverage: '/coverage',
} as const;

export interface Broker {
  readonly url: string;
  /**
   * Ends the session and writes its reports.
   * @returns why the run is no success, whatever its tests say, as a sentence
   */
  readonly close: () => Promise<string | undefined>;
}

/**
 * Serves verdicts from one session to all tests of a Playwright run, so that the installation sees each request once,
 * however many workers start, tests fail or retries run. Loads and sends nothing before the first call.
 */
export async function startBroker(): Promise<Broker> {
  let judge: Promise<Judge> | undefined;
  const asked = new Set<string | undefined>();
  const started = (): Promise<Judge> => {
    judge ??= import('./judge.ts').then(({ startJudge }) => startJudge());
    return judge;
  };
  const server = createServer(async (request, response) => {
    asked.add(request.url);
    try {
      const current = await started();
      const answer = await answers(request, current);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (thrown) {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: messageOf(thrown) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (judge === undefined) return undefined;
      try {
        const ended = await judge;
        const problem = problemOf(ended, asked);
        await ended.close();
        return problem;
      } catch (thrown) {
        // A mistake in the configuration. The test of the installation reports it, where it was chosen.
        return asked.has(paths.state) ? undefined : messageOf(thrown);
      }
    },
  };
}

/** Whatever tests were chosen: an installation that could not be tested, or hardly, is no success. */
function problemOf(
  { whole, minimumCoverage }: Judge,
  asked: ReadonlySet<string | undefined>,
): string | undefined {
  const record = whole();
  const { explainsEverything, meaning } = stateOf(record.state);
  if (!asked.has(paths.state) && explainsEverything && record.state !== 'unknown')
    return record.cause ?? meaning;
  // A few chosen tests may be skipped for good reasons, unless somebody demands more.
  const isDemanded = record.cutShort || (minimumCoverage > 0 && !asked.has(paths.coverage));
  return isDemanded ? shortfallOf(record, minimumCoverage) : undefined;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown cause';
}

async function answers(request: IncomingMessage, judge: Judge): Promise<unknown> {
  if (request.url === paths.coverage) return judge.coverage();
  if (request.url === paths.state) return judge.state();
  const names = JSON.parse(await bodyOf(request)) as readonly CheckCaseName[];
  return request.url === paths.prefetch ? judge.prefetch(names) : judge.judge(names);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
