import { expect, test } from '@playwright/test';
import { allCheckCases } from '../../../contract/catalogue.ts';
import { caseKey } from '../../../contract/judge.ts';
import { allEndpoints, type KnownApplied } from '../../../engine/record/known-failures.ts';
import { outdatedSentences } from '../../../playwright/broker/outdated-known.ts';
import { record } from '../../support/records.ts';

const check = 'auth.no-key-rejected';
const everywhere = allCheckCases.filter((one) => one.check.id === check).map(caseKey);

function applied(endpoint: string, list: 'stale' | 'expired'): KnownApplied {
  const entry = {
    entry: { check, endpoint, reason: 'Ticket 7.' },
    sentence: `${endpoint} is to be removed.`,
  };
  return { record: record([]), stale: [], expired: [], [list]: [entry] };
}

const cases: readonly (readonly [string, KnownApplied, readonly string[], readonly string[]])[] = [
  [
    'one that passes',
    applied('GET /api/v3/users', 'stale'),
    everywhere.slice(0, 1),
    ['GET /api/v3/users is to be removed.'],
  ],
  [
    'one for all endpoints that all passed',
    applied(allEndpoints, 'stale'),
    everywhere,
    ['all is to be removed.'],
  ],
  [
    'one for all endpoints of which some were not chosen',
    applied(allEndpoints, 'stale'),
    everywhere.slice(1),
    [],
  ],
  [
    'one whose day has passed',
    applied(allEndpoints, 'expired'),
    everywhere.slice(1),
    ['all is to be removed.'],
  ],
];

for (const [entry, known, judged, expected] of cases) {
  test(`an outdated known failure is reported: ${entry}`, () => {
    expect(outdatedSentences(known, new Set(judged))).toEqual(expected);
  });
}
