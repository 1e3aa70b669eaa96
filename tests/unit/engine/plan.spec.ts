import { expect, test } from '@playwright/test';
import { hasValidKey } from '../../../contract/request.ts';
import { scopeOf, type TierName } from '../../../contract/scope.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { goesBesideLists, planOf, requestId, wantedBy } from '../../../engine/run/plan.ts';
import { Secret } from '../../../engine/secret.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { bounds } from '../../support/request-bounds.ts';

const allKeys: Partial<Installation> = {
  secondKey: new Secret('second-user-key-0815'),
  revokedKey: new Secret('revoked-key-of-the-past'),
  allowImport: true,
};

function planned(tier: TierName, changes: Partial<Installation> = {}): number {
  return planOf(scopeOf(tier), makeTestInstallation(changes)).length;
}

test('with one key and without imports a full run stays within its bound', () => {
  expect(planned('full')).toBeLessThanOrEqual(bounds.oneKey);
});

test('with every key and with imports a full run stays within its bound', () => {
  expect(planned('full', allKeys)).toBeLessThanOrEqual(bounds.everything);
});

test('the tiers of a schedule stay within their bounds, whatever the keys', () => {
  for (const tier of ['pulse', 'standard'] as const) {
    expect(planned(tier)).toBeLessThanOrEqual(bounds[tier]);
    expect(planned(tier, allKeys)).toBeLessThanOrEqual(bounds[tier]);
  }
});

test('the survey asks few requests more', () => {
  expect(planned('survey') - planned('full')).toBeLessThanOrEqual(bounds.surveyMore);
  expect(planned('survey', allKeys) - planned('full', allKeys)).toBeLessThanOrEqual(bounds.surveyMore);
});

test('the tiers ask more and more', () => {
  const counts = (['pulse', 'standard', 'full', 'survey'] as const).map((tier) => planned(tier));
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(new Set(counts).size).toBe(4);
});

test('no request is planned twice, and stages follow each other', () => {
  const plan = planOf(scopeOf('survey'), makeTestInstallation(allKeys));
  const ids = plan.map(requestId);
  expect(new Set(ids).size).toBe(ids.length);
  const stages = plan.map(({ stage }) => stage);
  expect(stages.filter((stage, index) => stage !== stages[index - 1])).toEqual([
    'preflight',
    'lists',
    'main',
    'last',
  ]);
});

test('what goes beside the lists takes no id and no project, and has a valid key', () => {
  const wanted = wantedBy(scopeOf('survey'), makeTestInstallation(allKeys));
  const beside = wanted.filter(goesBesideLists);
  const ids = beside.map(requestId);
  expect(ids).toContain('GET /api/v3/users header');
  expect(ids).not.toContain('GET /api/v3/users none');
  expect(ids.filter((id) => /:id|v3\/(citations|key_questions)/.test(id))).toEqual([]);
  expect(beside.filter(({ request }) => !hasValidKey(request))).toEqual([]);
});

test('what changes lists, and what repeats an earlier request, is planned last, and nothing else is', () => {
  const plan = planOf(scopeOf('survey'), makeTestInstallation(allKeys));
  const last = plan.filter(({ stage }) => stage === 'last').map(requestId);
  expect(last.toSorted()).toEqual([
    'GET /api/v3/citations/:id header created-id',
    'GET /api/v3/extractions/:id header created-id',
    'GET /api/v3/projects none again',
    'GET /api/v3/projects none again third',
    'GET /api/v3/projects/:id header created-id',
    'GET /api/v3/sd_meta_data/:id header created-id',
    'GET /api/v3/users header again',
    'POST /api/v3/fhir_imports header entry-without-resource',
    'POST /api/v3/fhir_imports header no-entry',
    'POST /api/v3/fhir_imports header not-a-bundle',
    'POST /api/v3/fhir_imports header not-json',
    'POST /api/v3/fhir_imports header other-type',
    'POST /api/v3/fhir_imports header valid',
    'POST /api/v3/fhir_imports header valid-in-each-release',
    'POST /api/v3/fhir_imports header wrong-content-type',
    'POST /api/v3/fhir_imports query other-type',
  ]);
});

test('imports are planned only where they are allowed', () => {
  const bodies = (changes: Partial<Installation>) =>
    planOf(scopeOf('survey'), makeTestInstallation(changes))
      .map(({ request }) => request)
      .filter(({ body }) => body !== undefined);
  expect(bodies({}).every(({ body }) => body === 'refusable' || body === 'empty-bundle')).toBe(true);
  expect(bodies(allKeys).some(({ body }) => body === 'valid')).toBe(true);
});
