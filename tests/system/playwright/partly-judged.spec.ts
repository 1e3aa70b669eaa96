import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import { long } from '../../support/long.ts';
import { ownTests } from './consumer.ts';
import { reportedTests } from './reported-tests.ts';
import { runServed } from './served.ts';

/** An installation that throttles leaves checks unjudged: a test must not pass because of checks that were not judged. */

const auth = 'accepts valid keys and refuses all others';
/** The number of checks of keys at one of these endpoints. */
const number = allCheckCases.filter(
  ({ check, endpoint }) => check.topic === 'auth' && endpoint.id === 'GET /api/v3/projects',
).length;
/** The throttled request, or one at the same time or after it: several are under way at once. */
const unanswered = 'The request was (?:not sent|sent, but not answered before the run ended)';
const stopped = `(?:${unanswered}: the installation asks to wait N s before the next request|The installation throttled the request)\\.`;

test.describe('At an installation that throttles', () => {
  test.slow();

  test('a test is skipped if most of its checks were not judged, and shows all verdicts', long, async () => {
    const folder = ownTests(
      {},
      {
        'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
          contractTests({ only: ['auth@users', 'errors@users', 'auth@projects'] });`,
      },
    );
    const { code, stdout } = await runServed(folder, [], { rateLimit: { windowMs: 600_000, limit: 8 } });
    expect(code, stdout).toBe(1);
    const results = reportedTests(folder);
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      [auth, 'skipped'],
      [auth, 'skipped'],
      ['answers errors as documented', 'skipped'],
      ['can be tested', 'failed'],
    ]);
    const [projects, users, errors] = results;
    const shown = results.map(({ annotations }) => annotations.map((one) => one.replace(/\d+ s /, 'N s ')));
    const reasons = shown.map((annotations) => annotations.filter((one) => one.startsWith('skip: ')));
    expect(reasons[0]?.[0]).toMatch(new RegExp(`^skip: Only \\d of ${number} checks could be judged\\. `));
    const reason = (before: string): RegExp => new RegExp(`^${before}${stopped}$`);
    expect(reasons[1]).toEqual([
      expect.stringMatching(reason(`skip: Only \\d of ${number} checks could be judged\\. `)),
    ]);
    // Which endpoint is answered by 429 depends on the order of requests that are under way at once.
    expect(reasons[2]).toEqual([
      expect.stringMatching(reason('skip: (?:Only \\d of 4 checks could be judged\\. )?')),
    ]);
    expect(projects?.steps.filter((one) => one.startsWith('pass: ')).length).toBeGreaterThan(1);
    expect(users?.steps).toContain('untestable: auth.no-key-rejected refuses a request without a key');
    expect(shown[1]).toContainEqual(expect.stringMatching(reason('untestable: auth\\.no-key-rejected: ')));
    expect(errors?.steps.filter((one) => one.startsWith('untestable: '))).toHaveLength(3);
  });

  test('a test passes if most of its checks were judged, and says how many', async () => {
    const folder = ownTests(
      {},
      {
        'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
          contractTests({ only: ['auth@projects'] });`,
      },
    );
    // One request after another, so that the same ones are answered each time.
    const settings = { CONCURRENCY: '1' };
    const { code } = await runServed(folder, [], { settings, rateLimit: { windowMs: 600_000, limit: 18 } });
    expect(code).toBe(1);
    const [projects, state] = reportedTests(folder);
    expect([projects?.status, state?.status]).toEqual(['passed', 'failed']);
    const untestable = projects?.annotations.filter((one) => one.startsWith('untestable: auth.')) ?? [];
    expect(untestable.length).toBeGreaterThan(0);
    expect(projects?.annotations).toContain(`judged: ${number - untestable.length} of ${number} checks`);
    expect(projects?.steps.filter((one) => one.startsWith('untestable: '))).toHaveLength(untestable.length);
  });
});
