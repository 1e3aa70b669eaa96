import { expect, test } from '@playwright/test';
import { selectScope } from '../../../application/selection.ts';
import { caseKey } from '../../../contract/judging/judge.ts';
import { namedCheckCases } from '../../../library/named-check-cases.ts';

test('names select the same checks as with `check --only`', () => {
  for (const names of [['users'], ['auth@users', 'fhir.valid'], ['/api/v3/citations']])
    expect(namedCheckCases(names).map(caseKey)).toEqual(selectScope('full', names).checkCases.map(caseKey));
});

test('a requirement in lower case selects the check that judges it, at many endpoints', () => {
  const cases = namedCheckCases(['error-4']);
  expect(cases.length).toBeGreaterThan(10);
  expect(new Set(cases.map(({ check }) => check.id))).toEqual(new Set(['errors.refusal-message']));
});

const refused: readonly (readonly [string, RegExp])[] = [
  ['GAP-CITATIONS-PROJECT', /^Nothing can judge GAP-CITATIONS-PROJECT: the document leaves it open\. /],
  ['users.same-user-either-way@citations', /^No check matches /],
];

for (const [name, message] of refused) {
  test(`${name} is refused`, () => {
    expect(() => namedCheckCases(['auth', name])).toThrow(message);
  });
}
