import { spawnSync } from 'node:child_process';
import { callersIn } from '../library/refusals.ts';
import { askBroker, BrokerError, brokerVariable } from './broker/messages.ts';
import { plainError } from './errors.ts';

/** A text without any part of a key, which the session alone knows; without a session there is none. */
export async function hidden(text: string): Promise<string> {
  if (process.env[brokerVariable] === undefined) return text;
  return (await askBroker('hide', text)).text;
}

/** The same for a matcher that cannot wait: it takes a process of its own, so only if a test fails. */
export function hiddenNow(text: string): string {
  if (process.env[brokerVariable] === undefined) return text;
  const { status, stdout } = spawnSync(process.execPath, ['-e', askAlone], {
    input: JSON.stringify(text),
    encoding: 'utf8',
  });
  return status === 0 ? (JSON.parse(stdout) as { readonly text: string }).text : 'another text';
}

/** A program that asks the broker what it reads. */
const askAlone = `
fetch(new URL('hide', process.env.${brokerVariable}), { method: 'POST', body: require('node:fs').readFileSync(0) })
  .then((response) => response.text())
  .then((text) => process.stdout.write(text));`;

/**
 * Errors with a sentence for a person, free of keys: a test may have written one in place of a name. Their stack is that of
 * the line that called, which is out of sight once something was waited for.
 */
export async function plainly<T>(work: () => Promise<T>): Promise<T> {
  const place = new Error();
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const message = thrown instanceof BrokerError ? thrown.message : await hidden(thrown.message);
    throw plainError(message, callersIn(place));
  }
}
