import { expect, test } from '@playwright/test';
import { isExpectedStatus } from '../../../playwright/expected-status.ts';

const judged: readonly (readonly [number, unknown, boolean])[] = [
  [404, 404, true],
  [401, 404, false],
  [404, '404', true],
  [401, '404', false],
  [200, '204', false],
  [401, '4xx', true],
  [500, '4xx', false],
  [201, [200, 201], true],
  [404, [200, 201], false],
  [404, [200, '4xx'], true],
];

for (const [status, expected, isMet] of judged) {
  test(`status ${status} ${isMet ? 'matches' : 'does not match'} ${JSON.stringify(expected)}`, () => {
    expect(isExpectedStatus(status, expected)).toBe(isMet);
  });
}

const takes = "toHaveStatus takes a status such as 404, a list of them, or a class such as '4xx'";
const refused: readonly (readonly [unknown, string])[] = [
  ['2yy', `${takes}; it got "2yy".`],
  ['40', `${takes}; it got "40".`],
  ['704', `${takes}; it got "704".`],
  [' 404', `${takes}; it got " 404".`],
  // Truncated, since it may be a key.
  ['Zq7Jk2Wd9v', `${takes}; it got "Zq7Jk2W…".`],
  [Number.NaN, `${takes}; it got NaN.`],
  [undefined, `${takes}; it got undefined.`],
  [null, `${takes}; it got null.`],
  [{ status: 200 }, `${takes}; it got an object.`],
  [[], `${takes}; it got an empty list.`],
  [[200, '2yy'], `${takes}; it got "2yy".`],
];

for (const [expected, message] of refused) {
  test(`${JSON.stringify(expected) ?? 'undefined'} (${typeof expected}) is refused for any status`, () => {
    for (const status of [200, 404])
      expect(() => isExpectedStatus(status, expected)).toThrow(expect.objectContaining({ message }));
  });
}
