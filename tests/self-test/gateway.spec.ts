import { htmlAnswer, withHeaders } from '../../reference-server/answer.ts';
import type { ResponseTransform } from '../../reference-server/transform-builders.ts';
import { long } from '../support/long.ts';
import { variantProblems } from './support/expectations.ts';
import { judgeReference } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

const badGateway = withHeaders(htmlAnswer(502, 'Bad Gateway'), { 'retry-after': '0' });

/** The only expected problem: an import is not sent again, so it is not shown to work (rule 3). */
const notRepeated =
  /^The state is incomplete: Not shown: POST \S+ answered 502 to a valid Bundle; an import is not sent again/;

/** Counts requests, and answers the one at this place like a gateway whose service does not answer. */
function gatewayAt(place: number): {
  readonly transform: ResponseTransform;
  readonly requests: () => number;
  /** Whether that one was an import. */
  readonly wasImport: () => boolean;
} {
  let requests = 0;
  let atImport = false;
  return {
    transform: {
      transformAnswer: (usual, { method }) => {
        requests += 1;
        if (requests === place) atImport = method === 'POST';
        return requests === place ? badGateway : usual;
      },
    },
    requests: () => requests,
    wasImport: () => atImport,
  };
}

test(
  'a single 502 at any request of a run raises no alarm, and leaves only the valid import not shown',
  long,
  async ({ bodies }) => {
    test.setTimeout(300_000);
    const nowhere = gatewayAt(0);
    await judgeReference({ transforms: [nowhere.transform] }, {}, bodies);
    const alarms: string[] = [];
    const notShown: number[] = [];
    for (let place = 1; place <= nowhere.requests(); place += 1) {
      const gateway = gatewayAt(place);
      const record = await judgeReference({ transforms: [gateway.transform] }, {}, bodies);
      // An import is not sent again: it may have been carried out.
      const again = gateway.wasImport() ? 0 : 1;
      const isWhole = record.coverage === 1;
      const unjudged = isWhole || gateway.wasImport() ? [] : [`coverage is ${record.coverage}`];
      const counted = [record.flaky ?? 0, record.resent?.length ?? 0].every((count) => count === again);
      const problems = variantProblems(record).filter((problem) => !notRepeated.test(problem));
      if (problems.length < variantProblems(record).length) notShown.push(place);
      const asked = [...problems, ...unjudged, ...(counted ? [] : ['not counted'])];
      alarms.push(...asked.map((problem) => `request ${place}: ${problem}`));
    }
    expect(nowhere.requests()).toBeGreaterThan(100);
    expect(alarms).toEqual([]);
    // Of imports, only one carries a valid Bundle and a valid key.
    expect(notShown).toHaveLength(1);
  },
);
