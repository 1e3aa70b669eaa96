import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isNotShown } from '../../contract/judging/verdict.ts';
import { stateOf } from '../../contract/state.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { failingNotes } from '../../reports/notes.ts';
import { sanitize } from '../../reports/sanitize.ts';
import { type LeastJudged, shortfallOf } from '../../reports/shortfall.ts';
import type { EndedRun, Judge } from './judge.ts';
import type { BrokerPath } from './messages.ts';

export interface Broker {
  /** Includes a secret of this run: no other user of the machine may send requests with the installation's keys. */
  readonly url: string;
  /**
   * Ends the session and writes its reports.
   * @returns why the run is not a success, apart from its tests, as a sentence
   */
  readonly close: () => Promise<string | undefined>;
}

/** One run of tests: UI mode makes several, one after the other. */
interface Run {
  judge?: Promise<Judge>;
  readonly asked: Set<string>;
}

/**
 * Serves verdicts and answers from one session to all tests of a Playwright run, so that the installation sees each
 * request once, regardless of workers, failed tests and retries. Loads and sends nothing before the first call.
 */
export async function startBroker(): Promise<Broker> {
  let run: Run | undefined;
  const current = (): Run => {
    run ??= { asked: new Set() };
    return run;
  };
  const judge = (): Promise<Judge> => {
    const now = current();
    now.judge ??= import('./judge.ts').then(({ startJudge }) => startJudge());
    return now.judge;
  };
  const home = `/${randomUUID()}/`;
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith(home) !== true) {
      response.writeHead(404).end();
      return;
    }
    const path = request.url.slice(home.length) as BrokerPath;
    try {
      const question = request.method === 'POST' ? JSON.parse(await bodyOf(request)) : undefined;
      if (path === 'begin' && run !== undefined) {
        const before = run;
        run = undefined;
        await end(before);
      }
      current().asked.add(path);
      const isEmpty = path === 'begin' && question.length === 0;
      const answer = isEmpty ? {} : await answerTo(path, question, await judge());
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
    url: `http://127.0.0.1:${port}${home}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return run === undefined ? undefined : end(run);
    },
  };
}

/**
 * Ends a run.
 * @returns why it is not a success, apart from its tests
 */
async function end({ judge, asked }: Run): Promise<string | undefined> {
  if (judge === undefined) return undefined;
  let started: Judge;
  try {
    started = await judge;
  } catch (thrown) {
    // A mistake in the configuration. The installation test reports it, if it was selected.
    return asked.has('state') ? undefined : messageOf(thrown);
  }
  try {
    return problemOf(await started.close(), asked);
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** What makes a run fail besides its tests, as the exit code of `check` would. */
function problemOf(
  { record, deviations, expectations, unreported }: EndedRun,
  asked: ReadonlySet<string>,
): string | undefined {
  // A run with custom tests only: they judge the answers themselves.
  if (record.verdicts.length === 0) return undefined;
  const { explainsEverything, meaning } = stateOf(record.state);
  // The installation test reports it, if it was selected.
  if (explainsEverything && record.state !== 'unknown')
    return asked.has('state') ? undefined : (record.cause ?? meaning);
  const { shortfall: _ofWhole, drift = [], ...others } = deviations;
  const shortfall = shortfallOfRun(record, expectations, asked);
  const problems = [
    ['Found, although no chosen test reports it', unreported.map(({ sentence }) => sentence)] as const,
    [record.state === 'incomplete' ? 'Incomplete' : 'Not shown to work', notShownSentences(record)] as const,
    ...failingNotes({
      ...others,
      ...(shortfall === undefined ? {} : { shortfall }),
      drift: asked.has('drift') ? [] : drift,
    }).map(({ title, items }) => [title, items.map(({ sentence }) => sentence)] as const),
  ].filter(([, sentences]) => sentences.length > 0);
  if (problems.length === 0) return undefined;
  return problems
    .map(([title, sentences]) => [`${title}:`, ...sentences.map((one) => `  ${sanitize(one)}`)].join('\n'))
    .join('\n');
}

/**
 * The endpoints that were not shown to work; for an incomplete run its cause, which names the setting that helps. None
 * besides a failure: its test is red already, and `check` has no other exit code then either.
 */
function notShownSentences({ state, cause, verdicts }: RunRecord): readonly string[] {
  if (verdicts.some(({ outcome, known }) => outcome === 'fail' && known === undefined)) return [];
  const notShown = verdicts.filter((verdict) => isNotShown(verdict) && verdict.known === undefined);
  if (notShown.length > 0 && state === 'incomplete' && cause !== undefined) return [cause];
  return notShown.map(({ endpoint }) => `Not shown: ${endpoint}.`);
}

/**
 * Why too little was judged. A selection of tests may be skipped for lack of configuration, unless a minimum is set.
 */
function shortfallOfRun(
  record: RunRecord,
  { minimumCoverage, minimumAsked }: LeastJudged,
  asked: ReadonlySet<string>,
): string | undefined {
  // A separate test reports the coverage.
  const least = { minimumCoverage: asked.has('coverage') ? 0 : minimumCoverage, minimumAsked };
  const isRequired = record.cutShort || least.minimumCoverage > 0 || minimumAsked > 0;
  const wasTried = record.verdicts.some(({ outcome }) => outcome === 'untestable');
  return isRequired || wasTried ? shortfallOf(record, least) : undefined;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown cause';
}

function answerTo(path: BrokerPath, question: unknown, { answers }: Judge): Promise<unknown> {
  if (!Object.hasOwn(answers, path)) throw new Error(`The broker has no path ${String(path)}.`);
  return answers[path](question as never);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
