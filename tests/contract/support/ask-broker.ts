import { request } from 'undici';
import type { RunRecord } from '../../../engine/run-record.ts';
import { brokerVariable } from './broker.ts';
import type { Coverage } from './judge.ts';
import type { QuestionName } from './questions.ts';

/** Something in the way of every test, like a mistake in the configuration; its message tells what to do. */
export class BrokerTrouble extends Error {}

/** Asks the broker of this Playwright run for verdicts. */
export async function askForVerdicts(names: readonly QuestionName[]): Promise<RunRecord> {
  return (await ask('POST', JSON.stringify(names))) as RunRecord;
}

export async function askForCoverage(): Promise<Coverage> {
  return (await ask('GET')) as Coverage;
}

async function ask(method: 'GET' | 'POST', sent?: string): Promise<unknown> {
  const url = process.env[brokerVariable];
  if (url === undefined) throw new BrokerTrouble('The tests were started without their configuration file.');
  // The time limits of the run itself end every wait: none is needed here.
  const options = {
    method,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(sent === undefined ? {} : { body: sent }),
  };
  const { statusCode, body } = await request(url, options);
  const answer = (await body.json()) as { readonly trouble?: string };
  if (statusCode !== 200) throw new BrokerTrouble(answer.trouble ?? 'The verdicts could not be had.');
  return answer;
}
