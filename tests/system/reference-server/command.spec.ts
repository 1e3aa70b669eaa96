import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { faults } from '../../../reference-server/faults/index.ts';
import { startReference } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { askerOf, importing } from '../../integration/reference-server/asking.ts';
import { compiled } from '../../support/compiled.ts';
import { often } from '../../support/often.ts';

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
}

function run(args: readonly string[], environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [compiled('cli/main.ts'), 'reference', ...args], {
    env: { ...process.env, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  return { child, output: () => output, errors: () => errors };
}

/** The settings in the last line to paste, once the command has printed everything. */
async function pasted({ output }: Running): Promise<Record<string, string>> {
  await expect.poll(output, often).toContain('Ctrl+C ends it.');
  const line = output()
    .split('\n')
    .findLast((each) => each.includes('npm run check'));
  return Object.fromEntries(
    [...(line ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
}

test('the command prints a working address, keys and lines to paste, and ends with exit code 0 on SIGTERM', async () => {
  const dataFile = test.info().outputPath('reference.sqlite');
  const running = run(['--data', dataFile, '--base-path', '/some/app', '--rate-limit', '6'], {
    REFERENCE_PORT: '0',
  });
  const settings = await pasted(running);
  const {
    BASE_URL: baseUrl = '',
    API_KEY: first = '',
    SECOND_API_KEY: second,
    REVOKED_API_KEY: revoked,
  } = settings;
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/some\/app$/);
  expect(running.output()).toContain(`The reference installation answers at ${baseUrl}\n`);
  const ask = askerOf({ baseUrl, keys: { first, second: second ?? '', revoked: revoked ?? '' } });
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' } };
  expect((await ask('/api/v3/users', forwarded)).json).toMatchObject({ login: 'ada' });
  expect((await ask('/login', { key: 'none', ...forwarded })).status).toBe(200);
  expect((await ask('/api/v3/users', { key: second ?? '' })).json).toMatchObject({ login: 'bruno' });
  expect((await ask('/api/v3/users', { key: revoked ?? '' })).status).toBe(401);

  const badCode = { resourceType: 'Citation', status: 'finished' };
  const refused = await importing(ask, {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource: badCode }],
  });
  expect(refused.status).toBe(400);
  expect((refused.json as { error: string }).error).toContain('Bundle.entry[0].resource.status');
  expect((await ask('/api/v3/projects')).headers.get('x-total-count')).toBe('1');
  expect((await ask('/api/v3/users')).status).toBe(200);
  expect((await ask('/api/v3/users')).status).toBe(429);

  running.child.kill('SIGTERM');
  expect(await once(running.child, 'close')).toEqual([0, null]);
  for (const line of running.errors().trimEnd().split('\n'))
    expect(line).toMatch(/^[\d:.]+ (GET|POST) \/some\/app\/\S+ \d{3} \d+ ms$/);
  expect(existsSync(dataFile)).toBe(true);
});

test('a port in use is reported in one sentence, with exit code 2', async () => {
  const other = await startReference();
  const { port } = new URL(other.baseUrl);
  const running = run(['--port', port]);
  expect(await once(running.child, 'close')).toEqual([2, null]);
  expect(running.errors()).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the other program or choose another port with --port.\n`,
  );
  expect(running.output()).toBe('');
  await other.close();
});

const mistakes: readonly (readonly [args: readonly string[], sentence: string])[] = [
  [['--port', '70000'], 'Give a whole number from 0 to 65535.'],
  [['--rate-limit', '-1'], 'Give a whole number from 0 to 1000000.'],
  [['--base-path', 'app'], 'Give a path that starts with a slash, such as /some/app.'],
  [
    ['--data', '/no/such/folder/data.sqlite', '--port', '0'],
    'The data file /no/such/folder/data.sqlite cannot be opened: it must be',
  ],
  [
    ['--key', 'sample-key-1', '--second-key', 'sample-key-1'],
    '--key and --second-key take two different keys.',
  ],
  [['--host', '203.0.113.1', '--port', '0'], 'The address 203.0.113.1 does not belong to this machine'],
];

for (const [args, sentence] of mistakes) {
  test(`${args.join(' ')} is refused in a sentence, with exit code 2`, async () => {
    const running = run(args);
    const [code] = (await once(running.child, 'close')) as [number];
    expect(code).toBe(2);
    expect(running.errors()).toContain(sentence);
    expect(running.errors()).not.toContain('    at ');
  });
}

test('the command lists every fault and every variant', async () => {
  const running = run(['--list-faults', 'all', '--list-variants']);
  expect(await once(running.child, 'close')).toEqual([0, null]);
  const lines = running
    .output()
    .split('\n')
    .map((line) => line.trim());
  expect([...faults, ...variants].filter(({ name }) => !lines.includes(name))).toEqual([]);
});

test('the command lists the topics of faults, and the faults of one topic or endpoint', async () => {
  const listed = async (...words: readonly string[]): Promise<string> => {
    const running = run(['--list-faults', ...words]);
    expect(await once(running.child, 'close')).toEqual([0, null]);
    return running.output();
  };
  const overview = await listed();
  expect(overview.split('\n').length).toBeLessThan(15);
  expect(overview).toContain(`${faults.length} faults, by the topic of the check that catches them:\n`);
  const auth = faults.filter(({ caughtBy }) => caughtBy.startsWith('auth.'));
  expect(overview).toMatch(new RegExp(`^ {2}auth +${auth.length} {3}such as `, 'm'));
  const ofTopic = await listed('auth');
  expect(ofTopic).toMatch(/^auth\.[a-z-]+\n {2}\S+\n {4}\S.*\n {4}breaks [A-Z]+-\d+, at /);
  expect(ofTopic.match(/^ {2}\S+$/gm)).toHaveLength(auth.length);
  const ofEndpoint = await listed('sd_meta_data/:id');
  const there = faults.filter(({ at }) => at === 'GET /api/v3/sd_meta_data/:id');
  expect(ofEndpoint.match(/^ {2}\S+$/gm)).toHaveLength(there.length);
  const wrong = run(['--list-faults', 'aut']);
  expect(await once(wrong.child, 'close')).toEqual([2, null]);
  expect(wrong.errors()).toBe('--list-faults: no topic or endpoint is named "aut". Did you mean auth?\n');
});

test('the command takes its keys from options and environment variables, and refuses a short one', async () => {
  const environment = { REFERENCE_PORT: '0', REFERENCE_SECOND_KEY: 'sample-key-of-ben' };
  const running = run(['--key', 'sample-key-of-ada'], environment);
  const {
    API_KEY: first,
    SECOND_API_KEY: second,
    BASE_URL: baseUrl = '',
    REVOKED_API_KEY: revoked = '',
  } = await pasted(running);
  expect([first, second]).toEqual(['sample-key-of-ada', 'sample-key-of-ben']);
  const ask = askerOf({ baseUrl, keys: { first: first ?? '', second: second ?? '', revoked } });
  expect((await ask('/api/v3/users')).json).toMatchObject({ login: 'ada' });
  running.child.kill('SIGTERM');
  expect(await once(running.child, 'close')).toEqual([0, null]);
  const short = run(['--key', 'short']);
  expect(await once(short.child, 'close')).toEqual([2, null]);
  expect(short.errors()).toContain('Give 8 to 200 characters of ASCII without spaces.');
});

test('a key is refused for a data file that was made with another one', async () => {
  const file = test.info().outputPath('reference.sqlite');
  const first = run(['--data', file, '--port', '0']);
  await pasted(first);
  first.child.kill('SIGTERM');
  await once(first.child, 'close');
  const again = run(['--data', file, '--port', '0', '--key', 'sample-key-of-ada']);
  expect(await once(again.child, 'close')).toEqual([2, null]);
  expect(again.errors()).toBe(
    `${file} keeps the keys that it was made with: leave out --key and --second-key, or name another file.\n`,
  );
});

test('the command prints its faults and variants, and the settings that a check needs for them', async () => {
  const chosen = [
    '--variant',
    'project-named-otherwise',
    '--fault',
    'users-crash',
    '--fault',
    'projects-null',
  ];
  const running = run(['--port', '0', ...chosen]);
  expect(await pasted(running)).toMatchObject({ PROJECT_PARAMETER: 'review' });
  running.child.kill('SIGTERM');
  expect(await once(running.child, 'close')).toEqual([0, null]);
  const output = running.output();
  expect(output).toContain('Variant project-named-otherwise (GAP-CITATIONS-PROJECT)');
  expect(output).toContain('Fault users-crash (breaks ERROR-1, caught by availability.documented-status)');
  expect(output).toContain('Fault projects-null');
  expect(output.match(/PROJECT_PARAMETER=review BASE_URL=/g)).toHaveLength(2);
});

test('unknown faults and variants are refused with exit code 2 and the nearest known name', async () => {
  const running = run(['--fault', 'projcts-missing', '--variant', 'gzipp', '--fault', 'zzzzzzzzzz']);
  expect(await once(running.child, 'close')).toEqual([2, null]);
  expect(running.output()).toBe('');
  expect(running.errors()).toBe(
    [
      'There is no fault named "projcts-missing". Did you mean projects-missing?',
      'There is no fault named "zzzzzzzzzz". --list-faults shows what there is.',
      'There is no variant named "gzipp". Did you mean gzip?',
      '',
    ].join('\n'),
  );
});

test('variants that exclude each other are refused with exit code 2', async () => {
  const running = run(['--variant', 'gzip', '--variant', 'deflate']);
  expect(await once(running.child, 'close')).toEqual([2, null]);
  expect(running.errors()).toBe(
    'The variants gzip and deflate both decide how bodies are compressed. Choose one of them.\n',
  );
});

test('the command logs a line for each request, without the key', async () => {
  const running = run(['--port', '0', '--fault', 'users-connection-reset']);
  const { BASE_URL: baseUrl = '', API_KEY: key = '' } = await pasted(running);
  await fetch(`${baseUrl}/api/v3/projects?page=2&api_key=${key}&%61pi_key=${key}`);
  await fetch(`${baseUrl}/api/v3/users`).catch(() => undefined);
  await expect.poll(running.errors, often).toMatch(/users cut/);
  running.child.kill('SIGTERM');
  await once(running.child, 'close');
  const [first, second] = running.errors().split('\n');
  expect(first).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} GET \/api\/v3\/projects\?page=2&api_key=…&%61pi_key=… \d{3} \d+ ms$/,
  );
  expect(second).toMatch(/ GET \/api\/v3\/users cut \d+ ms$/);
  expect(running.errors()).not.toContain(key.slice(0, 8));
});
