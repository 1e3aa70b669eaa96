import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { long } from '../../support/long.ts';
import { type FaceRun, runFace } from './face.ts';

/** Reasons for a red run other than a failed check: a pipeline must not stay green if `check` would fail. */

const answering = (at: string, status: number): ResponseTransform => ({
  transformAnswer: (answer, { endpoint }) =>
    endpoint === at && answer.status === 200 ? { ...answer, status, body: { error: 'No.' } } : answer,
});

const recordOf = ({ reports }: FaceRun): RunRecord =>
  JSON.parse(readFileSync(join(reports, 'run.json'), 'utf8')) as RunRecord;

test.describe('A run is red', () => {
  // Each test starts a Playwright of its own.
  test.slow();

  test('if an endpoint was not shown to work, unless that is a known failure', async () => {
    const nobody = [answering('GET /api/v3/citations/:id', 404)];
    const run = await runFace(['--grep', 'citations/:id'], nobody);
    expect(recordOf(run).state).toBe('incomplete');
    expect(run.stdout).toContain('Incomplete:\n  Not shown: ');
    expect(run.stdout).toContain('GET /api/v3/citations/:id');
    expect(run.code).toBe(1);
    const known = { KNOWN_FAILURES: 'tests/system/playwright/known-not-shown.yaml' };
    expect((await runFace(['--grep', 'citations/:id'], nobody, known)).code).toBe(0);
  });

  test('if the test of the installation finds a failure that no chosen test reports', async () => {
    const crash = [answering('GET /api/v3/users', 500)];
    const run = await runFace(['--grep', '@success|can be tested'], crash);
    expect(recordOf(run).state).toBe('violating');
    expect(run.stdout).toContain('Found, although no chosen test reports it:');
    expect(run.stdout).toContain('status 500');
    expect(run.code).toBe(1);
  });

  test('if none of the chosen tests could be judged', long, async () => {
    const run = await runFace(['--grep', '@users'], [answering('GET /api/v3/users', 500)]);
    expect(run.stdout).toContain('Nothing could be judged.');
    expect(run.code).toBe(1);
  });

  test('if less was asked for than MIN_ASKED demands, but not without MIN_ASKED', async () => {
    const run = await runFace(['--grep', '@users|@import'], [], { MIN_ASKED: '1' });
    expect(run.stdout).toContain('MIN_ASKED demands 100 %');
    expect(run.code).toBe(1);
    expect((await runFace(['--grep', '@import'])).code).toBe(0);
  });

  test('if it is interrupted, and its record has the state unknown', async () => {
    const run = await runFace([], [], { PACE: '10' }, { interruptAfter: 12 });
    expect(run.code).not.toBe(0);
    // Requests under way are answered; no others are sent while the workers end.
    expect(run.requests.length).toBeLessThan(18);
    expect(recordOf(run)).toMatchObject({
      state: 'unknown',
      cutShort: true,
      abortReason: 'interrupted',
      retried: 0,
    });
  });
});
