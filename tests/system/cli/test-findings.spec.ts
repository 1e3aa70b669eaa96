import { expect, test } from '@playwright/test';
import { makeFindingsOfTest } from '../../../playwright/broker/test-findings.ts';
import { grouped, projects, users } from '../../support/records.ts';

const usersAuth = [
  { check: 'auth.no-key-rejected', endpoint: users },
  { check: 'auth.wrong-header-key-rejected', endpoint: users },
];
const projectsAuth = [{ check: 'auth.no-key-rejected', endpoint: projects }];
const citationsErrors = [{ check: 'errors.refusal-message', endpoint: 'GET /api/v3/citations' as const }];

test('the first test that asks reports a finding, however often it asks; the others refer to it', () => {
  const findingsOf = makeFindingsOfTest();
  const [own] = findingsOf(grouped, 'users', usersAuth);
  expect(own).toEqual({
    headline: 'A request without a key is let in',
    sentence: expect.stringMatching(/^At 2 of 3 endpoints a request .*; the document promises a 4xx answer/),
    advice: 'Demand the key before anything else at this endpoint.',
    endpoints: [users, projects],
    failures: usersAuth,
  });
  expect(findingsOf(grouped, 'projects', projectsAuth)).toEqual([
    { ...own, failures: projectsAuth, reportedBy: 'users' },
  ]);
  expect(findingsOf(grouped, 'users', usersAuth)).toEqual([own]);
});

test('a test is told of its own findings alone', () => {
  const findingsOf = makeFindingsOfTest();
  expect(findingsOf(grouped, 'citations', citationsErrors).map(({ headline }) => headline)).toEqual([
    'Refusals have another message than Unauthorized',
  ]);
  expect(findingsOf(grouped, 'none', [{ check: 'fhir.valid', endpoint: users }])).toEqual([]);
});
