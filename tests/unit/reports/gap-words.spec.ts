import { expect, test } from '@playwright/test';
import { gaps } from '../../../contract/gaps/gaps.ts';

test('every gap that is observed says in a sentence why it matters to a client', () => {
  const silent = gaps.filter(
    ({ matters, notObserved }) => notObserved === undefined && !/^[A-Z].*\.$/.test(matters ?? ''),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});
