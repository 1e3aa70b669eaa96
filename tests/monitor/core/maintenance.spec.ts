import { expect, test } from '@playwright/test';
import { slow } from '../../support/long.ts';
import { often } from '../../support/often.ts';
import { type Monitoring, operatorToken, seriesValue, withMonitoring } from '../support/monitoring.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const minuteMs = 60_000;
const path = '/api/v1/installations/alpha/maintenance';
const schedule = { pulse: 'off', standard: '10m', full: 'off' };

interface Answer {
  readonly state: string;
  readonly maintenance: readonly {
    readonly id?: string;
    readonly from: string;
    readonly to: string;
    readonly source: string;
    readonly isActive: boolean;
    readonly reason?: string;
  }[];
}

/** The moment this many minutes from now, in the format of the API. */
function inMinutes({ clock }: Pick<Monitoring, 'clock'>, minutes: number): string {
  return new Date(clock.nowMs() + minutes * minuteMs).toISOString();
}

async function change({ post }: Monitoring, wanted: object, to = path): Promise<Answer> {
  const { status, text } = await post(to, wanted, operatorToken);
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return JSON.parse(text) as Answer;
}

function stateOf({ monitor }: Monitoring): string | undefined {
  return monitor.fleet.get('alpha')?.snapshot.state;
}

const toldBy = ({ received }: Receiver): readonly string[] =>
  received.map(({ body }) => `${body.from} to ${body.to}: ${body.cause}`);

test(
  'a planned window shows its reason, begins and ends on its own, and hides failures in between',
  slow,
  async () => {
    const receiver = await startReceiver();
    const block = { schedule, notify: [{ url: receiver.url }] };
    await withMonitoring({ block }, async (monitoring) => {
      const { nextRun, badRun, clock, get, breakEndpoint } = monitoring;
      await nextRun();
      // The first run belongs to the start. From the second on, runs are ten minutes apart.
      await nextRun();
      const [from, to] = [inMinutes(monitoring, 1), inMinutes(monitoring, 25)];
      const planned = await change(monitoring, { from, to, reason: 'The database is upgraded.' });
      expect(planned).toMatchObject({ state: 'conforming' });
      expect(planned.maintenance).toEqual([
        {
          id: expect.any(String),
          from,
          to,
          source: 'operator',
          isActive: false,
          reason: 'The database is upgraded',
        },
      ]);
      expect((await get('/installations/alpha')).text).toContain('by the operator: The database is upgraded');
      const { text } = await get('/api/v1/actions');
      expect(text).toContain(
        `planned maintenance from ${from.slice(0, 16)}Z to ${to.slice(0, 16)}Z: The database`,
      );
      // No run is due between the beginning of the window and this check.
      await clock.moveTo(Date.parse(from));
      await expect.poll(() => stateOf(monitoring), often).toBe('maintenance');
      const metrics = (await get('/metrics')).text;
      const name = 'evidence_contract_installation_state';
      expect(seriesValue(metrics, name, { installation: 'alpha', state: 'maintenance' })).toBe(1);
      await badRun();
      await nextRun();
      const during = (await get('/metrics')).text;
      expect(seriesValue(during, 'evidence_contract_run_failures_total', { installation: 'alpha' })).toBe(0);
      breakEndpoint(undefined);
      await clock.moveTo(Date.parse(to));
      // A run begins at once.
      await expect.poll(() => stateOf(monitoring), often).toBe('conforming');
      await expect
        .poll(() => toldBy(receiver), often)
        .toEqual([
          'conforming to maintenance: A maintenance window is open: The database is upgraded.',
          'maintenance to conforming: Every requirement that was judged holds.',
        ]);
      const { runs } = (await get('/api/v1/runs')).json();
      expect(runs?.map((run) => Object(run).inMaintenance)).toEqual([false, true, true, false, false]);
    });
    receiver.close();
  },
);

test('a run that is under way when maintenance begins does not count', slow, async () => {
  const release: (() => void)[] = [];
  let isHolding = false;
  const holding = {
    before: (_request: unknown, _response: unknown, next: () => void) =>
      isHolding ? void release.push(next) : next(),
  };
  const receiver = await startReceiver();
  const block = { schedule, notify: [{ url: receiver.url }] };
  await withMonitoring({ block, transforms: [holding] }, async (monitoring) => {
    const { nextRun, settle, breakEndpoint, get, clock } = monitoring;
    await nextRun();
    isHolding = true;
    breakEndpoint('GET /api/v3/users');
    const running = nextRun();
    await expect.poll(() => release.length, often).toBeGreaterThan(0);
    await change(monitoring, { minutes: 30, reason: 'a deployment' });
    isHolding = false;
    for (const next of release) next();
    await running;
    await settle();
    expect(stateOf(monitoring)).toBe('maintenance');
    expect((await get('/api/v1/runs')).json().runs?.[0]).toMatchObject({ inMaintenance: true });
    await clock.moveTo(clock.nowMs() + minuteMs);
    // The state before the window says nothing about the state after it.
    expect((await change(monitoring, { minutes: 0 })).state).toBe('unknown');
    await expect.poll(() => receiver.received.length, often).toBe(2);
    expect(receiver.received.map(({ body }) => body.to)).toEqual(['maintenance', 'violating']);
  });
  receiver.close();
});

