import type { Installation } from '../../../engine/configuration/installation.ts';
import { type Client, makeClient } from '../../../engine/http/client.ts';
import type { HttpRequest } from '../../../engine/http/make-request.ts';
import { makeRateLimiter } from '../../../engine/http/rate-limiter.ts';
import type { Sent } from '../../../engine/http/sent.ts';
import { boundlessMemory } from '../../support/body-memory.ts';
import { makeTestInstallation } from '../../support/installation.ts';

/** A plain request to a path below the base URL. */
export function requestTo(
  { baseUrl }: Pick<Installation, 'baseUrl'>,
  path: string,
  changes: Partial<HttpRequest> = {},
): HttpRequest {
  const url = `${baseUrl}${path}`;
  return {
    method: 'GET',
    endpoint: 'GET /api/v3/projects',
    key: 'header',
    url,
    headers: { accept: 'application/json' },
    shownUrl: url,
    curl: '',
    ...changes,
  };
}

export interface TestClient extends Client {
  readonly get: (path: string) => Promise<Sent>;
  readonly longWaits: readonly string[];
}

/**
 * Runs `work` with a client of the engine, which is closed afterwards.
 * @param changes to its installation
 * @param options replace the usual options of the client
 */
export async function withClient<T>(
  changes: Partial<Installation>,
  work: (client: TestClient) => Promise<T>,
  options: Partial<Parameters<typeof makeClient>[0]> = {},
): Promise<T> {
  const installation = makeTestInstallation(changes);
  const longWaits: string[] = [];
  const client = makeClient({
    installation,
    rateLimiter: makeRateLimiter(installation.pace),
    memory: boundlessMemory,
    signal: new AbortController().signal,
    remainingMs: () => 60_000,
    onLongWait: (reason) => longWaits.push(reason),
    ...options,
  });
  const get = (path: string): Promise<Sent> => client.send(requestTo(installation, path));
  try {
    return await work({ ...client, get, longWaits });
  } finally {
    await client.close();
  }
}

/** What came back, in short: a status with its body, or the failure. */
export function reported(sent: Sent): string {
  return sent.answer === undefined
    ? `${sent.failure?.kind}: ${sent.failure?.reason}`
    : `${sent.answer.status} ${sent.answer.body.toString()}`;
}
