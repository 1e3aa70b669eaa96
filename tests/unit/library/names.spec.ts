import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { selectableNames } from '../../../application/selection.ts';
import type { ContractName } from '../../../library/named-check-cases.ts';
import type { ReferenceOptions } from '../../../library/reference.ts';
import { type ContractTestsOptions, expect as contractExpect } from '../../../playwright/index.ts';
import { namesFile, namesText } from '../../../scripts/names/names-file.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the generated types of checks, faults and variants are up to date (npm run names)', () => {
  expect(readFileSync(`${root}${namesFile}`, 'utf8')).toBe(namesText());
});

test('names of the type ContractName are accepted by a run', () => {
  const named: readonly ContractName[] = [
    'users',
    'auth',
    'auth.no-key-rejected',
    'AUTH-9',
    'projects/:id',
    '/api/v3/users',
    'GET /api/v3/users',
    'v4/projects',
  ];
  expect(named.filter((name) => !selectableNames.includes(name))).toEqual([]);
});

/** The compiler is the test: each line after an `@ts-expect-error` must not compile. */
export function typosThatDoNotCompile(): readonly unknown[] {
  const only: ContractTestsOptions = { only: ['auth@users', 'AUTH-9@GET /api/v3/users'] };
  // @ts-expect-error: the topic is `users`.
  const topic: ContractTestsOptions = { only: ['user'] };
  // @ts-expect-error: there is no such endpoint.
  const place: ContractTestsOptions = { only: ['auth@user'] };
  // @ts-expect-error: no answer could break it.
  const unjudged: ContractTestsOptions = { only: ['VERSION-5'] };
  // @ts-expect-error: there is no such fault.
  const fault: ReferenceOptions = { faults: ['projects-open-without-keys'] };
  // @ts-expect-error: there is no such variant.
  const variant: ReferenceOptions = { variants: ['nothing'] };
  // @ts-expect-error: there are AUTH-1 to AUTH-9.
  const kept = contractExpect({}).toKeep('AUTH-99');
  return [only, topic, place, unjudged, fault, variant, kept];
}
