import {
  type Reference,
  type ResponseTransform,
  type SeenRequest,
  startReference,
} from '../../../reference-server/index.ts';
import { type HostileResult, hostileInstallation, runAgainst, sentinels } from './hostile-run.ts';

/** Runs everything against the reference installation with one hostile transform. */
export async function runWith(
  transform: ResponseTransform,
  changes: Parameters<typeof hostileInstallation>[1] = {},
): Promise<HostileResult & { readonly seen: readonly SeenRequest[]; readonly reference: Reference }> {
  const seen: SeenRequest[] = [];
  const reference = await startWith([transform], (request) => seen.push(request));
  try {
    const limits = { timeoutMs: 5000, deadlineMs: 30_000, ...changes };
    const result = await runAgainst(hostileInstallation(reference.baseUrl, limits));
    return { ...result, seen, reference };
  } finally {
    await reference.close();
  }
}

/** Starts a reference installation whose keys are the sentinels. */
export function startWith(
  transforms: readonly ResponseTransform[],
  onRequest: (request: SeenRequest) => void = () => undefined,
): Promise<Reference> {
  return startReference({
    rateLimit: 'off',
    keys: { first: sentinels.key, second: sentinels.second, revoked: sentinels.revoked },
    transforms,
    onRequest,
  });
}

/** Replaces the success of one endpoint with another body. */
export function answering(
  endpoint: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): ResponseTransform {
  return {
    transformAnswer: (answer, request) =>
      request.endpoint === endpoint && answer.status === 200
        ? {
            status: 200,
            headers,
            body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
          }
        : answer,
  };
}

export function outcomeOf({ record }: HostileResult, check: string, endpoint: string): string | undefined {
  return record.verdicts.find((one) => one.check === check && one.endpoint === endpoint)?.outcome;
}
