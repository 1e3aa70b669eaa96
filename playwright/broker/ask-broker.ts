import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { type BrokerPath, type BrokerPaths, brokerVariable } from './messages.ts';

/** An error that affects every test, such as a mistake in the configuration. Its message says what to do. */
export class BrokerError extends Error {}

/**
 * Asks the broker of this Playwright run. Uses Node's own client: every worker loads this file, and the engine's client
 * takes 80 ms to load.
 * @throws BrokerError where there is no broker, or where it has no answer
 */
export async function askBroker<P extends BrokerPath>(
  path: P,
  question?: BrokerPaths[P][0],
): Promise<BrokerPaths[P][1]> {
  const url = process.env[brokerVariable];
  if (url === undefined)
    throw new BrokerError(
      'The tests were started without their session. Wrap the configuration of Playwright in defineContractConfig().',
    );
  const sent = question === undefined ? undefined : JSON.stringify(question);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The run's own time limits end every wait, so this request needs none.
    request(new URL(path, url), { method: sent === undefined ? 'GET' : 'POST' })
      .on('response', resolve)
      .on('error', reject)
      .end(sent);
  });
  const answer = (await json(response)) as { readonly error?: string };
  if (response.statusCode !== 200) throw new BrokerError(answer.error ?? 'The broker returned no verdicts.');
  return answer as BrokerPaths[P][1];
}
