import { expect, test } from '@playwright/test';
import { secretsInAddress } from '../../../engine/configuration/addresses.ts';
import { redactionOf } from '../../../engine/evidence/redaction.ts';
import { Secret } from '../../../engine/secret.ts';
import { secretsInWebhook } from '../../../monitor/channels/secrets.ts';
import { makeLog } from '../../../monitor/log.ts';
import { withMonitoring } from '../support/monitoring.ts';

const secrets = [
  new Secret('standard-violating'),
  new Secret('installation'),
  ...secretsInAddress(new Secret('postgresql://monitor:pass%20word-0815@db.research.example:5432/monitor')),
  ...secretsInWebhook(
    new Secret('https://hooks.chat.example/services/T0815/Zx7Qk2Lm9Tp4Vb8Rn3Wd?sign=5f0c7a11'),
  ),
];

/** The fields of one log line, without its time. */
function logged(write: (log: ReturnType<typeof makeLog>) => void): Readonly<Record<string, unknown>> {
  const lines: string[] = [];
  write(makeLog(redactionOf(secrets), { write: (line) => lines.push(line) }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\n$/);
  const { time: _, ...fields } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  return fields;
}

const reasons: readonly (readonly [written: string, shown: string])[] = [
  ['connect to db.research.example:5432 as pass word-0815', 'connect to db.research.example:5432 as [key]'],
  ['at postgresql://me:x@db.research.example/monitor', 'at postgresql://[key]@db.research.example/monitor'],
  ['see https://research.example/a?b=c@d', 'see https://research.example/a?b=c@d'],
  [
    'POST https://hooks.chat.example/services/T0815/Zx7Qk2Lm9Tp4Vb8Rn3Wd',
    'POST https://hooks.chat.example/services/T0815/[key]',
  ],
  ['?sign=5f0c7a11', '?sign=[key]'],
  ['pass%20word-0815 and \\u0070ass word-0815', '[key] and [key]'],
];
for (const [written, shown] of reasons) {
  test(`a log line redacts only the secret parts of an address: ${written}`, () => {
    expect(logged((log) => log.warn({ reason: written, problems: [written] }, written))).toEqual({
      level: 40,
      reason: shown,
      problems: [shown],
      msg: shown,
    });
  });
}

test("redaction does not change field names or the monitor's own values", () => {
  const fields = { installation: 'a', tier: 'standard', from: 'violating', to: 'conforming', run: 'r1' };
  expect(logged((log) => log.info({ ...fields, reason: 'installation' }, 'state changed'))).toEqual({
    level: 30,
    ...fields,
    reason: '[key]',
    msg: 'state changed',
  });
});

test('the monitor warns of a key that travels in clear text, once in the log and on the installation page', async () => {
  const settings = { installation: { baseUrl: 'http://no-such-host.invalid' } };
  await withMonitoring(settings, async ({ log, get, settle }) => {
    await settle();
    const warnings = log().match(/The key of alpha travels in clear text/g);
    expect(warnings).toHaveLength(1);
    expect((await get('/installations/alpha')).text).toContain('The key of alpha travels in clear text');
  });
});
