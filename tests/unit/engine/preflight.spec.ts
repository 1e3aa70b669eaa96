import { expect, test } from '@playwright/test';
import { type RunScope, scopeOf } from '../../../contract/scope.ts';
import { wantedBy } from '../../../engine/run/plan.ts';
import { runPreflight } from '../../../engine/run/preflight.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { makeAsking, notFound } from './asking.ts';
import type { Written } from './exchanges.ts';

const baseUrl = 'https://reviews.example.org';
const unauthorized: Written = { status: 401, body: '{"error":"Unauthorized"}' };
const good = (asked: string): Written =>
  asked.endsWith(' none') ? unauthorized : { body: asked.includes('users') ? '{"id":1}' : '[{"id":1}]' };

async function preflight(answer: (asked: string) => Written, scope: RunScope = scopeOf('full')) {
  const asking = makeAsking(answer);
  const diagnosis = await runPreflight(baseUrl, wantedBy(scope, makeTestInstallation()), asking.asker.ask);
  return { diagnosis, asked: asking.asked.toSorted() };
}

const usual = ['GET /api/v3/projects header', 'GET /api/v3/projects none', 'GET /api/v3/users header'];

test('two requests with a key and one without show that nothing is in the way', async () => {
  expect(await preflight(good)).toEqual({ diagnosis: undefined, asked: usual });
});

test('where the header is refused everywhere, the query is tried before the key counts as rejected', async () => {
  const all = [...usual, 'GET /api/v3/projects query', 'GET /api/v3/users query'].toSorted();
  const refused = await preflight(() => unauthorized);
  expect(refused.asked).toEqual(all);
  expect(refused.diagnosis?.state).toBe('key-rejected');
  const byQuery = await preflight((asked) => (asked.endsWith(' query') ? good(asked) : unauthorized));
  expect(byQuery).toEqual({ diagnosis: undefined, asked: all });
});

test('where one request with the key is answered, the query is not tried for it', async () => {
  const { asked, diagnosis } = await preflight((one) => (one.includes('users') ? good(one) : unauthorized));
  expect(diagnosis).toBeUndefined();
  // That of a list is tried, so that a broken header does not hide its ids.
  expect(asked).toEqual([...usual, 'GET /api/v3/projects query'].toSorted());
});

test('where the key is checked and then nothing is found, other paths show whether the prefix is wrong', async () => {
  const nowhere = await preflight((asked) => (asked.endsWith(' none') ? unauthorized : notFound));
  expect(nowhere.asked).toEqual(
    [
      ...usual,
      'GET /api/v3/extraction_forms_projects header',
      'GET /api/v3/key_questions header',
      'GET /api/v3/no_such_resource header /api/v3/no_such_resource',
    ].toSorted(),
  );
  expect(nowhere.diagnosis?.state).toBe('not-this-api');
  expect(nowhere.diagnosis?.cause).toContain(baseUrl);
  const somewhere = await preflight((asked) => {
    if (asked.endsWith(' none')) return unauthorized;
    return asked.includes('key_questions') ? { body: '[]' } : notFound;
  });
  expect(somewhere.diagnosis).toBeUndefined();
});

test('an installation that does not answer is unreachable', async () => {
  const { asked, diagnosis } = await preflight(() => ({ failure: 'refused' }));
  expect([asked, diagnosis?.state]).toEqual([usual, 'unreachable']);
});

test('what the scope does not ask for is not asked before it', async () => {
  const { checkCases, ...rest } = scopeOf('full');
  const ofVersionFour = ({ endpoint }: RunScope['checkCases'][number]): boolean =>
    endpoint.id === 'GET /api/v4/projects';
  const some = { ...rest, checkCases: checkCases.filter(ofVersionFour), gapCases: [] };
  const { asked } = await preflight(() => notFound, some);
  expect(asked.filter((one) => one.includes('/v3/users'))).toEqual([]);
  const none = await preflight(good, { ...rest, checkCases: [], gapCases: [] });
  expect(none).toEqual({ diagnosis: undefined, asked: [] });
});
