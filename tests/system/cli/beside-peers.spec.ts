import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Har } from 'har-format';
import { parse } from 'yaml';
import type { KnownFailure } from '../../../application/known-failures.ts';
import { startReference } from '../../../library/reference.ts';
import { often } from '../../support/often.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serving.ts';
import { test } from '../../support/temporary-folder.ts';

/** Extras of `check` and `doctor`: saving known failures, opening the report, a HAR file, and lines to copy. */

const words = ['check', '--no-progress', '--only', 'auth@projects', '--only', 'success@users'];

async function withOpenDoor<T>(
  work: (environment: Readonly<Record<string, string>>, keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const reference = await startReference({ faults: ['projects-open-without-key'] });
  const { first, second } = reference.keys;
  const environment = { BASE_URL: reference.baseUrl, API_KEY: first, PACE: 'off' };
  return work(environment, [first, second]).finally(() => reference.close());
}

test('--save-known writes the failures with an expiry in a month, and a run with --known expects them', ({
  folder,
}) =>
  withOpenDoor(async (environment) => {
    const saved = await runCommand([...words, '--save-known', 'known.yaml'], {
      directory: folder,
      environment,
    });
    expect(saved.code).toBe(1);
    expect(saved.stdout).toMatch(
      /^Known failures: known\.yaml \(1, until \d{4}-\d\d-\d\d\); check --known known\.yaml expects them\.$/m,
    );
    const text = readFileSync(join(folder, 'known.yaml'), 'utf8');
    expect(text).toMatch(/^# What failed on \d{4}-\d\d-\d\d\. /);
    const [entry, ...others] = parse(text) as readonly KnownFailure[];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ check: 'auth.no-key-rejected', endpoint: 'GET /api/v3/projects' });
    expect(entry?.reason).toMatch(/^GET \/api\/v3\/projects without a key was answered with status 200/);
    const days = (Date.parse(entry?.until ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(28);
    expect(days).toBeLessThan(31);
    const expected = await runCommand([...words, '--known', 'known.yaml'], {
      directory: folder,
      environment,
    });
    expect(expected.code, expected.stdout).toBe(0);
    // Somebody may have written reasons into it.
    const again = await runCommand([...words, '--save-known', 'known.yaml'], {
      directory: folder,
      environment,
    });
    expect([again.code, again.stderr]).toEqual([
      2,
      'known.yaml was not overwritten: save to another file, or remove this one.\n',
    ]);
    expect(readFileSync(join(folder, 'known.yaml'), 'utf8')).toBe(text);
  }));

test('--open opens the HTML report in a browser, even if --report does not select it', ({ folder }) =>
  withOpenDoor(async (environment) => {
    const browser = join(folder, 'browser');
    const opened = join(folder, 'opened');
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`);
    chmodSync(browser, 0o755);
    const { code } = await runCommand([...words, '--open', '--report', 'junit'], {
      directory: folder,
      environment: { ...environment, BROWSER: browser },
    });
    expect(code).toBe(1);
    await expect
      .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''), often)
      .toContain('reports/out/report.html');
    expect(readFileSync(join(folder, 'reports/out/report.html'), 'utf8')).toContain('<html');
  }));

test('--report har writes every exchange, and no key', ({ folder }) =>
  withOpenDoor(async (environment, keys) => {
    await runCommand([...words, '--report', 'har'], { directory: folder, environment });
    const text = readFileSync(join(folder, 'reports/out/run.har'), 'utf8');
    for (const key of keys) expect(text).not.toContain(key.slice(0, 8));
    const { log } = JSON.parse(text) as Har;
    const { requests } = JSON.parse(readFileSync(join(folder, 'reports/out/run.json'), 'utf8')) as {
      requests: number;
    };
    expect([log.version, log.creator.name, log.entries.length]).toEqual([
      '1.2',
      'evidence-contract',
      requests,
    ]);
    for (const { request, response, timings, time, startedDateTime } of log.entries) {
      expect(request.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v3\//);
      expect(response.status).toBeGreaterThan(199);
      expect(time).toBeGreaterThan(0);
      // HAR 1.2: `time` is the sum of the known timings, and `ssl` is part of `connect`.
      const { dns = -1, connect = -1, send, wait, receive } = timings;
      const known = [dns, connect, send ?? 0, wait, receive ?? 0].filter((ms) => ms >= 0);
      expect(known.reduce((sum, ms) => sum + ms)).toBeCloseTo(time, 1);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(Number.isNaN(Date.parse(startedDateTime))).toBe(false);
    }
    const open = log.entries.find(({ comment }) => comment?.endsWith('GET /api/v3/projects') === true);
    expect(open?.request.comment).toMatch(/^curl /);
    expect(log.entries.some(({ response }) => (response.content.text ?? '').includes('"id"'))).toBe(true);
  }));

test('doctor ends with lines that would let it judge more, for .env or for the installations file', ({
  folder,
}) =>
  withOpenDoor(async (environment) => {
    const { stdout } = await runCommand(['doctor', '--no-progress'], {
      directory: folder,
      environment: { ...environment, CITATION_ID: '424242' },
    });
    expect(stdout).toMatch(/\nLines for \.env, to be completed:\n(?:[A-Z_]+=\S+\n)+$/);
    for (const line of ['SECOND_API_KEY=…', 'REVOKED_API_KEY=…', 'ALLOW_IMPORT=true', 'CITATION_ID=…'])
      expect(stdout).toContain(`\n${line}\n`);
    const { BASE_URL: baseUrl, API_KEY: apiKey } = environment;
    const revokedApiKey = 'revoked-sentinel-0001';
    const installations = [{ name: 'staging', baseUrl, apiKey, revokedApiKey, pace: 'off' }];
    writeFileSync(join(folder, 'installations.yaml'), JSON.stringify({ installations }));
    const ofFile = await runCommand(['doctor', '--no-progress'], { directory: folder, environment: {} });
    expect(ofFile.stdout).toContain('\nLines for its entry in the file of installations, to be completed:\n');
    for (const line of ['secondApiKey: …', 'allowImport: true'])
      expect(ofFile.stdout).toContain(`\n${line}\n`);
    // It is set already.
    expect(ofFile.stdout).not.toContain('revokedApiKey');
  }));

test('doctor writes nothing: it needs no folder for reports, and an interrupted one says that it prints', async ({
  folder,
}) => {
  let interrupt = (): void => {};
  const server = createServer((_, response) => {
    interrupt();
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Unauthorized"}');
  });
  const { baseUrl, close } = await serve(server);
  writeFileSync(join(folder, 'file'), '');
  const environment = {
    BASE_URL: baseUrl,
    API_KEY: 'some-key-0',
    PACE: 'off',
    REPORTS_DIR: 'file',
    KEEP_EVIDENCE: 'true',
  };
  const whole = await runCommand(['doctor', '--no-progress'], { directory: folder, environment });
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  const { code, stdout, stderr } = await runCommand(['doctor', '--no-progress'], {
    directory: folder,
    environment,
    onStart: (kill) => {
      interrupt = () => kill('SIGINT');
    },
  });
  await close();
  expect(stderr).toBe('\nInterrupted: printing what is known so far.\n');
  expect(stdout).not.toBe('');
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual(['file']);
});
