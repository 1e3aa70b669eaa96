import { expect, test } from '@playwright/test';
import { incidentsOf } from '../../../monitor/history/incidents.ts';
import { announce } from '../../../monitor/running/announce.ts';
import { showState } from '../../../monitor/state/shown-state.ts';
import {
  acknowledgedNow,
  emptySnapshot,
  formatSnapshot,
  parseSnapshot,
  type Snapshot,
} from '../../../monitor/state/snapshot.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { slow } from '../../support/long.ts';
import { type Monitoring, operatorToken, seriesValue, withMonitoring } from '../support/monitoring.ts';
import { hourMs } from '../support/notified.ts';
import { wordsOf } from '../support/text-of.ts';

const statusPage = [{ name: 'alpha', publicName: 'Service' }];
const metric = 'evidence_contract_acknowledged_until_timestamp_seconds';

/** The id of the open incident. */
async function openIncident({ get }: Monitoring): Promise<string> {
  const { incidents } = (await get('/api/v1/incidents?show=open')).json();
  return incidents?.[0]?.id ?? '';
}

const isoAfter = ({ clock }: Monitoring, ms: number): string => new Date(clock.nowMs() + ms).toISOString();

test(
  'pages, the API and a metric show an acknowledgement; the status page shows neither its reason nor private notes',
  slow,
  async () => {
    await withMonitoring({ service: { statusPage } }, async (monitoring) => {
      const { nextRun, badRun, goodRun, get, post } = monitoring;
      await nextRun();
      await badRun();
      const id = await openIncident(monitoring);
      const path = `/api/v1/incidents/${id}/acknowledgement`;
      const until = isoAfter(monitoring, 9 * hourMs);
      const reason = 'the disk is replaced tonight';
      const said = await post(path, { until, reason }, operatorToken);
      expect([said.status, JSON.parse(said.text)]).toMatchObject([200, { until, reason, who: 'operator' }]);
      // With it, an exposure that is added later ends the acknowledgement.
      const { snapshot } = monitoring.monitor.fleet.get('alpha') ?? {};
      expect(snapshot?.acknowledged?.severity).toBe('outage');

      const line = `Acknowledged by operator until [^:]+:\\d\\d UTC: ${reason}`;
      for (const page of ['/', '/?view=wall', '/installations/alpha', '/incidents'])
        expect(wordsOf((await get(page)).text), page).toMatch(new RegExp(line));
      const api = JSON.parse((await get('/api/v1/incidents')).text) as { incidents: readonly object[] };
      const note = { who: 'operator', message: expect.stringContaining(`: ${reason}.`), public: false };
      expect(api.incidents[0]).toMatchObject({ acknowledged: { until, reason }, notes: [note] });
      expect((await get('/api/v1/installations')).json().installations?.[0]).toMatchObject({
        state: 'violating',
        acknowledged: { until, who: 'operator', reason },
      });
      expect((await get('/actions')).text).toContain('acknowledged an incident until');
      await monitoring.clock.moveTo(monitoring.clock.nowMs() + 1_000);
      const publicPage = (await get('/status')).text;
      expect(publicPage).toContain('The operators know of it.');
      expect(publicPage).not.toContain(reason);
      // A public update is published without a name; a private note is not published.
      const notes = `/api/v1/incidents/${id}/notes`;
      await post(notes, { message: 'The disk of node 3 is full.' }, operatorToken);
      await post(notes, { message: 'We <b>work</b> on it.\r\nBack by noon.', public: true }, operatorToken);
      const shown = async (): Promise<string> => {
        await monitoring.clock.moveTo(monitoring.clock.nowMs() + 1_000);
        return (await get('/status')).text;
      };
      const update = await shown();
      expect(update).toContain('We &lt;b&gt;work&lt;/b&gt; on it.\nBack by noon.</li>');
      expect(update).not.toContain('node 3');
      expect(update).not.toContain('operator,');
      expect((await get('/incidents.atom')).text).toContain('Note by operator: We');
      expect(wordsOf((await get('/incidents')).text)).toMatch(
        // The oldest first.
        /Acknowledged until .*work&lt;\/b&gt; on it\. Back by noon\.operator, [^,]+, public/s,
      );
      expect((await get('/actions')).text).toContain('published an update on the incident of');
      const metrics = (await get('/metrics')).text;
      expect(seriesValue(metrics, metric, { installation: 'alpha' })).toBe(Date.parse(until) / 1000);
      const state = { installation: 'alpha', state: 'violating' };
      expect(seriesValue(metrics, 'evidence_contract_installation_state', state)).toBe(1);

      await goodRun();
      expect(seriesValue((await get('/metrics')).text, metric, { installation: 'alpha' })).toBe(0);
      expect(await shown()).toContain('We &lt;b&gt;work&lt;/b&gt; on it.');
    });
  },
);

