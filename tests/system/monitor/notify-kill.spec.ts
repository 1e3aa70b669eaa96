import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openHistory } from '../../../monitor/history/sql-history.ts';
import { openSqlite } from '../../../monitor/history/sqlite-driver.ts';
import { startReference } from '../../../reference-server/index.ts';
import { startReceiver } from '../../monitor/support/receiver.ts';
import { runMonitor } from '../../monitor/support/running-command.ts';
import { long } from '../../support/long.ts';
import { often } from '../../support/often.ts';

/** Each kill takes a second or two: `npm run test:all` makes three, the nightly run fifty. */
for (const [kills, details] of [
  [3, {}],
  [50, long],
] as const) {
  const title = `${kills} kill -9 of a notifying monitor lose no change of state; a notification sent again has the same id`;
  test(title, details, async () => {
    test.setTimeout(60_000 + kills * 20_000);
    await killWhileNotifying(kills);
  });
}

/** Kills monitors one after the other, each as soon as it sends a notification. */
async function killWhileNotifying(kills: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-notify-'));
  let isBroken = false;
  let kill: () => void = () => undefined;
  const reference = await startReference({
    rateLimit: 'off',
    transforms: [
      {
        name: 'users answer 500',
        transformAnswer: (answer, { endpoint }) =>
          isBroken && endpoint === 'GET /api/v3/users' && answer.status === 200
            ? { ...answer, status: 500, body: { error: 'It broke.' } }
            : answer,
      },
    ],
  });
  const seen = new Set<string>();
  const receiver = await startReceiver((_number, { body }) => {
    // The message has arrived, but is not answered yet: the monitor cannot know whether it was accepted.
    if (!seen.has(body.id)) kill();
    seen.add(body.id);
    return 204;
  });
  writeFileSync(
    join(folder, 'installations.yaml'),
    [
      'installations:',
      '  - name: alpha',
      `    baseUrl: ${reference.baseUrl}`,
      '    apiKey: ${KEY}',
      '    pace: "off"',
      '    monitor:',
      '      schedule: { pulse: "off", standard: "* * * * * *", full: "off" }',
      `      notify: [{ url: "${receiver.url}" }]`,
    ].join('\n'),
  );
  const environment = { KEY: reference.keys.first };
  try {
    for (let round = 0; round < kills; round += 1) {
      const monitor = runMonitor(folder, environment);
      kill = () => void monitor.child.kill('SIGKILL');
      if (round === 0) await monitor.line('"to":"conforming"');
      isBroken = round % 2 === 0;
      await monitor.ended;
      expect(monitor.child.signalCode).toBe('SIGKILL');
    }
    kill = () => undefined;
    const last = runMonitor(folder, environment);
    await last.line('the monitor is running');
    isBroken = false;
    const latest = (): string | undefined => receiver.received.at(-1)?.body.to;
    await expect.poll(latest, often).toBe('conforming');
    last.child.kill('SIGTERM');
    await last.ended;
    const sent = receiver.received.map(({ body }) => body);
    const ids = [...new Set(sent.map(({ id }) => id))];
    const bodies = ids.map((id) => sent.filter((body) => body.id === id));
    for (const same of bodies)
      for (const body of same) expect({ ...body, url: '' }).toEqual({ ...same[0], url: '' });
    const history = await openHistory(
      openSqlite({ file: join(folder, 'data', 'monitor.db'), now: new Date(), onDamage: () => undefined }),
    );
    const changes = (await history.changes({ limit: 1_000 })).toReversed();
    await history.close();
    // All changes except the first one to conforming, in order.
    expect(bodies.map(([body]) => `${body?.from} to ${body?.to} by ${body?.run}`)).toEqual(
      changes.slice(1).map(({ from, to, runId }) => `${from} to ${to} by ${runId}`),
    );
    expect(sent.length - ids.length, 'sent again').toBeGreaterThanOrEqual(1);
  } finally {
    receiver.close();
    await reference.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
