import { type FaultName, startReference } from '../../../library/reference.ts';
import { environmentFor } from '../../support/installation.ts';
import { type CommandResult, runPlaywrightIn } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';

/** A run of a project's tests, and the requests that arrived. */
export interface ServedRun extends CommandResult {
  readonly requests: readonly string[];
}

export interface ServedOptions {
  readonly faults?: readonly FaultName[];
  readonly keys?: { readonly first: string; readonly second: string; readonly revoked: string };
  readonly rateLimit?: { readonly windowMs: number; readonly limit: number };
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs the tests of a folder against a reference installation of their own. */
export async function runServed(
  folder: string,
  words: readonly string[],
  { faults = [], keys, rateLimit, settings = {} }: ServedOptions = {},
): Promise<ServedRun> {
  const requests: string[] = [];
  const opening = startReference({
    faults,
    ...(keys === undefined ? {} : { keys }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    onRequest: ({ method, path, query, headers }) => {
      const { authorization = 'no header', accept = 'no Accept' } = headers;
      requests.push(`${method} ${path} ${JSON.stringify(query)} ${authorization} ${accept}`);
    },
  });
  return whileOpen(opening, async (reference) => {
    const environment = { ...environmentFor(reference.baseUrl, reference.keys), ...settings };
    return { ...(await runPlaywrightIn(folder, words, environment)), requests };
  });
}
