import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import { endpointOf } from '../../../contract/document/endpoints.ts';
import { requestKey, sampledAt } from '../../../contract/judging/evidence.ts';
import { type AskedAt, type RunScope, scopeOf, type TierName } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { tryImport } from '../../../engine/run/asker.ts';
import { runPreflight } from '../../../engine/run/diagnose.ts';
import { isSentLast, planOf, requestsOfScope } from '../../../engine/run/plan.ts';
import { Secret } from '../../../engine/secret.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { bounds } from '../../support/request-bounds.ts';
import { listOf, makeAsking, notFound, unauthorized } from './asking.ts';
import type { Written } from './exchanges.ts';

const allKeys: Partial<Installation> = {
  secondKey: new Secret('second-user-key-0815'),
  revokedKey: new Secret('revoked-key-of-the-past'),
  allowImport: true,
};

const idOf = ({ endpoint, request }: AskedAt): string => requestKey(endpoint, request);

/** The number of requests that every run sends, without conditional ones. */
function planned(tier: TierName, changes: Partial<Installation> = {}): number {
  return planOf(scopeOf(tier), makeTestInstallation(changes)).filter(({ onlyIf }) => onlyIf === undefined)
    .length;
}

test('with one key and without imports a full run stays within its bound', () => {
  expect(planned('full')).toBeLessThanOrEqual(bounds.oneKey);
});

test('with every key and with imports a full run stays within its bound', () => {
  expect(planned('full', allKeys)).toBeLessThanOrEqual(bounds.everything);
});

test('the tiers of a schedule stay within their bounds with any keys', () => {
  for (const tier of ['pulse', 'standard'] as const) {
    expect(planned(tier)).toBeLessThanOrEqual(bounds[tier]);
    expect(planned(tier, allKeys)).toBeLessThanOrEqual(bounds[tier]);
  }
});

test('a survey sends only a few requests more than a full run', () => {
  expect(planned('survey') - planned('full')).toBeLessThanOrEqual(bounds.surveyMore);
  expect(planned('survey', allKeys) - planned('full', allKeys)).toBeLessThanOrEqual(bounds.surveyMore);
});

test('no request is planned twice, and the stages are in order', () => {
  const plan = planOf(scopeOf('survey'), makeTestInstallation(allKeys));
  const ids = plan.map(idOf);
  expect(new Set(ids).size).toBe(ids.length);
  const stages = plan.map(({ stage }) => stage);
  expect(stages.filter((stage, index) => stage !== stages[index - 1])).toEqual([
    'preflight',
    'lists',
    'main',
    'last',
  ]);
});

test('only imports and reads of created records are planned last', () => {
  const plan = planOf(scopeOf('survey'), makeTestInstallation(allKeys));
  const last = plan.filter(({ stage }) => stage === 'last').map(idOf);
  expect(last.toSorted()).toEqual([
    'GET /api/v3/citations/:id header created-id',
    'GET /api/v3/extractions/:id header created-id',
    'GET /api/v3/projects/:id header created-id',
    'GET /api/v3/sd_meta_data/:id header created-id',
    'POST /api/v3/fhir_imports header entry-without-resource',
    'POST /api/v3/fhir_imports header no-entry',
    'POST /api/v3/fhir_imports header not-a-bundle',
    'POST /api/v3/fhir_imports header not-json',
    'POST /api/v3/fhir_imports header other-type',
    'POST /api/v3/fhir_imports header valid',
    'POST /api/v3/fhir_imports header valid-in-each-release',
    'POST /api/v3/fhir_imports header wrong-content-type',
    'POST /api/v3/fhir_imports query other-type',
    'POST /api/v3/fhir_imports query valid',
  ]);
});

test('if imports are not allowed, only bodies that create nothing are planned', () => {
  const bodies = (changes: Partial<Installation>) =>
    planOf(scopeOf('survey'), makeTestInstallation(changes))
      .map(({ request }) => request)
      .filter(({ body }) => body !== undefined);
  expect(bodies({}).every(({ body }) => body === 'refusable' || body === 'empty-bundle')).toBe(true);
  expect(bodies(allKeys).some(({ body }) => body === 'valid')).toBe(true);
});

test('a conditional request states its condition', () => {
  const plan = planOf(scopeOf('full'), makeTestInstallation(allKeys));
  const onlyIf = (id: string) => plan.find((one) => idOf(one) === id)?.onlyIf;
  expect(onlyIf('GET /api/v3/projects header')).toBeUndefined();
  expect(onlyIf('GET /api/v3/citations header project')).toContain('needs a project parameter');
  expect(onlyIf('GET /api/v3/projects header /api/v3/no_such_resource')).toContain('as if it were missing');
  expect(onlyIf('POST /api/v3/fhir_imports query valid')).toContain('refused with the key in the header');
});

