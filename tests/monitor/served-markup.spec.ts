import { expect, test } from '@playwright/test';
import { findBroken, findDrift, quiet, stateOf } from '../browser/monitor-pages.ts';
import { htmlProblems } from '../support/html-problems.ts';
import { slow } from '../support/long.ts';
import { often } from '../support/often.ts';
import { withWatched } from './operations/watched.ts';

const options = {
  ...quiet,
  environment: { ...quiet.environment, STATUS_PAGE: 'staging=Research <service>' },
};

const paths = [
  '/',
  '/?view=dense&state=trouble',
  '/?view=wall',
  '/installations/staging',
  '/installations/staging?span=90d',
  '/installations/staging/document',
  '/installations/staging/document?show=broken',
  '/installations/staging/incidents',
  '/installations/staging/compare',
  '/installations/staging/compare?from=last+week',
  '/installations/nowhere',
  '/incidents',
  '/incidents?show=ended&from=7d',
  '/incidents?from=nonsense',
  '/actions',
  '/monitor',
  '/runbook',
  '/status',
];

test('each page that a monitor serves passes the standard rules of html-validate', slow, async () => {
  test.slow();
  await withWatched(options, async (watched) => {
    const { url } = watched.monitor;
    await expect.poll(() => stateOf(watched), often).toBe('conforming');
    await findDrift(watched);
    await findBroken(watched);
    const answer = await fetch(`${url}/api/v1/runs?installation=staging&limit=1`);
    const { runs } = (await answer.json()) as { readonly runs: readonly { readonly id: string }[] };
    const ofRun = [`/runs/${runs[0]?.id}`, `/runs/${runs[0]?.id}/document`];
    const problems: string[] = [];
    for (const path of [...paths, ...ofRun]) {
      const page = await (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text();
      expect(page, path).toContain('</html>');
      for (const problem of await htmlProblems(page)) problems.push(`${path}: ${problem}`);
    }
    expect(problems.join('\n')).toBe('');
  });
});
