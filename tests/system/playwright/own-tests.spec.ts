import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import { long } from '../../support/long.ts';
import { ownTests } from './consumer.ts';
import { reportedTests } from './reported-tests.ts';
import { runServed } from './served.ts';

/** A project with its own tests, which uses the compiled package in a Playwright process of its own. */

test.describe('Tests of a project that uses the package', () => {
  test.slow();

  test('pass if the installation does what they expect', async () => {
    const folder = ownTests({
      'asks for known, other, unknown and own ids': `
        const known = await ask<{ resourceType: string }>('GET /api/v3/projects/:id');
        expect(known.json.resourceType).toBe('Bundle');
        await expect(known).toBeFhir('Bundle');
        expect(await ask('GET /api/v3/citations/:id', { id: 'second' })).toHaveStatus([200, 201]);
        const unknown = await ask('GET /api/v3/projects/:id', { id: 'unknown' });
        expect(unknown).toHaveStatus('4xx');
        expect(unknown).toBeErrorBody();
        const listed = await ask<{ id: number }[]>('GET /api/v3/projects');
        expect(await ask(\`GET /api/v3/projects/\${listed.json[0]?.id}\`)).toHaveStatus(200);
        expect(await ask('GET /api/v3/nowhere', { undocumented: true })).not.toHaveStatus('2xx');`,
      'asks with every kind of key': `
        for (const key of ['none', 'wrong-header', 'wrong-query', 'revoked-header', 'empty-query', 'cut-header'] as const)
          expect(await ask('GET /api/v3/users', { key })).toRefuseKey();
        for (const key of ['header', 'query', 'second-header'] as const) {
          const user = await ask('GET /api/v3/users', { key });
          expect(user).toHaveStatus(200);
          expect(user).not.toRefuseKey();
        }`,
      'looks at headers, ids and times': `
        const answer = await ask('GET /api/v3/users');
        expect(answer.headers['content-type']).toContain('json');
        expect(answer.exchange).toMatch(/^e\\d+$/);
        expect(answer.ms).toBeGreaterThan(0);
        expect(answer.curl).toContain('"$API_KEY"');
        expect(answer.request).toBe('GET /api/v3/users with a valid key in the header');`,
      'judges FHIR by a release': `
        const report = await ask('GET /api/v3/sd_meta_data/:id');
        await expect(report).toBeFhir('EvidenceReport', { release: '5.0.0' });
        await expect(report).not.toBeFhir('EvidenceReport', { release: '4.0.1' });
        await expect({ resourceType: 'Patient' }).toBeFhir('Patient');`,
      'knows requirements and verdicts': `
        await expect(installation).toKeep('AUTH-9');
        await expect(await ask('GET /api/v3/users')).toKeep('users');
        const all = await verdicts('auth@users', 'fhir.valid');
        expect(all.length).toBeGreaterThan(5);
        expect(all.every(({ outcome }) => outcome === 'pass')).toBe(true);`,
      'knows its installation and no key': `
        expect(installation.baseUrl).toBe(process.env.BASE_URL);
        expect([installation.has('second-key'), installation.has('imports')]).toEqual([true, false]);
        expect(JSON.stringify(installation)).not.toContain(process.env.API_KEY);`,
    });
    const { code, stdout, stderr } = await runServed(folder, []);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('6 passed');
  });

  test('fail with a sentence that says what came back', async () => {
    const wanted: Readonly<Record<string, readonly [body: string, message: RegExp]>> = {
      status: [
        `expect(await ask('GET /api/v3/users')).toHaveStatus(201);`,
        /^Error: GET \/api\/v3\/users with a valid key in the header was answered with status 200 \(application\/json; charset=utf-8, \d+ bytes\); expected status 201\.\n {2}body: "\{.*\n {2}repeat: curl .*"\$API_KEY"/,
      ],
      'status, negated': [
        `expect(await ask('GET /api/v3/users')).not.toHaveStatus('2xx');`,
        /^Error: GET \/api\/v3\/users with a valid key in the header was answered with status 200 .*; expected status 2xx\.[\s\S]*\n {2}expected: not\.toHaveStatus/,
      ],
      'an open door': [
        `expect(await ask('GET /api/v3/projects', { key: 'none' })).toRefuseKey();`,
        /^Error: GET \/api\/v3\/projects without a key was answered with status 200 \(.*\); the document promises a 4xx answer to a request without a valid key\.\n/,
      ],
      'a refusal of something else': [
        `expect(await ask('GET /api/v3/projects/:id', { id: 'unknown' })).toRefuseKey();`,
        /^Error: GET \/api\/v3\/projects\/\S+ with a valid key in the header was answered with status 404 /,
      ],
      'an undocumented door': [
        `expect(await ask('GET /api/v3/nope', { key: 'none', undocumented: true })).toRefuseKey();`,
        /^(?:Error: )?toRefuseKey judges what the document promises, and it does not have the path of GET \/api\/v3\/nope without a key\.$/,
      ],
      'an undocumented door, negated': [
        `expect(await ask('GET /api/v3/nope', { undocumented: true })).not.toRefuseKey();`,
        /^(?:Error: )?toRefuseKey judges what the document promises/,
      ],
      'a requirement at an undocumented path': [
        `await expect(await ask('GET /api/v3/nope', { undocumented: true })).toKeep('AUTH-9');`,
        /^(?:Error: )?toKeep judges what the document promises/,
      ],
      'error body': [
        `expect(await ask('GET /api/v3/users')).toBeErrorBody();`,
        /^Error: GET \/api\/v3\/users with a valid key in the header has an error body without `error`; the document promises a JSON object whose `error` is a string\.\n/,
      ],
      'error message': [
        `expect(await ask('GET /api/v3/users', { key: 'none' })).toBeErrorBody('Go away');`,
        /^Error: GET \/api\/v3\/users without a key says "Unauthorized"; expected "Go away"\.\n/,
      ],
      fhir: [
        `await expect(await ask('GET /api/v3/sd_meta_data/:id')).toBeFhir('EvidenceReport', { release: '4.0.1' });`,
        /^Error: GET \/api\/v3\/sd_meta_data\/\d+ with a valid key in the header is not a valid EvidenceReport by 4\.0\.1: /,
      ],
      keep: [
        `await expect(installation).toKeep('AUTH-1');`,
        /^Error: AUTH-1 is broken: GET \/api\/v3\/projects without a key was answered with status 200 /,
      ],
      unjudged: [
        `await expect(installation).toKeep('import.other-type-answered');`,
        /^Error: import\.other-type-answered could not be judged: Imports are not allowed here/,
      ],
      'unknown name': [
        `await expect(installation).toKeep('AUTH-99');`,
        /^(?:Error: )?Nothing is named "AUTH-99"\. Did you mean "AUTH-9"\?/,
      ],
      'wrong subject': [
        `expect({ status: 200 }).toHaveStatus(200);`,
        /^(?:Error: )?toHaveStatus takes what `await ask\(…\)` gives; it got an object\./,
      ],
      'no name': [
        `await expect(installation).toKeep(undefined as unknown as string);`,
        /^(?:Error: )?toKeep takes names, such as 'users'; it got undefined\.$/,
      ],
      'a list in a list': [
        `await verdicts(['auth'] as unknown as string);`,
        /^(?:Error: )?verdicts takes names, such as 'users'; it got an array of 1\.$/,
      ],
      'no message': [
        `expect(await ask('GET /api/v3/users')).toBeErrorBody(404 as unknown as string);`,
        /^(?:Error: )?toBeErrorBody takes the message as a text; it got a number\.$/,
      ],
      'no leave to import': [
        `await ask('POST /api/v3/fhir_imports');`,
        /^(?:Error: )?Imports are not allowed here \(ALLOW_IMPORT\); they cannot be undone\./,
      ],
    };
    // A failed test ends its worker, and starting another takes a second: most are caught, and two fail.
    const failing = ['an open door', 'unknown name'];
    const caught = Object.entries(wanted).filter(([title]) => !failing.includes(title));
    const folder = ownTests({
      ...Object.fromEntries(failing.map((title) => [title, wanted[title]?.[0] ?? ''])),
      'catches the others': [
        'const thrown: Record<string, string> = {};',
        ...caught.map(
          ([title, [body]]) =>
            `try { ${body} } catch (error) { thrown[${JSON.stringify(title)}] = String(error); }`,
        ),
        `(await import('node:fs')).writeFileSync('thrown.json', JSON.stringify(thrown));`,
      ].join('\n'),
    });
    const { code, stdout } = await runServed(folder, [], { faults: ['projects-open-without-key'] });
    expect(code).toBe(1);
    const results = reportedTests(folder);
    for (const title of failing) {
      const result = results.find((one) => one.title === title);
      expect(result?.status, `${title}: ${stdout}`).toBe('failed');
      expect(result?.errors[0], title).toMatch(wanted[title]?.[1] ?? '');
    }
    const thrown = JSON.parse(readFileSync(join(folder, 'thrown.json'), 'utf8')) as Record<string, string>;
    for (const [title, [, message]] of caught)
      expect(stripVTControlCharacters(thrown[title] ?? 'nothing'), title).toMatch(message);
    const open = results.find(({ title }) => title === 'an open door');
    expect(open?.attachments).toContain('GET /api/v3/projects without a key.json');
    expect(open?.steps).toContain('ask GET /api/v3/projects (none)');
  });

  test('send each request once, even with retries, two workers and --repeat-each', long, async () => {
    const folder = ownTests(
      {
        'fails and asks': `
          expect(await ask('GET /api/v3/users')).toHaveStatus(200);
          expect(await ask('GET /api/v3/users', { key: 'none' })).toHaveStatus(200);`,
      },
      {
        'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
          contractTests({ only: ['auth@users', 'success@key_questions'], tags: ['@nightly'] });`,
      },
    );
    const words = ['--retries=1', '--workers=2', '--repeat-each=2'];
    const { code, requests, stdout } = await runServed(folder, words);
    expect(code).toBe(1);
    expect(stdout).toContain('2 failed');
    expect(requests.length).toBeGreaterThan(5);
    const repeated = requests.filter((one, index) => requests.indexOf(one) !== index);
    // One check asks three times without a key.
    expect(new Set(repeated).size).toBeLessThanOrEqual(1);

    const last = await runServed(folder, ['--last-failed', '--reporter=list']);
    expect(last.stdout).toContain('Running 1 test using 1 worker');
    expect(last.stdout).toContain('fails and asks');

    const tagged = await runServed(folder, ['--grep', '@nightly', '--reporter=list']);
    expect(tagged.code, tagged.stdout).toBe(0);
    expect(tagged.stdout).toContain('3 passed');
  });

  test(
    'show each check as a step with its verdict, and attach the failing exchange by the name of its request',
    long,
    async () => {
      const folder = ownTests(
        {},
        {
          'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';
          contractTests({ only: ['auth@projects', 'auth@users', 'import'] });`,
        },
      );
      const { code } = await runServed(folder, [], { faults: ['projects-open-without-key'] });
      expect(code).toBe(1);
      const auth = reportedTests(folder).filter(
        ({ title }) => title === 'accepts valid keys and refuses all others',
      );
      const red = auth.find(({ status }) => status === 'failed');
      expect(red?.errors[0]).toMatch(
        /^(?:Error: )?A request without a key is let in:\nGET \/api\/v3\/projects without a key was answered with status 200 /,
      );
      expect(red?.steps).toContain('fail: auth.no-key-rejected refuses a request without a key');
      expect(red?.steps).toContain(
        'pass: auth.header-key-accepted accepts a valid key in the Authorization header',
      );
      expect(red?.attachments).toContainEqual(
        expect.stringMatching(/^GET \/api\/v3\/projects without a key(?: \(e\d+\))?\.json$/),
      );
      expect(red?.annotations).toContainEqual(expect.stringMatching(/^document: .*document\.html#AUTH-9$/));
      const skipped = reportedTests(folder).find(({ title }) => title.startsWith('imports a Bundle'));
      expect(skipped?.status).toBe('skipped');
      expect(skipped?.annotations.some((one) => one.startsWith('skip: import.'))).toBe(true);
    },
  );

  for (const [kind, files] of [
    ['an ECMAScript module', { 'package.json': '{"private":true,"type":"module"}' }],
    [
      'JavaScript',
      {
        'playwright.config.ts': `import { defineContractConfig } from 'evidence-contract/playwright';
          export default defineContractConfig({ testDir: 'contract', testMatch: '*.spec.js' });`,
        'contract/own.spec.js': `const { expect, test, contractTests } = require('evidence-contract/playwright');
          contractTests({ only: ['users.same-user-either-way'] });
          test('own', async ({ ask }) => { expect(await ask('GET /api/v3/users')).toHaveStatus(200); });`,
      },
    ],
  ] as const) {
    test(`run if the project is ${kind}`, long, async () => {
      const folder = ownTests({ own: `expect(await ask('GET /api/v3/users')).toHaveStatus(200);` }, files);
      const { code, stdout, stderr } = await runServed(folder, []);
      expect(code, stdout + stderr).toBe(0);
    });
  }

  const mistakes: readonly (readonly [string, string, string])[] = [
    [
      'a name that no check has',
      `contractTests({ only: ['auth', 'user'] });`,
      'Nothing is named "user". Did you mean "users"?',
    ],
    [
      'an unknown option',
      `contractTests({ onyl: ['users'] } as object);`,
      'contractTests: there is no option "onyl". Did you mean only?',
    ],
    [
      'a string instead of a list of names',
      `contractTests({ only: 'users' as unknown as string[] });`,
      "contractTests: `only` takes a list of names, such as ['users']; it got a string.",
    ],
  ];
  for (const [mistake, body, message] of mistakes) {
    test(`are refused for ${mistake}`, mistake.startsWith('a name') ? {} : long, async () => {
      const folder = ownTests(
        {},
        {
          'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\n${body}\n`,
        },
      );
      const { code, stdout, stderr, requests } = await runServed(folder, ['--reporter=list']);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(message);
      expect(stdout + stderr).not.toContain('node_modules/evidence-contract/dist');
      expect(requests).toEqual([]);
    });
  }

  test('name defineContractConfig() if the configuration does not use it', long, async () => {
    const folder = ownTests(
      { own: `await ask('GET /api/v3/users');` },
      { 'playwright.config.ts': `export default { testDir: 'contract' };` },
    );
    const { code, stdout } = await runServed(folder, ['--reporter=list']);
    expect(code).toBe(1);
    expect(stdout).toContain('Wrap the configuration of Playwright in defineContractConfig().');
  });
});
