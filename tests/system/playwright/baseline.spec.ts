import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import { changedKeyQuestions } from '../../support/changed-key-questions.ts';
import { long } from '../../support/long.ts';
import { once } from '../../support/once.ts';
import { runCommand } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { runFace } from './face.ts';

/** A baseline in Playwright's tests of the contract, as in `check`. */

/** The baseline of the reference installation, as an administrator saves it. */
const savedBaseline = once(async (): Promise<string> => {
  const BASELINE = join(emptyFolder(), 'baseline.json');
  await whileOpen(startReference({ rateLimit: 'off' }), async ({ baseUrl, keys }) => {
    const { code, stdout } = await runCommand(['check', '--save-baseline', BASELINE], {
      environment: { BASE_URL: baseUrl, API_KEY: keys.first, PACE: 'off', REPORTS_DIR: emptyFolder() },
    });
    expect(code, stdout).toBe(0);
  });
  return BASELINE;
});

const renamed = changedKeyQuestions(({ name, ...rest }) => ({ ...rest, title: name }));
const added = changedKeyQuestions((row) => ({ ...row, colour: 'red' }));

const lists = 'key_questions .*@success';
const andDrift = ['--grep', `${lists}|BASELINE`];
const title = 'shows no breaking drift from BASELINE';
const gone = /GET \/api\/v3\/key_questions: .*`?name`?.*on which clients may rely\)\./;

test.describe('Playwright with a baseline', () => {
  test.slow();

  test('has a test for it, which passes if nothing drifted', long, async () => {
    const { code, stdout } = await runFace(andDrift, [], { BASELINE: await savedBaseline() });
    expect(stdout).toContain(title);
    expect(stdout).toMatch(/\b2 passed\b/);
    expect(code, stdout).toBe(0);
  });

  test('fails that test for breaking drift, and writes the drift into the HTML report', async () => {
    const { code, stdout, reports } = await runFace(andDrift, [renamed], { BASELINE: await savedBaseline() });
    expect(code).toBe(1);
    expect(stdout).toMatch(gone);
    expect(stdout).toMatch(/\b1 failed\b/);
    expect(stdout).toMatch(/\b1 passed\b/);
    const html = readFileSync(join(reports, 'report.html'), 'utf8');
    expect(html).toContain('Drift from the baseline that can break clients');
  });

  test('passes for drift that only adds, and reports it as an annotation', long, async () => {
    const { code, stdout, reports } = await runFace([...andDrift, '--reporter=json'], [added], {
      BASELINE: await savedBaseline(),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/"type": "drift",\s+"description": "GET \/api\/v3\/key_questions: .*colour/);
    const report = readFileSync(join(reports, 'report.md'), 'utf8');
    expect(report).toContain('Other drift from the baseline');
  });

  test('fails for breaking drift even if the test for it is not chosen', async () => {
    const { code, stdout } = await runFace(['--grep', lists], [renamed], { BASELINE: await savedBaseline() });
    expect(code).toBe(1);
    expect(stdout).not.toContain(title);
    expect(stdout).toMatch(/\b1 passed\b/);
    expect(stdout).toContain('Drift from the baseline that can break clients:');
    expect(stdout).toMatch(gone);
  });

  test('prints no control characters from the baseline file', long, async () => {
    const BASELINE = join(emptyFolder(), 'baseline.json');
    const observation = {
      gap: 'GAP-LIST-FIELDS',
      endpoint: 'GET /api/v3/key_questions',
      answer: 'id, \u009b2J\u202e',
    };
    const saved = JSON.parse(readFileSync(await savedBaseline(), 'utf8')) as object;
    writeFileSync(BASELINE, JSON.stringify({ ...saved, observations: [observation] }));
    const { code, stdout } = await runFace(andDrift, [], { BASELINE });
    expect(code).toBe(1);
    expect(stdout).toContain('(GAP-LIST-FIELDS, ');
    expect(stdout).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/u);
  });

  test('skips that test if the run observed nothing that the baseline has', long, async () => {
    const { code, stdout } = await runFace(['--grep', 'BASELINE'], [renamed], {
      BASELINE: await savedBaseline(),
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\b1 skipped\b/);
  });

  test('fails and sends nothing if the baseline cannot be read', async () => {
    const { code, stdout, requests } = await runFace([], [], { BASELINE: 'no-such-baseline.json' });
    expect(code).toBe(1);
    expect(stdout).toContain('The baseline no-such-baseline.json cannot be read');
    expect(stdout).toMatch(/\b1 failed\b/);
    expect(requests).toEqual([]);
  });

  test('reports the same drift as `check`', long, async () => {
    const BASELINE = await savedBaseline();
    const { stdout, reports } = await runFace([], [renamed], { BASELINE });
    const REPORTS_DIR = emptyFolder();
    await whileOpen(
      startReference({ rateLimit: 'off', transforms: [renamed] }),
      async ({ baseUrl, keys }) => {
        const environment = { BASE_URL: baseUrl, API_KEY: keys.first, PACE: 'off', REPORTS_DIR };
        const checked = await runCommand(['check'], { environment: { ...environment, BASELINE } });
        expect(checked.code).toBe(6);
        expect(checked.stdout.replaceAll(/\s+/g, ' ')).toMatch(gone);
      },
    );
    expect(stdout).toMatch(/\b1 failed\b/);
    const [one, other] = [reports, REPORTS_DIR].map((folder) => driftIn(join(folder, 'report.md')));
    expect(one).toEqual(other);
    expect(one).not.toEqual([]);
  });
});

/** The sentences of a report that name a gap. */
function driftIn(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- ') && line.includes('GAP-'));
}