test('an open window can be ended early and a planned one cancelled by its id; other windows stay', async () => {
  const fromFile = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', reason: 'it moves' };
  await withMonitoring({ block: { schedule, maintenance: [fromFile] } }, async (monitoring) => {
    await expect.poll(() => stateOf(monitoring), often).toBe('maintenance');
    expect(monitoring.monitor.fleet.get('alpha')?.snapshot.cause).toBe(
      'A maintenance window is open: it moves.',
    );
    const at = (minutes: number): string => inMinutes(monitoring, minutes);
    await change(monitoring, { from: at(60), to: at(120), reason: 'first' });
    const { maintenance } = await change(monitoring, { from: at(14_400), minutes: 60, reason: 'second' });
    expect(maintenance.map(({ reason }) => reason)).toEqual(['it moves', 'first', 'second']);
    expect(maintenance.map(({ isActive }) => isActive)).toEqual([true, false, false]);
    // A window from the configuration can be ended early as well.
    const ended = await change(monitoring, { minutes: 0 });
    expect(ended.state).toBe('unknown');
    expect(ended.maintenance.map(({ reason }) => reason)).toEqual(['first', 'second']);
    const window = maintenance[1]?.id;
    const cancelled = await change(monitoring, { window }, `${path}/end`);
    expect(cancelled.maintenance.map(({ reason }) => reason)).toEqual(['second']);
    expect((await monitoring.post(`${path}/end`, { window }, operatorToken)).status).toBe(404);
    // A window that begins now replaces only the open one.
    await change(monitoring, { minutes: 5, reason: 'third' });
    const last = await change(monitoring, { minutes: 10, reason: 'fourth' });
    const page = (await monitoring.get('/installations/alpha')).text;
    expect(page).toContain('Nothing that was judged failed before the maintenance.');
    expect(last.maintenance.map(({ reason }) => reason)).toEqual(['fourth', 'second']);
    const again = await change(monitoring, {}, `${path}/end`);
    expect(again.maintenance.map(({ reason }) => reason)).toEqual(['second']);
  });
});

test('a window that was planned before a restart begins and ends on time in the next monitor', async () => {
  await withMonitoring({}, async (monitoring) => {
    const { nextRun, monitor, folder, clock } = monitoring;
    await nextRun();
    const nowMs = clock.nowMs();
    await change(monitoring, { from: inMinutes(monitoring, 0.01), to: inMinutes(monitoring, 60) });
    await monitor.close();
    await withMonitoring({ folder }, async (again) => {
      await again.clock.moveTo(nowMs + 5 * minuteMs);
      await expect.poll(() => stateOf(again), often).toBe('maintenance');
      await again.clock.moveTo(nowMs + 61 * minuteMs);
      await expect.poll(() => stateOf(again), often).toBe('conforming');
    });
  });
});

test('a window does not end with an all-clear: the state is unknown until a run, whose failure is reported', async () => {
  const receiver = await startReceiver();
  // One run alone would not change a state that is known.
  const block = { schedule, failAfter: 2, notify: [{ url: receiver.url }] };
  await withMonitoring({ block }, async (monitoring) => {
    const { nextRun, breakEndpoint, monitor, clock } = monitoring;
    await nextRun();
    await change(monitoring, { minutes: 30 });
    breakEndpoint('GET /api/v3/users');
    await clock.moveTo(clock.nowMs() + minuteMs);
    expect((await change(monitoring, { minutes: 0 })).state).toBe('unknown');
    expect(monitor.fleet.get('alpha')?.snapshot.cause).toBe(
      'A maintenance window has ended, and no run since.',
    );
    await expect.poll(() => stateOf(monitoring), often).toBe('violating');
    await expect.poll(() => receiver.received.length, often).toBe(2);
    expect(receiver.received.map(({ body }) => `${body.from} to ${body.to}`)).toEqual([
      'conforming to maintenance',
      'maintenance to violating',
    ]);
    // Without MONITOR_URL the link to the last run uses the address of this machine.
    const [started] = receiver.received;
    expect(started?.body.url).toBe(`${monitor.url}/runs/${started?.body.run}`);
  });
  receiver.close();
});

const refused: readonly (readonly [string, (at: (minutes: number) => string) => object, string])[] = [
  ['no field', () => ({}), 'For a window that is planned, give from and to.'],
  ['minutes that are not a number', () => ({ minutes: 'soon' }), 'The field minutes takes a number.'],
  ['too many minutes', () => ({ minutes: 10_081 }), 'Give minutes: a whole number from 1 to 10080'],
  ['no end', (at) => ({ from: at(5) }), 'give from and to'],
  ['two ends', (at) => ({ minutes: 5, to: at(5) }), 'Give minutes or to, not both.'],
  ['a time without a zone', () => ({ from: '2027-01-01T10:00', minutes: 5 }), 'with Z or an offset'],
  ['a time that is not a date', () => ({ from: 'tomorrow', minutes: 5 }), 'Give times like'],
  ['an end before the beginning', (at) => ({ from: at(9), to: at(8) }), 'does not end after it begins'],
  ['a window that is over', (at) => ({ from: at(-9), to: at(-8) }), 'over already'],
  ['more than a week', (at) => ({ from: at(1), to: at(10_082) }), 'at most 10080 minutes'],
  ['more than a year ahead', (at) => ({ from: at(530_000), minutes: 5 }), 'within a year'],
  ['a long reason', () => ({ minutes: 5, reason: 'x'.repeat(201) }), 'at most 200 characters'],
  ['a reason that is not text', () => ({ minutes: 5, reason: 5 }), 'The field reason takes a string.'],
];