test(
  'an acknowledgement needs a time, a reason and an open incident; it can be changed and withdrawn, and ends with the incident',
  slow,
  async () => {
    await withMonitoring({}, async (monitoring) => {
      const { nextRun, badRun, goodRun, get, post, submit, monitor, reference } = monitoring;
      await nextRun();
      await badRun();
      const id = await openIncident(monitoring);
      const path = `/api/v1/incidents/${id}/acknowledgement`;
      const until = isoAfter(monitoring, hourMs);
      const statusOf = async (body: object, to = path): Promise<number> =>
        (await post(to, body, operatorToken)).status;
      expect((await post(path, { until, reason: 'x' }, 'no-such-token')).status).toBe(401);
      expect(await statusOf({ reason: 'x' })).toBe(400);
      expect(await statusOf({ until: 'tomorrow', reason: 'x' })).toBe(400);
      expect(await statusOf({ until: isoAfter(monitoring, -1), reason: 'x' })).toBe(400);
      expect(await statusOf({ until: isoAfter(monitoring, 31 * 24 * hourMs), reason: 'x' })).toBe(400);
      for (const reason of [' ', 'x'.repeat(201), 7]) expect(await statusOf({ until, reason })).toBe(400);
      expect(await statusOf({ until, reason: 'x' }, '/api/v1/incidents/alpha-1/acknowledgement')).toBe(404);
      expect(await statusOf({}, `${path}/end`)).toBe(409);
      expect(monitor.fleet.get('alpha')?.snapshot.acknowledged).toBeUndefined();

      const typed = {
        until: until.slice(0, 16).replace('T', ' '),
        reason: `Key ${reference.keys.first}`,
      };
      const form = `/incidents/${id}/acknowledgement`;
      const refused = await submit(`${form}?of=alpha`, { ...typed, token: 'wrong' });
      expect(refused.status).toBe(401);
      expect(refused.text).toContain(`value="${typed.until}"`);
      expect(refused.text).toContain('value="Key [key]"');
      const kept = await submit(`${form}?of=alpha`, typed);
      expect([kept.status, kept.headers.get('location')]).toEqual([
        303,
        `/installations/alpha/incidents#${id}`,
      ]);
      expect((await get('/installations/alpha/incidents')).text).toContain('Key [key]');
      expect((await submit(`${form}/end?of=alpha`)).status).toBe(303);
      expect(monitor.fleet.get('alpha')?.snapshot.acknowledged).toBeUndefined();
      expect((await get('/actions')).text).toContain('took an acknowledgement back');

      expect(await statusOf({ until, reason: 'x' })).toBe(200);
      const later = isoAfter(monitoring, 2 * hourMs);
      expect(await statusOf({ until: later, reason: 'y' })).toBe(200);
      expect(monitor.fleet.get('alpha')?.snapshot.acknowledged).toMatchObject({
        untilMs: Date.parse(later),
        reason: 'y',
      });
      await goodRun();
      expect(monitor.fleet.get('alpha')?.snapshot.acknowledged).toBeUndefined();
      expect(await statusOf({ until, reason: 'x' })).toBe(409);
    });
  },
);

const atMs = Date.UTC(2026, 2, 10);
const known: Snapshot = {
  ...emptySnapshot,
  state: 'violating',
  stateSinceMs: atMs - hourMs,
  notifiedMs: atMs - 30 * hourMs,
  acknowledged: { incident: 'alpha-1', state: 'violating', untilMs: atMs + hourMs, who: 'ann', reason: 'x' },
};

