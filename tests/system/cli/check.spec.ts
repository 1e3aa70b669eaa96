import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Reference, startReference } from '../../../reference-server/index.ts';
import { bounds } from '../../support/request-bounds.ts';
import { runCommand } from '../../support/run-command.ts';
import { serve } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** The command line as a person or a pipeline uses it: real processes, real servers. */

async function withReference(
  use: (reference: Reference, requests: string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const reference = await startReference({
    rateLimit: 'off',
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
  });
  try {
    await use(reference, requests);
  } finally {
    await reference.close();
  }
}

function settingsOf(reference: Reference): Readonly<Record<string, string>> {
  return {
    BASE_URL: reference.baseUrl,
    API_KEY: reference.keys.first,
    REPORTS_DIR: emptyFolder(),
    PACE: 'off',
  };
}

function recordIn(folder: string | undefined): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder ?? '', 'run.json'), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
}

test.describe('check', () => {
  test('judges a conforming installation completely, with exit code 0', async () => {
    await withReference(async (reference, requests) => {
      const environment = settingsOf(reference);
      const { code, stdout, stderr } = await runCommand(['check'], { environment });
      expect(stdout).toContain('0 failed, 0 untestable');
      expect(stderr).not.toContain('    at ');
      expect(code).toBe(0);
      expect(recordIn(environment.REPORTS_DIR)).toMatchObject({
        state: 'conforming',
        coverage: 1,
        requests: requests.length,
      });
      expect(requests.length).toBeLessThanOrEqual(bounds.oneKey);
    });
  });

  test('checks the embedded installation when nothing is configured', async () => {
    const folder = emptyFolder();
    const { code, stdout, stderr } = await runCommand(['check'], { environment: { REPORTS_DIR: folder } });
    expect(stderr).toContain('embedded reference installation');
    expect(stdout).toMatch(/\d+ passed, 0 failed, 0 untestable, 0 skipped/);
    expect(code).toBe(0);
    expect(recordIn(folder)).toMatchObject({ coverage: 1, installation: { name: 'reference' } });
  });

  test('reports a refused connection in one sentence, with exit code 3', async () => {
    const { baseUrl, close } = await serve(createServer());
    await close();
    const environment = { BASE_URL: baseUrl, API_KEY: 'some-key-0', REPORTS_DIR: emptyFolder() };
    const { code, stdout } = await runCommand(['check'], { environment });
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stdout).toContain('cannot be reached: the connection was refused');
    expect(code).toBe(3);
    expect(recordIn(environment.REPORTS_DIR)).toMatchObject({ state: 'unreachable', coverage: 0 });
  });

  test('reports a wrong key in one sentence, with exit code 3', async () => {
    await withReference(async (reference) => {
      const environment = { ...settingsOf(reference), API_KEY: 'a-key-that-nobody-has' };
      const { code, stdout } = await runCommand(['check'], { environment });
      expect(stdout.trim().split('\n')).toHaveLength(1);
      expect(stdout).toContain('refuses the configured key in the header and in the query');
      expect(code).toBe(3);
    });
  });

  test('reports every mistake in the configuration at once, with exit code 2, and sends nothing', async () => {
    await withReference(async (reference, requests) => {
      const environment = { ...settingsOf(reference), PACE: 'fast', TIMEOUT_MS: '', MIN_COVERAGE: '3' };
      const { code, stdout, stderr } = await runCommand(['check'], { environment });
      expect(stdout).toBe('');
      expect(stderr).toMatch(/3 mistakes/);
      for (const name of ['PACE', 'TIMEOUT_MS', 'MIN_COVERAGE']) expect(stderr).toContain(`  ${name}: `);
      expect(code).toBe(2);
      expect(requests).toEqual([]);
    });
  });

  for (const [words, sentence] of [
    [['check', '--tire', 'full'], "error: unknown option '--tire'"],
    [['check', '--tier', 'puls'], 'Allowed choices are pulse, standard, full, survey. Did you mean pulse?'],
    [
      ['validate', '--fhir', '4.0.', 'x.json'],
      'Choose one of 4.0.1 (R4), 4.3.0 (R4B), 5.0.0 (R5). Did you mean 4.0.1?',
    ],
    [['chek'], "error: unknown command 'chek'. Did you mean check?\n"],
    [['help', 'chek'], "error: unknown command 'chek'. Did you mean check?\n"],
    [['nothing'], "error: unknown command 'nothing'.\n(use --help to list commands and options)\n"],
    [['check', 'usres'], "error: 'check' takes no names. Did you mean --only users?\n"],
    [['plan', 'AUTH9'], "error: 'plan' takes no names. Did you mean --only AUTH-9?\n"],
    [['check', 'https://host.example/?api_key=x'], 'The address of the service is the setting BASE_URL.\n'],
    [['check', 'everything'], '--installation NAME picks one of installations.yaml.\n'],
    [['check', '--only', 'usres'], 'nothing is named "usres". Did you mean "users"?\n'],
  ] as const) {
    test(`refuses \`${words.join(' ')}\` with advice, and exit code 2`, async () => {
      const { code, stdout, stderr } = await runCommand(words);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain('    at ');
      expect([code, stdout]).toEqual([2, '']);
    });
  }

  for (const [words, named] of [
    [
      ['check', '--help'],
      ['BASE_URL', 'API_KEY[_FILE]', 'REPORTS_DIR'],
    ],
    [
      ['monitor', '-h'],
      ['DATA_DIR', 'MONITOR_TOKEN[_FILE]'],
    ],
  ] as const) {
    test(`lists the settings in \`${words.join(' ')}\``, async () => {
      const { code, stdout } = await runCommand(words);
      const [, settings = ''] = stdout.split('Settings (environment or .env):\n');
      for (const name of named) expect(settings).toContain(`  ${name}  `);
      expect(code).toBe(0);
    });
  }

  test('plan distinguishes requests for different records, and explains their placeholders', async () => {
    const { stdout } = await runCommand(['plan'], {
      environment: {
        BASE_URL: 'https://host.example',
        API_KEY: 'some-key-0',
        SECOND_API_KEY: 'other-key-1',
        PROJECT_ID: '7',
      },
    });
    const lines = stdout.split('\n').slice(2);
    expect(new Set(lines).size).toBe(lines.length);
    const paths = [
      ...stdout.matchAll(/header [a-z]+-id +https:\/\/host\.example(\/api\/v3\/projects\/\S+)/g),
    ];
    expect(paths.map(([, path]) => path)).toEqual(
      ['second', 'unknown', 'malformed'].map((id) => `/api/v3/projects/:${id}_id`),
    );
    expect(stdout).toContain(':malformed_id is an id of another form');
    expect(stdout).toContain('second-header and second-query are the key of another user.\n');
  });

  test('sends only the requests that --only needs', async () => {
    await withReference(async (reference, requests) => {
      const words = [
        'check',
        '--only',
        'auth.no-key-rejected@users',
        '--only',
        'auth.wrong-query-key-rejected@GET /api/v3/users',
      ];
      const { code, stdout } = await runCommand(words, { environment: settingsOf(reference) });
      expect(stdout).toContain('2 passed, 0 failed');
      expect(code).toBe(0);
      // Without a key it asks in three ways, with each Accept header; the wrong key is the fourth request. A refusal counts
      // only against an acceptance: so a valid key is sent in the header and in the query.
      expect(requests).toEqual(Array.from({ length: 6 }, () => 'GET /api/v3/users'));
    });
  });

  test('reports throttling with exit code 4, and does not wait for a Retry-After of a day', async () => {
    const server = createServer((_, response) => {
      response
        .writeHead(429, { 'retry-after': '86400', 'content-type': 'application/json' })
        .end('{"error":"Slow down"}');
    });
    const { baseUrl, close } = await serve(server);
    const environment = { BASE_URL: baseUrl, API_KEY: 'some-key-0', REPORTS_DIR: emptyFolder() };
    const { code, stdout } = await runCommand(['check'], { environment });
    await close();
    expect(stdout).toContain('Retry-After: 86400');
    expect(code).toBe(4);
    expect(recordIn(environment.REPORTS_DIR)).toMatchObject({ state: 'throttled' });
  });

  test('writes its record when it is interrupted, with exit code 130', async () => {
    let interrupt = (): void => {};
    const server = createServer((request, response) => {
      if (request.headers.authorization === undefined) {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Unauthorized"}');
      } else if (['/api/v3/projects', '/api/v3/users'].includes(request.url ?? '')) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1}]');
      } else interrupt(); // Never answered: the run is under way when it is interrupted.
    });
    const { baseUrl, close } = await serve(server);
    const environment = { BASE_URL: baseUrl, API_KEY: 'some-key-0', REPORTS_DIR: emptyFolder() };
    const { code, stderr } = await runCommand(['check'], {
      environment,
      onStart: (kill) => {
        interrupt = () => kill('SIGINT');
      },
    });
    await close();
    expect(stderr).toContain('Interrupted');
    expect(code).toBe(130);
    expect(recordIn(environment.REPORTS_DIR)).toMatchObject({ cutShort: true });
  });

  test('reports on an installation before it asks the next one, at which it may be killed', async () => {
    await withReference(async (reference) => {
      let kill = (_signal: NodeJS.Signals): void => {};
      const { baseUrl, close } = await serve(createServer(() => kill('SIGKILL')));
      const directory = emptyFolder();
      const installations = [
        { name: 'good', baseUrl: reference.baseUrl, apiKey: reference.keys.first, pace: 'off' },
        { name: 'silent', baseUrl, apiKey: 'some-key-0' },
      ];
      writeFileSync(join(directory, 'installations.yaml'), JSON.stringify({ installations }));
      const words = ['check', '--tier', 'standard'];
      const onStart = (by: typeof kill): void => {
        kill = by;
      };
      const { code, stdout } = await runCommand(words, { directory, onStart });
      await close();
      expect(code).toBeNull();
      expect(stdout).toContain('No problems found');
      expect(recordIn(join(directory, 'reports/out/good'))).toMatchObject({ state: 'conforming' });
    });
  });

  test('writes the reports of several installations to separate folders; the most severe exit code wins', async () => {
    await withReference(async (reference) => {
      const folder = emptyFolder();
      const yaml = [
        'installations:',
        `  - { name: good, baseUrl: "${reference.baseUrl}", apiKey: "\${GOOD}", pace: off }`,
        `  - { name: bad, baseUrl: "${reference.baseUrl}", apiKey: a-wrong-key-0, pace: off }`,
      ].join('\n');
      writeFileSync(join(folder, 'installations.yaml'), yaml);
      const environment = { GOOD: reference.keys.first };
      const { code } = await runCommand(['check', '--tier', 'standard'], { environment, directory: folder });
      expect(recordIn(join(folder, 'reports/out/good'))).toMatchObject({ state: 'conforming' });
      expect(recordIn(join(folder, 'reports/out/bad'))).toMatchObject({ state: 'key-rejected' });
      expect(code).toBe(3);
    });
  });
});
