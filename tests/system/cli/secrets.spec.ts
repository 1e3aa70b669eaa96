import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import { long } from '../../support/long.ts';
import { partsOf } from '../../support/parts-of.ts';
import { type CommandResult, filesBelow, runCommand, runPlaywright } from '../../support/run-command.ts';
import { type Serving, serve } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { sentinelKeys as keys, startEchoing } from '../playwright/echoing.ts';

type Settings = Readonly<Record<string, string>>;

interface Situation {
  readonly name: string;
  /** Starts a target, and returns its address. */
  readonly start: () => Promise<Pick<Serving, 'baseUrl' | 'close'>>;
  readonly settings?: Settings;
}

const echoing = 'a broken installation that echoes keys in bodies, headers and errors';
const situations: readonly Situation[] = [
  {
    name: 'a conforming installation',
    start: () => startReference({ rateLimit: 'off', keys }),
    settings: { ALLOW_IMPORT: 'true', KEEP_EVIDENCE: 'true' },
  },
  {
    name: echoing,
    start: () => startEchoing(),
    settings: { KEEP_EVIDENCE: 'true' },
  },
  {
    name: 'an installation that never answers',
    start: () => serve(createServer(() => {})),
    settings: { TIMEOUT_MS: '300' },
  },
  {
    name: 'a refused connection',
    start: async () => {
      const started = await serve(createServer());
      await started.close();
      return { ...started, close: async () => {} };
    },
  },
  {
    name: 'a mistake in the configuration',
    start: async () => ({ baseUrl: 'not an address', close: async () => {} }),
  },
];

const faces: Readonly<Record<string, (settings: Settings) => Promise<CommandResult>>> = {
  'the command line': (environment) => runCommand(['check'], { environment }),
  'the command line with JSON': (environment) =>
    runCommand(['check', '--json', '--tier', 'survey'], { environment }),
  Playwright: (environment) => runPlaywright([], { environment }),
};

for (const [face, run] of Object.entries(faces)) {
  test.describe(`No part of a key is shown by ${face}`, () => {
    // A Playwright of its own takes its time to start.
    test.slow(face === 'Playwright');
    for (const { name, start, settings } of situations) {
      // Playwright prints failures itself, and the echoing installation has many; for the others only the reporters differ.
      const details = face === 'Playwright' && name !== echoing ? long : {};
      test(`with ${name}`, details, async () => {
        const target = await start();
        const reports = emptyFolder();
        const result = await run({
          BASE_URL: target.baseUrl,
          API_KEY: keys.first,
          SECOND_API_KEY: keys.second,
          REVOKED_API_KEY: keys.revoked,
          REPORTS_DIR: reports,
          PACE: 'off',
          ...settings,
        }).finally(() => target.close());
        const texts = new Map([...filesBelow(reports), ['output', result.stdout], ['errors', result.stderr]]);
        expect(result.stdout.length + result.stderr.length).toBeGreaterThan(0);
        for (const [place, text] of texts) {
          for (const key of Object.values(keys))
            expect(partsOf(key, text), `parts of a key in ${place}`).toEqual([]);
        }
      });
    }
  });
}

test('a key that is given as API_KEY_FILE by mistake is not shown', async () => {
  const { code, stdout, stderr } = await runCommand(['check'], {
    environment: { BASE_URL: 'http://127.0.0.1:9', API_KEY_FILE: keys.first, REPORTS_DIR: emptyFolder() },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('API_KEY_FILE: The file that it names cannot be read: ');
  expect(partsOf(keys.first, stdout + stderr)).toEqual([]);
});

test('short keys, equal keys and short values of extra headers are refused with exit code 2', async () => {
  for (const environment of [
    { API_KEY: 'fail' },
    { API_KEY: keys.first, SECOND_API_KEY: keys.first },
    { API_KEY: keys.first, EXTRA_HEADERS: 'X-Token: abc123' },
  ]) {
    const settings = { BASE_URL: 'http://127.0.0.1:9', REPORTS_DIR: emptyFolder(), ...environment };
    const { code, stdout, stderr } = await runCommand(['check'], { environment: settings });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('abc123');
  }
});

test('a key that would travel to another machine in clear text causes one warning, and none with --quiet', async () => {
  const settings = {
    BASE_URL: 'http://no-such-host.invalid',
    API_KEY: keys.first,
    REPORTS_DIR: emptyFolder(),
  };
  const { stderr } = await runCommand(['check'], { environment: settings });
  expect(stderr.match(/Warning: The key of default travels in clear text/g)).toHaveLength(1);
  const { stderr: quiet } = await runCommand(['check', '--quiet'], { environment: settings });
  expect(quiet).not.toContain('Warning');
});
