import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { catalogue } from '../../../contract/catalogue.ts';
import {
  compareGravity,
  type Gravity,
  gravities,
  gravityIds,
  gravityOfFailure,
  type ShownAnswer,
} from '../../../contract/gravity.ts';

test('an open door comes first, the form of an error last', () => {
  const shuffled = gravityIds.toSorted();
  expect(shuffled.toSorted(compareGravity)).toEqual([
    'open-door',
    'wrong-data',
    'outage',
    'unavailable',
    'wrong-status',
    'wrong-content',
    'wrong-form',
  ]);
});

test('every grade is that of a check, or of an answer to any check', () => {
  const used = new Set<Gravity>([...catalogue.map(({ gravity }) => gravity), 'outage']);
  expect(gravityIds.filter((id) => !used.has(id))).toEqual([]);
});

const cases: readonly (readonly [Gravity, ShownAnswer | undefined, Gravity, string])[] = [
  ['open-door', undefined, 'open-door', 'without an exchange the table counts'],
  ['open-door', { status: 200, key: 'none' }, 'open-door', 'who has no key gets in'],
  ['open-door', { status: 204, key: 'none' }, 'open-door', 'an empty success lets in, too'],
  ['open-door', { status: 302, key: 'none' }, 'wrong-status', 'a redirect to a log-in page is no open door'],
  ['open-door', { status: 500, key: 'none' }, 'outage', 'nor is a crash'],
  ['open-door', { key: 'none' }, 'outage', 'nor is silence'],
  ['open-door', { status: 422, key: 'wrong-header' }, 'open-door', 'a wrong key reaches the Bundle'],
  ['wrong-data', { status: 200, key: 'query' }, 'wrong-data', "another user's record"],
  ['wrong-data', { status: 401, key: 'second-header' }, 'unavailable', 'who is locked out sees no data'],
  ['unavailable', { status: 404, key: 'header' }, 'unavailable', 'a missing endpoint'],
  ['wrong-form', { status: 400, key: 'header' }, 'wrong-form', 'an error of another shape'],
  ['wrong-form', { status: 500, key: 'header' }, 'outage', 'a crash is graver than its form'],
  ['wrong-form', { status: 202, key: 'header' }, 'wrong-status', 'a success that the document does not know'],
  ['wrong-form', { status: 101, key: 'header' }, 'wrong-status', 'an answer that is none'],
  ['wrong-content', { status: 200, key: 'header' }, 'wrong-content', 'no list'],
  ['wrong-form', { status: 201, key: 'header' }, 'wrong-form', 'an unknown id that is a success'],
];
for (const [usual, shown, expected, why] of cases) {
  test(`${usual} with ${JSON.stringify(shown)} is ${expected}: ${why}`, () => {
    expect(gravityOfFailure(usual, shown)).toBe(expected);
  });
}

test('checks that share or explain a cause exist, and a check that others are like is like none', () => {
  const byId = new Map(catalogue.map((check) => [check.id, check]));
  for (const { id, like, explainedBy = [] } of catalogue) {
    for (const other of [...(like === undefined ? [] : [like]), ...explainedBy])
      expect(byId.has(other), `${id}: ${other}`).toBe(true);
    if (like !== undefined && like !== id) expect(byId.get(like)?.like ?? like, id).toBe(like);
  }
});

test('explanations do not go round in circles', () => {
  const byId = new Map(catalogue.map((check) => [check.id, check]));
  for (const { id, explainedBy = [] } of catalogue)
    for (const other of explainedBy)
      expect(byId.get(other)?.explainedBy ?? [], `${id}: ${other}`).not.toContain(id);
});

test('the schema of the run record and the guides have the same grades', () => {
  const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const [, list = ''] = /"enum": \[([^\]]*"open-door"[^\]]*)\]/.exec(textOf('schemas/run.schema.json')) ?? [];
  expect([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name)).toEqual([...gravityIds]);
  const guide = textOf('docs/reports.md').replaceAll(/ +\|/g, ' |');
  expect(guide).toContain(gravities.map(({ id, meaning }) => `| \`${id}\` | ${meaning} |`).join('\n'));
});
