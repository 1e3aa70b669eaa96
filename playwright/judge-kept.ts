import type { EndpointId } from '../contract/endpoints.ts';
import type { RecordedVerdict } from '../engine/record/run-record.ts';
import { namedCheckCases } from '../library/named-check-cases.ts';
import { requireName } from '../library/require-names.ts';
import { askBroker } from './broker/ask-broker.ts';
import { nameOf } from './check-cases.ts';
import { ContractAnswer } from './contract-answer.ts';
import { plainError } from './plain-error.ts';

/** How many verdicts a message names. */
const verdictsNamed = 5;

/**
 * Judges whether an installation keeps what a name stands for.
 * @param received the installation, or an answer for its endpoint alone
 * @throws Error where nothing could be judged, whatever is expected
 */
export async function judgeKept(
  received: unknown,
  name: string,
): Promise<{ readonly isKept: boolean; readonly message: string }> {
  const isAnswer = received instanceof ContractAnswer;
  if (!isAnswer && !isInstallation(received))
    throw plainError('toKeep takes the fixture `installation`, or what `await ask(…)` gives.');
  const endpoint = isAnswer ? ContractAnswer.exchangeOf(received).endpoint : undefined;
  requireName('toKeep', name);
  const verdicts = await askBroker('verdicts', casesAt(name, endpoint));
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail');
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass');
  if (failed.length > 0) return { isKept: false, message: textOf(`${name} is broken`, failed) };
  if (passed.length > 0) return { isKept: true, message: textOf(`${name} is kept`, passed) };
  throw plainError(textOf(`${name} could not be judged`, verdicts));
}

function isInstallation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'baseUrl' in value && 'has' in value;
}

function casesAt(name: string, endpoint: EndpointId | undefined) {
  const all = namedCheckCases([name]);
  const here = endpoint === undefined ? all : all.filter((one) => one.endpoint.id === endpoint);
  if (here.length === 0) throw plainError(`No check of ${name} is made at ${endpoint}.`);
  return here.map(nameOf);
}

/** The first verdict as a sentence; the others below it. */
function textOf(what: string, verdicts: readonly RecordedVerdict[]): string {
  const lines = verdicts.slice(0, verdictsNamed).map(({ check, endpoint, message }) => ({
    sentence: `${what}: ${message}`,
    line: `  ${check} at ${endpoint}: ${message}`,
  }));
  const more = verdicts.length - lines.length;
  return [
    lines[0]?.sentence ?? `${what}.`,
    ...(lines.length > 1 ? lines.map(({ line }) => line) : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}
