import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import { runMonitor } from '../../monitor/support/running-command.ts';
import { often } from '../../support/often.ts';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-contract-command-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('without configuration the embedded installation is monitored, and SIGTERM ends the monitor within 10 s', async () => {
  const monitor = runMonitor(folder, {});
  const { url } = await monitor.line('the monitor is running');
  const second = runMonitor(folder, {});
  await monitor.line('"to":"conforming"');
  const { installations } = (await (await fetch(`${url}/api/v1/installations`)).json()) as {
    installations: { name: string; state: string }[];
  };
  expect(installations).toMatchObject([{ name: 'reference', state: 'conforming' }]);
  expect(await second.ended).toMatchObject({
    code: 1,
    errors: expect.stringContaining('in use by another monitor'),
  });
  const startMs = performance.now();
  monitor.child.kill('SIGTERM');
  expect((await monitor.ended).code).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expect(monitor.lines.at(-1)).toContain('the monitor has stopped');
});

test('SIGHUP reloads the configuration, and the old one stays if the new one is wrong', async () => {
  const reference = await startReference({ rateLimit: 'off' });
  const file = join(folder, 'installations.yaml');
  const write = (name: string, more = ''): void =>
    writeFileSync(
      file,
      `installations:\n  - name: ${name}\n    baseUrl: ${reference.baseUrl}\n    apiKey: \${KEY}\n${more}`,
    );
  write('alpha');
  const monitor = runMonitor(folder, { KEY: reference.keys.first });
  const { url } = await monitor.line('the monitor is running');
  const names = async (): Promise<string> => {
    const { installations } = (await (await fetch(`${url}/api/v1/installations`)).json()) as {
      installations: { name: string }[];
    };
    return installations.map(({ name }) => name).join();
  };
  expect(await names()).toBe('alpha');
  write('beta');
  monitor.child.kill('SIGHUP');
  await expect.poll(names, often).toBe('beta');
  write('gamma', '    monitor: { schedule: { pulse: often } }\n');
  monitor.child.kill('SIGHUP');
  await monitor.line('the old one stays');
  expect(await names()).toBe('beta');
  monitor.child.kill('SIGTERM');
  expect((await monitor.ended).code).toBe(0);
  expect(monitor.lines.join('\n')).not.toContain(reference.keys.first.slice(0, 8));
  await reference.close();
});

test('--check-config confirms a good configuration, or lists every mistake, and ends', async () => {
  const good = runMonitor(folder, {}, '--check-config');
  expect((await good.ended).code).toBe(0);
  expect(good.lines.join('\n')).toContain('The configuration is good.');
  const one = { BASE_URL: 'http://127.0.0.1:1', API_KEY: 'some-key-1', INSTALLATION_NAME: 'alpha' };
  const misspelt = runMonitor(folder, { ...one, STATUS_PAGE: 'alhpa' }, '--check-config');
  expect((await misspelt.ended).code).toBe(0);
  expect(misspelt.lines.at(-1)).toBe(
    'STATUS_PAGE names alhpa, which is not watched: the page leaves it out. Did you mean alpha?',
  );
  writeFileSync(
    join(folder, 'installations.yaml'),
    [
      'installations:',
      '  - name: alpha',
      '    baseUrl: http://127.0.0.1:1',
      '    apiKey: some-key',
      '    pace: fast',
      '    monitor: { schedule: { pulse: often, full: never } }',
      '  - name: beta',
      '    baseUrl: nonsense',
      '    apiKey: ${NOPE}',
      'monitor:',
      '  failafter: 2',
    ].join('\n'),
  );
  const settings = { PORT: 'x', MONITOR_TOKEN: 'short' };
  const { code, errors } = await runMonitor(folder, settings, '--check-config').ended;
  expect(code).toBe(2);
  const places = errors
    .split('\n')
    .slice(1, -1)
    .map((line) => line.trim().split(': ')[0]);
  // Mistakes of one kind do not hide those of another.
  expect(places).toEqual([
    'installations.yaml, line 9 (installations.1.apiKey)',
    'installations.yaml, line 11 (monitor.failafter)',
    'installations.yaml, line 5 (installations.0.pace)',
    'installations.yaml, line 8 (installations.1.baseUrl)',
    'installations.yaml, line 6 (installations.0.monitor.schedule.pulse)',
    'installations.yaml, line 6 (installations.0.monitor.schedule.full)',
    'PORT',
    'MONITOR_TOKEN',
  ]);
});

test('a port in use is reported in a sentence, with exit code 1', async () => {
  const reference = await startReference();
  const { code, errors } = await runMonitor(folder, { PORT: new URL(reference.baseUrl).port }).ended;
  expect(code).toBe(1);
  expect(errors).toContain('The port is in use');
  expect(errors).not.toContain('    at ');
  await reference.close();
});

test('npm start passes SIGTERM on to the monitor', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, BASE_URL: 'embedded', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let log = '';
  child.stdout.on('data', (text) => {
    log += text;
  });
  await expect.poll(() => log, { timeout: 30_000 }).toContain('the monitor is running');
  child.kill('SIGTERM');
  // The pipe closes when the last process that writes into it ends.
  await once(child, 'close');
  expect(log).toContain('the monitor has stopped');
});

test('--service refuses a missing configuration, and accepts BASE_URL=embedded', async () => {
  const { code, errors } = await runMonitor(folder, {}, '--service').ended;
  expect(code).toBe(2);
  expect(errors).toContain('No installation is configured: write installations.yaml');
  const asked = await runMonitor(folder, { BASE_URL: 'embedded' }, '--service', '--check-config').ended;
  expect(asked.code).toBe(0);
});

test('a HOST that is not an address of this machine gives exit code 1', async () => {
  const { code, errors } = await runMonitor(folder, { HOST: 'no-such.invalid' }).ended;
  expect(code).toBe(1);
  expect(errors).toContain('choose another with HOST');
});

test('an unreachable database gives exit code 1', async () => {
  const { code, errors } = await runMonitor(folder, { DATABASE_URL: 'postgres://u@127.0.0.1:1/d' }).ended;
  expect(code).toBe(1);
  expect(errors).toContain('database');
});
