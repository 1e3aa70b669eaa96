import { expect, test } from '@playwright/test';
import { htmlAnswer, withHeaders } from '../../../reference-server/answer.ts';
import type { ResponseTransform } from '../../../reference-server/index.ts';
import { withMonitoring } from '../../monitor/support/monitoring.ts';
import { startReceiver } from '../../monitor/support/receiver.ts';

/** A gateway without its service: it answers 502 and 503 in turn. */
function gateway(): ResponseTransform {
  let asked = 0;
  return {
    name: 'a gateway without its service',
    transformAnswer(answer) {
      asked += 1;
      const status = asked % 2 === 0 ? 502 : 503;
      // The gateway itself refuses a request without a key.
      return answer.status === 401 ? answer : withHeaders(htmlAnswer(status, 'Away'), { 'retry-after': '0' });
    },
  };
}

const citationsAway: ResponseTransform = {
  name: 'citations answer 500',
  transformAnswer: (answer, { endpoint }) =>
    endpoint === 'GET /api/v3/citations' && answer.status === 200
      ? { ...answer, status: 500, body: { error: 'It starts.' } }
      : answer,
};

test('after an outage an installation conforms only if all endpoints work again, not after a passing pulse', async () => {
  let fault: ResponseTransform | undefined;
  const switchable: ResponseTransform = {
    transformAnswer: (answer, request) => fault?.transformAnswer?.(answer, request) ?? answer,
  };
  const receiver = await startReceiver();
  const block = { schedule: { pulse: '1m', standard: '6h', full: 'off' }, notify: [{ url: receiver.url }] };
  await withMonitoring({ block, transforms: [switchable] }, async ({ nextRun, monitor, clock, settle }) => {
    const pulse = async (): Promise<string | undefined> => {
      const started = monitor.fleet.get('alpha')?.recent.length ?? 0;
      await nextRun();
      await settle();
      expect(monitor.fleet.get('alpha')?.recent.length).toBeGreaterThan(started);
      return monitor.fleet.get('alpha')?.snapshot.state;
    };
    await nextRun();
    await clock.moveTo(clock.nowMs() + 60_000);
    await settle();
    expect(monitor.fleet.get('alpha')?.snapshot.state).toBe('conforming');
    fault = gateway();
    expect(await pulse()).toBe('unreachable');
    expect(await pulse()).toBe('unreachable');
    fault = citationsAway;
    expect(await pulse()).toBe('violating');
    fault = undefined;
    await clock.moveTo(clock.nowMs() + 6 * 3_600_000);
    await settle();
    expect(monitor.fleet.get('alpha')?.snapshot.state).toBe('conforming');
    const reported = (): readonly string[] =>
      receiver.received.map(({ body }) => `${body.from} to ${body.to}`);
    await expect
      .poll(reported)
      .toEqual(['conforming to unreachable', 'unreachable to violating', 'violating to conforming']);
  });
  receiver.close();
});