test('an acknowledgement applies only to its state, and ends at its time or with the incident', () => {
  const show = (before: Snapshot, state: Snapshot['state']): Snapshot =>
    showState(before, { installation: 'alpha', state, atMs }).snapshot;
  const worse = show(known, 'unreachable');
  expect(acknowledgedNow(known, atMs)).toEqual(known.acknowledged);
  expect(acknowledgedNow(worse, atMs)).toBeUndefined();
  expect(acknowledgedNow(show(worse, 'violating'), atMs)).toEqual(known.acknowledged);
  expect(acknowledgedNow(known, atMs + hourMs)).toBeUndefined();
  for (const state of ['conforming', 'maintenance', 'unknown'] as const)
    expect(show(worse, state)).not.toHaveProperty('acknowledged');
  expect(parseSnapshot(formatSnapshot(known))).toEqual(known);
});

test('an acknowledgement silences reminders, except to Alertmanager, whose alert would expire', () => {
  const installation = makeTestInstallation({ name: 'alpha' });
  const notify = [
    { name: 'hook', type: 'webhook' },
    { name: 'alerts', type: 'alertmanager' },
  ] as never;
  const plan = { notify, remindMs: 24 * hourMs };
  const reported = (at: number): readonly string[] =>
    announce(known, { snapshot: known }, { installation, plan, atMs: at }).notifications.map(
      ({ channel }) => channel,
    );
  expect(reported(atMs)).toEqual(['alerts']);
  expect(reported(atMs + hourMs)).toEqual(['hook', 'alerts']);
});

const finding = (severity: 'open-door' | 'outage' | 'unavailable'): NonNullable<Snapshot['openFindings']> => [
  { id: severity, severity, sentence: 'x', checks: [severity], endpoints: ['GET /api/v3/users'] },
];

test('an exposure added to an acknowledged fault is reported and ends the acknowledgement; another fault is not', () => {
  const installation = makeTestInstallation({ name: 'alpha' });
  const plan = { notify: [{ name: 'hook', type: 'webhook' }] as never, remindMs: 24 * hourMs };
  const acknowledged = {
    incident: 'a',
    state: 'violating',
    untilMs: atMs + hourMs,
    who: 'ann',
    reason: 'x',
  } as const;
  const before: Snapshot = {
    ...known,
    notifiedMs: atMs,
    notifiedState: 'violating',
    notifiedSeverity: 'unavailable',
    acknowledged: { ...acknowledged, severity: 'unavailable' },
    openFindings: finding('unavailable'),
  };
  const next = (severity: 'open-door' | 'outage') => {
    const snapshot = { ...before, openFindings: finding(severity) };
    return announce(before, { snapshot }, { installation, plan, atMs: atMs + 1 });
  };
  expect(acknowledgedNow(before, atMs)).toBeDefined();
  expect(next('outage').notifications).toEqual([]);
  expect(acknowledgedNow(next('outage').snapshot, atMs)).toBeDefined();
  expect(next('outage').change).toBeUndefined();
  const { notifications, snapshot, change } = next('open-door');
  // The exposure is a step of the incident, and becomes its cause.
  const first = {
    installation: 'alpha',
    atMs,
    from: 'conforming',
    to: 'violating',
    cause: 'A crash.',
  } as const;
  const joined = { ...first, atMs: atMs + 1, from: 'violating', cause: 'An open door.' } as const;
  expect(change).toMatchObject({ from: 'violating', to: 'violating' });
  const over = { ...first, atMs: atMs + 2, from: 'violating', to: 'conforming', cause: 'x' } as const;
  expect(incidentsOf([over, joined, first])).toMatchObject([
    { cause: 'An open door.', course: [{ cause: 'A crash.' }, { cause: 'An open door.' }] },
  ]);
  expect(notifications.map(({ notification: { event, from, to } }) => [event, from, to])).toEqual([
    ['state-change', 'violating', 'violating'],
  ]);
  expect(acknowledgedNow(snapshot, atMs)).toBeUndefined();
  // It is reported only once.
  expect(announce(snapshot, { snapshot }, { installation, plan, atMs: atMs + 2 }).notifications).toEqual([]);
});
