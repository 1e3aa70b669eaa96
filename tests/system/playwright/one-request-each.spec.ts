import { expect, test } from '@playwright/test';
import { scopeOf } from '../../../contract/scope.ts';
import { planOf } from '../../../engine/run/plan.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { startReference } from '../../../reference-server/index.ts';
import { collectArrivals, repeatedIn } from '../../support/arrivals.ts';
import { allKeys, environmentFor, makeTestInstallation } from '../../support/installation.ts';
import { long } from '../../support/long.ts';
import { runPlaywright } from '../../support/run-command.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { transformNamed } from '../../support/transform-named.ts';
import { faceKeys } from './face.ts';

/** "Each distinct request is sent once in a run, on every face" (docs/how-a-verdict-is-made.md), counted at the server. */

/** The requests that arrive at an installation while `judge` runs. */
async function arrivalsBy<T>(
  names: readonly string[],
  judge: (baseUrl: string) => Promise<T>,
): Promise<{ readonly arrived: readonly string[]; readonly result: T }> {
  const { all, onRequest } = collectArrivals();
  const transforms = names.map(transformNamed);
  const reference = await startReference({ rateLimit: 'off', keys: faceKeys, transforms, onRequest });
  try {
    return { result: await judge(reference.baseUrl), arrived: all };
  } finally {
    await reference.close();
  }
}

const byPlaywright = (names: readonly string[], words: readonly string[]) =>
  arrivalsBy(names, (baseUrl) =>
    runPlaywright(words, {
      environment: {
        ...environmentFor(baseUrl, faceKeys),
        ALLOW_IMPORT: 'true',
        REPORTS_DIR: emptyFolder(),
      },
    }),
  );

const installationAt = (baseUrl: string) =>
  makeTestInstallation({ baseUrl, ...allKeys(faceKeys), allowImport: true });

const byEngine = (names: readonly string[]) =>
  arrivalsBy(names, (baseUrl) =>
    runInstallation(installationAt(baseUrl), { scope: scopeOf('full'), bodies: sharedBodies() }),
  );

/** The requests without their User-Agent, in which the faces differ. */
const withoutAgent = (arrived: readonly string[]): readonly string[] =>
  arrived.map((one) => one.replace(/"user-agent":"[^"]*",?/, '')).toSorted();

const planned = planOf(scopeOf('full'), installationAt('http://127.0.0.1')).length;

const cases: readonly {
  readonly name: string;
  readonly transforms: readonly string[];
  readonly words: readonly string[];
  readonly code: number;
  readonly details?: typeof long;
}[] = [
  {
    name: 'with two workers, and retries at a violating installation',
    transforms: ['citations-open-without-key', 'import-answers-200'],
    words: ['--workers=2', '--retries=1'],
    code: 1,
  },
  { name: 'with one worker', transforms: [], words: ['--workers=1'], code: 0, details: long },
  {
    name: 'with one worker, and retries at a violating installation',
    transforms: ['citations-open-without-key', 'import-answers-200'],
    words: ['--workers=1', '--retries=1'],
    code: 1,
    details: long,
  },
  {
    name: 'at an installation that answers 403 for unknown ids',
    transforms: ['unknown-id-403'],
    words: ['--workers=2'],
    code: 0,
    details: long,
  },
];

test.describe('the Playwright face sends the same requests as the engine, each once', () => {
  test.slow();

  for (const { name, transforms, words, code, details = {} } of cases) {
    test(name, details, async () => {
      const { arrived, result } = await byPlaywright(transforms, words);
      expect(result.code, result.stdout).toBe(code);
      expect(repeatedIn(arrived)).toEqual([]);
      expect(withoutAgent(arrived)).toEqual(withoutAgent((await byEngine(transforms)).arrived));
      expect(arrived.length).toBeLessThanOrEqual(planned);
    });
  }

  test('in shards, which together send all requests of a whole run', long, async () => {
    const whole = withoutAgent((await byEngine([])).arrived);
    const seen = new Set<string>();
    for (const shard of ['1/3', '2/3', '3/3']) {
      const { arrived, result } = await byPlaywright([], [`--shard=${shard}`]);
      expect(result.code, result.stdout).toBe(0);
      expect(repeatedIn(arrived)).toEqual([]);
      const own = withoutAgent(arrived);
      // A shard that has neither projects nor users samples keys at the first endpoint that it has (rule 9).
      const beyond = own.filter((one) => !whole.includes(one));
      const places = new Set(beyond.map((one) => one.split('"')[3]));
      expect(places.size, [...places].join(', ')).toBeLessThanOrEqual(1);
      expect(own.length).toBeLessThan(whole.length);
      for (const one of own) seen.add(one);
    }
    expect(whole.filter((one) => !seen.has(one))).toEqual([]);
  });
});
