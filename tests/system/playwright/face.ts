import { startReference } from '../../../reference-server/index.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { runPlaywright } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** The results of a run of the contract's tests, seen from outside. */
export interface FaceRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly string[];
  readonly reports: string;
}

/** The same keys in each run, so that the requests of two runs can be compared. */
export const faceKeys = {
  first: 'Zx7Qk2Lm9Tp4Vb8R',
  second: 'Hc3Wd6Ys1Nf5Gj0K',
  revoked: 'Ua4Er8Bi2Ox6Pl9M',
};

/**
 * Runs Playwright's tests of the contract in a process of their own, against a reference installation of their own.
 * @param interruptAfter number of requests after which the run is interrupted, as by Ctrl+C
 */
export async function runFace(
  words: readonly string[],
  transforms: readonly ResponseTransform[] = [],
  settings: Readonly<Record<string, string>> = {},
  { interruptAfter = Number.POSITIVE_INFINITY } = {},
): Promise<FaceRun> {
  const requests: string[] = [];
  let interrupt = (): void => undefined;
  const opening = startReference({
    rateLimit: 'off',
    keys: faceKeys,
    transforms,
    onRequest: ({ method, path, query, headers }) => {
      const { authorization = 'no header', accept = 'no Accept' } = headers;
      requests.push(`${method} ${path} ${JSON.stringify(query)} ${authorization} ${accept}`);
      if (requests.length === interruptAfter) interrupt();
    },
  });
  return whileOpen(opening, async ({ baseUrl }) => {
    const reports = emptyFolder();
    const environment = {
      BASE_URL: baseUrl,
      API_KEY: faceKeys.first,
      PACE: 'off',
      REPORTS_DIR: reports,
      ...settings,
    };
    const { code, stdout, stderr } = await runPlaywright(words, {
      environment,
      onStart: (kill) => {
        interrupt = () => kill('SIGINT');
      },
    });
    return { code, stdout, stderr, requests, reports };
  });
}