test('invalid requests are refused with an explanation and change nothing; keys are removed from a reason', async () => {
  await withMonitoring({}, async (monitoring) => {
    const at = (minutes: number): string => inMinutes(monitoring, minutes);
    const wrong: string[] = [];
    for (const [name, wanted, sentence] of refused) {
      const { status, text } = await monitoring.post(path, wanted(at), operatorToken);
      if (status !== 400 || !text.includes(sentence)) wrong.push(`${name}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
    expect(monitoring.monitor.fleet.get('alpha')?.snapshot.operatorWindows).toEqual([]);
    // A reason is stored as one line without keys.
    const { reference, get } = monitoring;
    const reason = `a\nnew key \u202e ${reference.keys.first}`;
    const { maintenance } = await change(monitoring, { minutes: 5, reason });
    expect(maintenance[0]?.reason).toBe('a new key \uFFFD [key]');
    for (const page of ['/api/v1/actions', '/installations/alpha', '/metrics'])
      expect((await get(page)).text).not.toContain(reference.keys.first.slice(0, 8));
  });
});

test('a window that is already planned or configured is refused with 409; a cancelled one can be planned again', async () => {
  const at = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString();
  const configured = { from: at(600), to: at(630) };
  const block = { schedule, maintenance: [configured] };
  const statusPage = [{ name: 'alpha', publicName: 'Research service' }];
  await withMonitoring({ block, service: { statusPage } }, async (monitoring) => {
    const wanted = { from: inMinutes(monitoring, 60), to: inMinutes(monitoring, 90) };
    const { maintenance } = await change(monitoring, { ...wanted, reason: 'a new disk' });
    for (const same of [wanted, { ...wanted, reason: 'another reason' }, configured]) {
      const { status, text } = await monitoring.post(path, same, operatorToken);
      expect([status, text]).toEqual([409, expect.stringContaining('This window is planned already')]);
    }
    expect((await monitoring.get('/status')).text.split('service-window')).toHaveLength(3);
    expect((await change(monitoring, { ...wanted, to: inMinutes(monitoring, 95) })).maintenance).toHaveLength(
      3,
    );
    const { id } = maintenance[0] as { readonly id?: string };
    await monitoring.post(`${path}/end`, { window: id }, operatorToken);
    expect((await change(monitoring, wanted)).maintenance).toHaveLength(3);
  });
});

test('forms plan and cancel windows with times in UTC; a refused form keeps its input', async () => {
  await withMonitoring({}, async ({ monitor, clock, get, submit, reference }) => {
    const send = async (form: string, fields: Readonly<Record<string, string>>): Promise<string> => {
      const { headers, text } = await submit(`/installations/alpha/maintenance/${form}`, fields);
      return headers.get('location') ?? text;
    };
    const local = (minutes: number): string =>
      new Date(clock.nowMs() + minutes * minuteMs).toISOString().slice(0, 16);
    const wanted = { from: local(60), to: local(90), reason: 'a <b>new</b> disk' };
    expect(await send('plan', { ...wanted, to: local(30) })).toContain(
      'The window does not end after it begins.',
    );
    const key = reference.keys.first;
    const refused = await send('plan', { ...wanted, reason: `with ${key}`, token: 'wrong-token' });
    expect(refused).toContain(`type="datetime-local" value="${wanted.from}"`);
    expect(refused).toContain('autocomplete="off" value="with [key]"');
    expect(refused).not.toMatch(new RegExp(`wrong-token|${key.slice(0, 8)}`));
    expect(await send('plan', wanted)).toBe('/installations/alpha?done=planned');
    expect(await send('plan', wanted)).toContain('This window is planned already');
    const { operatorWindows } = monitor.fleet.get('alpha')?.snapshot ?? { operatorWindows: [] };
    expect(operatorWindows).toMatchObject([
      { fromMs: Date.parse(`${wanted.from}Z`), reason: 'a <b>new</b> disk' },
    ]);
    expect((await get('/installations/alpha')).text).toContain('a &lt;b&gt;new&lt;/b&gt; disk');
    const window = operatorWindows[0]?.id ?? '';
    expect(await send('end', { window })).toBe('/installations/alpha?done=ended');
    expect(monitor.fleet.get('alpha')?.snapshot.operatorWindows).toEqual([]);
    expect(await send('end', { window })).toContain('No such maintenance is open or planned.');
  });
});