test('requests with swapped letter case are planned only for a key with both cases', () => {
  const swapped = (key: string) =>
    requestsOfScope(scopeOf('full'), makeTestInstallation({ key: new Secret(key) })).filter(
      ({ request }) => request.key === 'swapped-case-key',
    ).length;
  expect([swapped('Mixed-0815') > 0, swapped('small-0815'), swapped('CAPITALS-0815')]).toEqual([true, 0, 0]);
});

/** Answers that make a run send as many requests as it can. */
const behaviours: Readonly<Record<string, (asked: string) => Written>> = {
  'answers everything': (asked) => (asked.includes('/:id') ? {} : listOf(1, 2)),
  'refuses the header': (asked) => (/ \S*header/.test(asked) ? unauthorized : listOf(1, 2)),
  'refuses every key': () => unauthorized,
  'finds nothing': () => notFound,
  'needs the project of lists': (asked) => {
    if (!/v3\/(citations|key_questions|extractions|sd_meta_data|extraction_forms|artifact)\S* /.test(asked))
      return listOf(1, 2);
    return asked.includes('project_id') ? listOf(1, 2) : { status: 400, body: '{"error":"Which project?"}' };
  },
  'finds no record': (asked) => (/\/[12] /.test(asked) ? notFound : listOf(1, 2)),
  'finds records in the query alone': (asked) => {
    if (asked.includes(' header')) return /\/[12] /.test(asked) ? notFound : listOf(1, 2);
    return listOf(1, 2);
  },
  'imports and does not find the created record': (asked) => {
    if (asked.startsWith('POST ')) return { status: 201, body: '{"id":7}' };
    return asked.includes('created') ? notFound : listOf(1, 2);
  },
  'imports by the query alone': (asked) => {
    if (!asked.startsWith('POST ')) return listOf(1, 2);
    return asked.includes(' header') ? unauthorized : { status: 201, body: '{"id":7}' };
  },
  'refuses the Bundle': (asked) =>
    asked.startsWith('POST ') ? { status: 422, body: '{"error":"Not this release."}' } : listOf(1, 2),
};

/** The requests that a run over a scope sends, in the stages of a session. */
async function sentFor(scope: RunScope, behaviour: (asked: string) => Written): Promise<readonly string[]> {
  const asking = makeAsking(behaviour, allKeys);
  const { asker, asked, installation } = asking;
  const wanted = requestsOfScope(scope, installation);
  if ((await runPreflight(installation, wanted, asker)) !== undefined) return asked;
  const before = wanted.filter((one) => !isSentLast(one));
  const plain = before.filter(({ sampled }) => sampled !== true);
  const exchanges = (await Promise.all(plain.map(asker.ask))).flatMap((one) =>
    'notAsked' in one ? [] : one,
  );
  const places = sampledAt(exchanges);
  await Promise.all(
    before.filter(({ sampled, endpoint }) => sampled === true && places.includes(endpoint.id)).map(asker.ask),
  );
  const last = wanted.filter(isSentLast);
  if (last.some(({ request }) => request.body === 'valid')) await tryImport(asker, installation);
  await Promise.all(last.map(asker.ask));
  return asked;
}

/** Scopes as `--only` and the tiers make them. */
const scopes: readonly (readonly [name: string, scope: RunScope])[] = [
  ...(['pulse', 'standard', 'full', 'survey'] as const).map((tier) => [tier, scopeOf(tier)] as const),
  ...(['GET /api/v3/extractions', 'GET /api/v3/extractions/:id', 'POST /api/v3/fhir_imports'] as const).map(
    (id) =>
      [
        id,
        { checkCases: allCheckCases.filter(({ endpoint }) => endpoint === endpointOf(id)), gapCases: [] },
      ] as const,
  ),
  ...[
    'auth.no-key-rejected',
    'auth.percent-query-key-rejected',
    'errors.unknown-id',
    'import.readable',
    'fhir.valid',
  ].map(
    (check) =>
      [check, { checkCases: allCheckCases.filter((one) => one.check.id === check), gapCases: [] }] as const,
  ),
];

for (const [name, scope] of scopes) {
  test(`the plan of ${name} is an upper bound of the requests sent, and none is sent twice`, async () => {
    const most = planOf(scope, makeTestInstallation(allKeys)).length;
    const beyond: string[] = [];
    for (const [behaviour, answer] of Object.entries(behaviours)) {
      const sent = await sentFor(scope, answer);
      expect(new Set(sent).size, `${behaviour}: sent once`).toBe(sent.length);
      if (sent.length > most) beyond.push(`${behaviour}: ${sent.length} requests, ${most} planned`);
    }
    expect(beyond).toEqual([]);
  });
}
