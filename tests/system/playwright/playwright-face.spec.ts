import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { long } from '../../support/long.ts';
import { runPlaywright } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { runFace } from './face.ts';

/** Playwright's tests of the contract as a pipeline runs them: in a Playwright process of their own. */

/** Every list answers as a bare string: a failure at seven endpoints. */
const bareLists: ResponseTransform = {
  transformAnswer: (answer, { endpoint }) =>
    answer.status === 200 && Array.isArray(answer.body) && endpoint !== undefined
      ? { ...answer, body: 'list' }
      : answer,
};

test.describe('The Playwright face', () => {
  // Each test starts a Playwright of its own, and each failure in it a new worker.
  test.slow();

  test('fails one test for a finding, and skips the other tests that it affects', async () => {
    const { code, stdout, reports } = await runFace(['--grep', '@success'], [bareLists]);
    expect(code).toBe(1);
    // Without a list no record is known, so that four more cannot be judged; only the refusals of the import can be.
    expect(stdout).toContain('\n3 passed, 1 failed, 10 skipped\n');
    expect(stdout).toContain(
      'At all 6 endpoints that could be judged a request with a valid key in the header has a string as its body; the document promises a list.',
    );
    expect(stdout).toContain('endpoints: GET /api/v3/projects, GET /api/v3/key_questions,');
    expect(stdout).toContain('check success.list-kind, requirements');
    const record = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;
    expect(record.findings).toHaveLength(1);
    expect(record.verdicts.filter(({ outcome }) => outcome === 'fail')).toHaveLength(6);
  });

  test('sends only the requests that the chosen test needs, with and without a key', long, async () => {
    const { code, requests, stdout, stderr } = await runFace(['--grep', 'GET /api/v4/projects.*@errors']);
    expect(stdout).toContain('1 passed');
    expect(code).toBe(0);
    expect(requests.every((request) => request.startsWith('GET /api/v4/projects '))).toBe(true);
    // With a valid key, and without one.
    expect(requests.length).toBe(2);
    expect(stderr).toMatch(/^Checking default at http:\/\/127\.0\.0\.1:\d+$/m);
  });

  test('leaves stdout to the reporter', async () => {
    const { stdout } = await runFace(
      ['--reporter=json', '--grep', 'GET /api/v4/projects.*@errors'],
      [bareLists],
    );
    expect(JSON.parse(stdout)).toMatchObject({ stats: { expected: 1 } });
  });

  test('reports a rejected key as one failing test with the cause', long, async () => {
    const { code, stdout, reports } = await runFace([], [], { API_KEY: 'a-key-that-nobody-has' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/0 passed, 1 failed, 60 skipped|\b1 failed\b/);
    expect(stdout).toContain('refuses the configured key');
    expect(stdout).not.toContain('Outside of any test');
    const record: unknown = JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8'));
    expect(record).toMatchObject({ state: 'key-rejected', coverage: 0 });
  });

  test('reports a mistake in the configuration as one failing test, and sends nothing', long, async () => {
    const { code, stdout, requests } = await runFace([], [], { PACE: 'fast' });
    expect(code).toBe(1);
    expect(stdout).toContain('PACE: ');
    expect(stdout).toMatch(/\b1 failed\b/);
    expect(requests).toEqual([]);
  });

  test('has a failing test if the coverage is below MIN_COVERAGE', long, async () => {
    const words = ['--grep', 'citations/:id|MIN_COVERAGE'];
    const { code, stdout } = await runFace(words, [], { MIN_COVERAGE: '1', CITATION_ID: '424242' });
    expect(stdout).toContain('is judged as far as MIN_COVERAGE demands');
    expect(code).toBe(1);
  });

  test('passes if the only failure is in the list of known failures', long, async () => {
    const { code } = await runFace(['--grep', 'GET /api/v3/key_questions .*@success'], [bareLists], {
      KNOWN_FAILURES: 'tests/system/cli/known-failures.yaml',
    });
    expect(code).toBe(0);
  });

  test('fails if a known failure passes in a run of all tests', long, async () => {
    const { code, stdout } = await runFace([], [], {
      KNOWN_FAILURES: 'tests/system/cli/known-failures.yaml',
    });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'success.list-kind at GET /api/v3/key_questions passes now: remove it from the known failures.',
    );
  });

  const cases: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['a dead port', { BASE_URL: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 cannot be reached/],
    ['an empty key', { API_KEY: '' }, /API_KEY/],
    ['a wrong key', { API_KEY: 'a-key-that-nobody-has' }, /refuses the configured key/],
    [
      'less coverage than demanded',
      { MIN_COVERAGE: '1', CITATION_ID: '424242' },
      /MIN_COVERAGE demands 100 %/,
    ],
  ];
  for (const [problem, settings, expected] of cases) {
    test(`fails for ${problem}, even if only some tests are chosen`, long, async () => {
      const { code, stdout, stderr } = await runFace(['--grep', '@auth|citations/:id'], [], settings);
      expect(code).toBe(1);
      expect(`${stdout}${stderr}`).toMatch(expected);
      expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at \S+ \(/);
    });
  }

  test('fails in CI if nothing is configured, and passes with BASE_URL=embedded', long, async () => {
    const words = ['--grep', 'GET /api/v4/projects.*@errors|can be tested'];
    const forgotten = await runPlaywright(words, {
      environment: { CI: 'true', REPORTS_DIR: emptyFolder() },
    });
    expect(forgotten.code).toBe(1);
    expect(forgotten.stdout).toContain(
      'Nothing is configured: set BASE_URL and API_KEY, or BASE_URL=embedded to test the embedded installation on purpose.',
    );
    const environment = { CI: 'true', BASE_URL: 'embedded', REPORTS_DIR: emptyFolder() };
    const meant = await runPlaywright(words, { environment });
    expect(meant.code, meant.stdout).toBe(0);
    expect(meant.stderr).toContain('Checking reference at http://127.0.0.1:');
  });
});
