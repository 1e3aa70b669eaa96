import { errorAnswer } from '../../reference-server/answer.ts';
import type { ResponseTransform } from '../../reference-server/response-transform.ts';
import { variantProblems } from './support/expectations.ts';
import { judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** Refuses every request for a while, from one on. */
function lockingFor(ms: number, answer = errorAnswer(403, 'Request blocked')): ResponseTransform {
  let requests = 0;
  let until = 0;
  return {
    transformAnswer: (usual) => {
      requests += 1;
      if (requests === 60) until = Date.now() + ms;
      return Date.now() < until ? answer : usual;
    },
  };
}

for (const [what, answer] of [
  ['a message', errorAnswer(403, 'Request blocked')],
  ['no word', { ...errorAnswer(423, ''), body: {} }],
] as const) {
  test(`a client that is locked out by ${what} for some seconds judges all of an installation`, async ({
    bodies,
  }) => {
    const record = await judgeReference({ transforms: [lockingFor(6000, answer)] }, {}, bodies);
    expect(variantProblems(record)).toEqual([]);
    expect(record.coverage).toBe(1);
  });
}

test('a lockout that lasts is no failure, and is told as throttling', async ({ bodies }) => {
  const record = await judgeReference({ transforms: [lockingFor(600_000)] }, { deadlineMs: 6000 }, bodies);
  expect(record.verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(record.state).toBe('throttled');
  expect(record.cause).toContain('status 403 and the message "Request blocked"');
  expect(record.coverage).toBeLessThan(1);
});

test('what is never permitted to this key is no lockout', async ({ bodies }) => {
  const forbidding: ResponseTransform = {
    transformAnswer: (usual, { endpoint }) =>
      endpoint === 'GET /api/v3/extractions/:id' && usual.status === 200
        ? errorAnswer(403, 'Not for you')
        : usual,
  };
  const record = await judgeReference({ transforms: [forbidding] }, {}, bodies);
  expect(record.state).not.toBe('throttled');
  expect(record.verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});
