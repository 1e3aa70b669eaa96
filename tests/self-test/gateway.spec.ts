import { htmlAnswer } from '../../reference-server/answer.ts';
import type { ResponseTransform } from '../../reference-server/response-transform.ts';
import { long } from '../support/long.ts';
import { variantProblems } from './support/expectations.ts';
import { judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

/** Counts requests, and answers the one at this place as a gateway does whose service did not answer. */
function gatewayAt(place: number): {
  readonly transform: ResponseTransform;
  readonly requests: () => number;
} {
  let requests = 0;
  return {
    transform: {
      transformAnswer: (usual) => {
        requests += 1;
        return requests === place ? htmlAnswer(502, 'Bad Gateway') : usual;
      },
    },
    requests: () => requests,
  };
}

test('a gateway may fail once at any request of a run', long, async ({ bodies }) => {
  test.setTimeout(300_000);
  const nowhere = gatewayAt(0);
  await judgeReference({ transforms: [nowhere.transform] }, {}, bodies);
  const alarms: string[] = [];
  for (let place = 1; place <= nowhere.requests(); place += 1) {
    const record = await judgeReference({ transforms: [gatewayAt(place).transform] }, {}, bodies);
    const unjudged = record.coverage === 1 ? [] : [`coverage is ${record.coverage}`];
    const asked = [...variantProblems(record), ...unjudged, ...(record.flaky === 1 ? [] : ['not counted'])];
    alarms.push(...asked.map((problem) => `request ${place}: ${problem}`));
  }
  expect(nowhere.requests()).toBeGreaterThan(100);
  expect(alarms).toEqual([]);
});
