import { spawnSync } from 'node:child_process';
import { callersIn } from '../library/refusals.ts';
import { askBroker, BrokerError, brokerVariable } from './broker/messages.ts';
import { plainError } from './errors.ts';

/** Removes every part of a key, which only the session knows; without a session there is none. */
export async function redacted(text: string): Promise<string> {
  if (process.env[brokerVariable] === undefined) return text;
  return (await askBroker('hide', text)).text;
}

/** The same for a matcher that cannot wait. It spawns a process, so it is used only if a test fails. */
export function redactedSync(text: string): string {
  if (process.env[brokerVariable] === undefined) return text;
  const { status, stdout } = spawnSync(process.execPath, ['-e', brokerProgram], {
    input: JSON.stringify(text),
    encoding: 'utf8',
  });
  return status === 0 ? (JSON.parse(stdout) as { readonly text: string }).text : 'another text';
}

/** A program that passes its input to the broker. */
const brokerProgram = `
fetch(new URL('hide', process.env.${brokerVariable}), { method: 'POST', body: require('node:fs').readFileSync(0) })
  .then((response) => response.text())
  .then((text) => process.stdout.write(text));`;

/**
 * Turns errors into sentences for people, free of keys: a test may have written one in place of a name. Their stack is
 * that of the calling line, which is lost after an `await`.
 */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  const place = new Error();
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const message = thrown instanceof BrokerError ? thrown.message : await redacted(thrown.message);
    throw plainError(message, callersIn(place));
  }
}
