import { writeFileSync } from 'node:fs';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { rememberingBodyReader } from '../self-test/support/remembering-body-reader.ts';
import { allKeys, makeTestInstallation } from '../support/installation.ts';
import { keys } from './domain/keys.ts';
import { faults, furtherFaults } from './faults/index.ts';
import { type Framework, serveTeam, teams } from './servers/index.ts';

const mode = process.argv[2]!;
const pat = process.argv[3];
const bodies = rememberingBodyReader();
const out: any[] = [];
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e));
async function judge(server: any, team: any, more: any = {}) {
  const installation = makeTestInstallation({
    name: 'foreign',
    baseUrl: server.baseUrl,
    ...allKeys({ first: keys.current, second: keys.second, revoked: keys.regenerated }),
    allowImport: true,
    timeoutMs: 700,
    deadlineMs: 20000,
    ...more,
  });
  const t = process.cpuUsage();
  const w = Date.now();
  const { record } = await runInstallation(installation, { tier: 'full', bodies });
  await server.close();
  const c = process.cpuUsage(t);
  return { record, cpu: Math.round((c.user + c.system) / 1000), wall: Date.now() - w };
}
const say = (v: any) => `${v.outcome}: ${v.check} at ${v.endpoint}: ${v.message}`;
if (mode === 'compliant')
  for (const f of Object.keys(teams) as Framework[])
    for (const [n, t] of teams[f].entries()) {
      if (pat && !`${f} ${n + 1}`.match(pat)) continue;
      const { record, cpu, wall } = await judge(await serveTeam(f, t), t, { timeoutMs: 10000 });
      const bad = record.verdicts.filter((v) => v.outcome === 'fail' || v.outcome === 'error');
      const un = record.verdicts.filter((v) => v.outcome === 'untestable');
      console.log(
        `${record.state === 'conforming' && bad.length === 0 ? 'ok   ' : 'ALARM'} ${f} ${n + 1} ${t.name} | ${record.state} coverage ${record.coverage.toFixed(3)} ${record.requests} req ${cpu} ms cpu ${wall} ms ${record.cause ?? ''}`,
      );
      for (const v of bad) console.log('        ', say(v));
      for (const v of un.slice(0, pat ? 99 : 2)) console.log('        ', say(v));
    }
else {
  const all = (mode === 'further' ? furtherFaults : faults).filter(
    (f) => !pat || `${f.framework} ${f.mistake} ${f.endpoint}`.match(pat),
  );
  let caught = 0;
  const n: any = {};
  for (const f of all) {
    const { record, cpu, wall } = await judge(await f.serve(), f.team, {
      timeoutMs: /forgets to answer|never|respond = false|without an answer/.test(f.mistake) ? 700 : 8000,
    });
    const fails = record.verdicts.filter((v) => v.outcome === 'fail');
    const here = fails.filter((v) =>
      (f.toldAt as string[]).some((e) => v.endpoint === e.replace(' ', ' /api/v3')),
    );
    const stray = record.verdicts.filter(
      (v) => v.outcome === 'error' || (v.outcome === 'fail' && !here.includes(v)),
    );
    const ok = here.length > 0;
    if (ok) caught++;
    n[f.framework] ??= [0, 0];
    n[f.framework][ok ? 0 : 1]++;
    console.log(
      `${ok ? 'caught' : 'MISSED'}${stray.length ? ' STRAY' : ''} ${f.framework} | ${f.mistake} | ${f.endpoint} | ${f.team.name} | ${record.state} ${record.coverage.toFixed(2)} ${cpu}/${wall} ms ${record.cause ?? ''}`,
    );
    if (ok && pat) console.log('      + ' + say(here[0]));
    if (ok && !pat) console.log('      + ' + say(here[0]).slice(0, 180));
    for (const v of stray.slice(0, 3)) console.log('      STRAY ' + say(v));
    if (!ok)
      for (const v of record.verdicts
        .filter(
          (v) =>
            v.outcome !== 'pass' &&
            (f.toldAt as string[]).some((e) => v.endpoint === e.replace(' ', ' /api/v3')),
        )
        .slice(0, 4))
        console.log('      ? ' + say(v));
  }
  console.log(n, caught, all.length);
}
await bodies.close();
const c = process.cpuUsage();
console.log('cpu s', (c.user + c.system) / 1e6);
