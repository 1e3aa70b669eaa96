import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { brokerVariable, paths } from './broker.ts';
import type { CheckCaseName } from './check-cases.ts';
import type { Coverage, Judged } from './judge.ts';

/** An error that affects every test, such as a mistake in the configuration. Its message says what to do. */
export class BrokerError extends Error {}

/** Asks the broker of this Playwright run for the verdicts of one test. */
export async function askForVerdicts(names: readonly CheckCaseName[]): Promise<Judged> {
  return (await ask(paths.verdicts, JSON.stringify(names))) as Judged;
}

/** Has the broker send the requests of several tests. */
export async function askForRequests(names: readonly CheckCaseName[]): Promise<void> {
  await ask(paths.prefetch, JSON.stringify(names));
}

/** Asks for the state of the installation, which takes only a few requests. */
export async function askForState(): Promise<RunRecord> {
  return (await ask(paths.state)) as RunRecord;
}

export async function askForCoverage(): Promise<Coverage> {
  return (await ask(paths.coverage)) as Coverage;
}

/** Uses Node's own client: every worker loads this file, and the engine's client takes 80 ms to load. */
async function ask(path: string, sent?: string): Promise<unknown> {
  const url = process.env[brokerVariable];
  if (url === undefined) throw new BrokerError('The tests were started without their configuration file.');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The run's own time limits end every wait, so this request needs none.
    request(new URL(path, url), { method: sent === undefined ? 'GET' : 'POST' })
      .on('response', resolve)
      .on('error', reject)
      .end(sent);
  });
  const answer = (await json(response)) as { readonly error?: string };
  if (response.statusCode !== 200) throw new BrokerError(answer.error ?? 'The broker returned no verdicts.');
  return answer;
}
