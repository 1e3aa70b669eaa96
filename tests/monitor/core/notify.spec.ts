import { expect, test } from '@playwright/test';
import type { TierName } from '../../../contract/scope.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { RunExecutor } from '../../../monitor/running/run-context.ts';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { record } from '../../support/records.ts';
import { makeFakeClock } from '../support/fake-clock.ts';
import { configurationOf, installationOf, operatorToken, withMonitoring } from '../support/monitoring.ts';
import { blockFor, hourMs, idsOf, schedule } from '../support/notified.ts';
import { type ReceivedBody, startReceiver } from '../support/receiver.ts';
import { textOf } from '../support/text-of.ts';

function unreachable(name: string, tier: TierName, atMs: number): RunRecord {
  const at = new Date(atMs).toISOString();
  return record([], {
    installation: { name, baseUrl: 'http://here.example' },
    tier,
    state: 'unreachable',
    cause: 'Nothing answers.',
    startedAt: at,
    finishedAt: at,
  });
}

test('a change of state is posted once with cause and link; a first conforming run and unsubscribed states are not', async () => {
  const receiver = await startReceiver();
  const { received } = receiver;
  const other = await startReceiver();
  const ofOutages = { name: 'outages', url: other.url, states: ['unreachable'] };
  const notify = [{ url: receiver.url, bearer: 'token-of-the-webhook' }, ofOutages];
  const block = { schedule, notify };
  const service = { publicUrl: 'https://monitor.example' };
  await withMonitoring({ block, service }, async ({ nextRun, badRun, goodRun, get }) => {
    await nextRun();
    await badRun();
    await nextRun();
    await expect.poll(() => received.length, often).toBe(1);
    await goodRun();
    await expect.poll(() => received.length, often).toBe(2);
    const [worse, better] = received;
    expect(worse?.headers.authorization).toBe('Bearer token-of-the-webhook');
    expect(worse?.body).toMatchObject({
      event: 'state-change',
      installation: { name: 'alpha' },
      from: 'conforming',
      to: 'violating',
    });
    expect(worse?.body.cause).toContain('status 500');
    expect(worse?.body.url).toBe(`https://monitor.example/runs/${worse?.body.run}`);
    expect(worse?.body.summary).toMatch(
      /^alpha: violating \(was conforming\)\. The service fails: status 500 at GET \/api\/v3\/users\.$/,
    );
    expect(worse?.body.findingCount).toBe(1);
    expect(worse?.body.findings).toEqual([
      {
        severity: 'outage',
        headline: 'The service fails: status 500 at GET /api/v3/users',
        message: expect.stringContaining(
          'GET /api/v3/users with a valid key in the header was answered with',
        ),
        endpoints: ['GET /api/v3/users'],
      },
    ]);
    expect(better?.body).toMatchObject({ from: 'violating', to: 'conforming' });
    expect(better?.body.summary).toBe('alpha: conforming (was violating).');
    expect(better?.body.cause).toBe('Every requirement that was judged holds.');
    expect(better?.body.url).toBe(`https://monitor.example/runs/${better?.body.run}`);
    expect(better?.body).not.toHaveProperty('findings');
    expect((await get('/metrics')).text).toContain('\nevidence_contract_notifications_total 2\n');
    const page = (await get('/installations/alpha')).text;
    expect(page).toContain('alpha: violating (was conforming). The service fails: status 500 at');
    expect(page).toContain('delivered');
  });
  expect(other.received).toEqual([]);
  receiver.close();
  other.close();
});

for (const [remind, expected] of [
  [undefined, [24, 48]],
  ['off', []],
] as const) {
  test(
    `reminders of a lasting outage follow the setting remind: ${remind ?? 'once a day by default'}`,
    slow,
    async () => {
      const startMs = Date.UTC(2026, 2, 10);
      const receiver = await startReceiver();
      const more = { schedule: { ...schedule, standard: '2h' }, ...(remind === undefined ? {} : { remind }) };
      const clock = makeFakeClock(startMs);
      const execute: RunExecutor = async ({ name }, { tier }) => ({
        record: unreachable(name, tier, clock.nowMs()),
      });
      const block = blockFor({ url: receiver.url }, more);
      await withMonitoring({ block, options: { clock, execute } }, async ({ settle }) => {
        for (let hour = 0; hour <= 50; hour += 1) {
          await clock.moveTo(clock.nowMs() + hourMs);
          await settle();
        }
        await expect.poll(() => receiver.received.length, often).toBe(expected.length + 1);
      });
      const [first, ...reminders] = receiver.received.map(({ body }) => body);
      const since = (body: ReceivedBody): number => Date.parse(body.at) - Date.parse(first?.at ?? '');
      expect(reminders.map((body) => Math.floor(since(body) / hourMs))).toEqual(expected);
      expect(new Set(idsOf(receiver)).size).toBe(expected.length + 1);
      for (const body of reminders) {
        expect(body).toMatchObject({
          event: 'reminder',
          from: 'unreachable',
          to: 'unreachable',
          since: first?.at,
        });
        expect(body.cause).toBe('Nothing answers.');
        expect(body.summary).toMatch(/^alpha: still unreachable, for \d+ (h|days)\. Nothing answers\.$/);
        expect(body.run).not.toBe(first?.run);
      }
      receiver.close();
    },
  );
}

