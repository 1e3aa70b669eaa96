import { emptyAnswer, errorAnswer } from '../../reference-server/answer.ts';
import type { ResponseTransform } from '../../reference-server/transform-builders.ts';
import { variantProblems } from './support/expectations.ts';
import { judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** A lockout has no status of its own: THROTTLE_STATUSES names one; otherwise its answers are judged as they are. */

/** Refuses every request for a while, from the 60th on. */
function lockingFor(ms: number): ResponseTransform {
  let requests = 0;
  let until = 0;
  return {
    transformAnswer: (usual) => {
      requests += 1;
      if (requests === 60) until = Date.now() + ms;
      return Date.now() < until ? errorAnswer(403, 'Request blocked') : usual;
    },
  };
}

test('a lockout of two seconds with a status of THROTTLE_STATUSES leaves nothing unjudged', async ({
  bodies,
}) => {
  const settings = { throttleStatuses: [403] };
  const record = await judgeReference({ transforms: [lockingFor(2000)] }, settings, bodies);
  expect(variantProblems(record)).toEqual([]);
  expect(record.coverage).toBe(1);
  const causes = new Set((record.resent ?? []).map(({ cause }) => cause));
  expect([...causes]).toEqual(['it was answered with status 403']);
});

test('a lasting lockout with a status of THROTTLE_STATUSES is reported as throttling, not as a failure', async ({
  bodies,
}) => {
  const settings = { throttleStatuses: [403], deadlineMs: 6000 };
  const record = await judgeReference({ transforms: [lockingFor(600_000)] }, settings, bodies);
  expect(record.verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(record.state).toBe('throttled');
  expect(record.coverage).toBeLessThan(1);
});

test('a lockout without THROTTLE_STATUSES is judged without a retry, and not counted as throttling', async ({
  bodies,
}) => {
  const record = await judgeReference({ transforms: [lockingFor(600_000)] }, {}, bodies);
  expect(record.state).toBe('violating');
  expect([record.resent, record.throttled]).toEqual([[], 0]);
});

test('a listed record that is always forbidden fails one check, and does not count as throttling', async ({
  bodies,
}) => {
  const forbidding: ResponseTransform = {
    transformAnswer: (usual, { endpoint }) =>
      endpoint === 'GET /api/v3/extractions/:id' && usual.status === 200
        ? errorAnswer(403, 'Not for you')
        : usual,
  };
  const record = await judgeReference({ transforms: [forbidding] }, {}, bodies);
  expect(record.state).toBe('violating');
  const failed = record.verdicts.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ check, endpoint }) => `${check} at ${endpoint}`)).toEqual([
    'availability.endpoint-answers at GET /api/v3/extractions/:id',
  ]);
});

test('a throttled HEAD breaks nothing, although its answer has no body', async ({ bodies }) => {
  const throttled: string[] = [];
  const throttling: ResponseTransform = {
    transformAnswer: (usual, { method }) => {
      if (method !== 'HEAD' || throttled.length > 0) return usual;
      throttled.push(method);
      return emptyAnswer(429);
    },
  };
  const record = await judgeReference({ transforms: [throttling] }, {}, bodies, 'survey');
  expect(throttled).toEqual(['HEAD']);
  expect(variantProblems(record)).toEqual([]);
});