test('no reminder is sent during an acknowledgement; one is sent after it has ended', slow, async () => {
  const receiver = await startReceiver();
  const more = { schedule: { ...schedule, standard: '2h' }, remind: '4h' };
  const clock = makeFakeClock(Date.UTC(2026, 2, 10));
  const execute: RunExecutor = async ({ name }, { tier }) => ({
    record: unreachable(name, tier, clock.nowMs()),
  });
  const block = blockFor({ url: receiver.url }, more);
  await withMonitoring({ block, options: { clock, execute } }, async ({ settle, get, post }) => {
    const pass = async (hours: number): Promise<void> => {
      for (let hour = 0; hour < hours; hour += 1) {
        await clock.moveTo(clock.nowMs() + hourMs);
        await settle();
      }
    };
    await pass(1);
    await expect.poll(() => receiver.received.length, often).toBe(1);
    const { incidents } = (await get('/api/v1/incidents')).json();
    const path = `/api/v1/incidents/${incidents?.[0]?.id}/acknowledgement`;
    const until = new Date(clock.nowMs() + 9 * hourMs).toISOString();
    expect((await post(path, { until, reason: 'the disk' }, operatorToken)).status).toBe(200);
    await pass(8);
    expect(receiver.received).toHaveLength(1);
    await pass(2);
    await expect
      .poll(() => receiver.received.map(({ body }) => body.event), often)
      .toEqual(['state-change', 'reminder']);
  });
  receiver.close();
});

test('a failure that the re-check does not confirm does not change the state', async () => {
  let answers = 0;
  const flickering = {
    transformAnswer: (
      answer: { readonly status: number },
      { endpoint }: { readonly endpoint: string | undefined },
    ) => {
      if (endpoint !== 'GET /api/v3/users' || answer.status !== 200) return answer;
      answers += 1;
      return answers === 2 ? { ...answer, status: 500, body: { error: 'Once only.' } } : answer;
    },
  };
  await withMonitoring({ transforms: [flickering as never] }, async ({ nextRun, get }) => {
    await nextRun();
    await nextRun();
    expect(answers).toBe(3);
    const { runs } = (await get('/api/v1/runs')).json();
    expect(runs?.map(({ state }) => state)).toEqual(['conforming', 'conforming']);
    const second = (await get(`/api/v1/runs/${runs?.[0]?.id}`)).json();
    expect(second.recheck).toEqual({ asked: 1, stillFailing: 0 });
    const page = textOf((await get('/installations/alpha')).text);
    expect(page).toContain('In 1 of the last 2 runs, failures were gone when they were repeated at once');
    expect((await get('/api/v1/incidents')).json().incidents).toEqual([]);
  });
});

test('the incident of an installation that was removed while the monitor was stopped has ended at its next start', async () => {
  await withMonitoring({}, async ({ folder, badRun, nextRun, monitor, get }) => {
    await nextRun();
    await badRun();
    expect((await get('/api/v1/incidents')).json().incidents?.[0]).not.toHaveProperty('endedAt');
    await monitor.close();
    await withMonitoring({ folder, installation: { name: 'beta' } }, async (again) => {
      expect((await again.get('/api/v1/incidents')).json().incidents).toMatchObject([
        { installation: 'alpha', endedAt: expect.any(String) },
      ]);
      expect(again.log()).toContain('its incident is over: it is not configured any more');
    });
  });
});

test('an installation that is removed during an incident is reported once more, and its incident ends', async () => {
  const receiver = await startReceiver();
  const block = blockFor({ url: receiver.url });
  await withMonitoring({ block }, async ({ get, reload, nextRun, badRun, reference }) => {
    await nextRun();
    await badRun();
    await expect.poll(() => receiver.received.length, often).toBe(1);
    const next = configurationOf(installationOf(reference, { name: 'beta' }));
    expect((await reload(next)).status).toBe(200);
    await expect.poll(() => receiver.received.length, often).toBe(2);
    expect(receiver.received[1]?.body).toMatchObject({
      event: 'state-change',
      from: 'violating',
      to: 'unknown',
    });
    expect(receiver.received[1]?.body.cause).toMatch(/^It is not watched any more/);
    const { incidents = [] } = (await get('/api/v1/incidents')).json();
    expect(incidents).toHaveLength(1);
    expect(incidents[0]).toHaveProperty('endedAt');
    // Its page is gone: its name links to its incidents.
    const { href = '' } = /href="(?<href>[^"]+)">alpha</.exec((await get('/')).text)?.groups ?? {};
    expect(href).toBe('/incidents?installation=alpha');
    expect((await get(href)).text).toContain('ended: unknown');
  });
  receiver.close();
});
