import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownTests } from './consumer.ts';
import { reportedTests } from './reported-tests.ts';
import { runServed } from './served.ts';

/** Whatever fails names the line of the project's own file, and shows none of this package. */

/** Bodies of tests, each with the words of its mistake, and the start of the line that the failure must point to. */
const forgotten: Readonly<Record<string, readonly [body: string, message: RegExp, line: string]>> = {
  'a matcher that fails': [
    `const answer = await ask('GET /api/v3/users');
     expect(answer).toBeFhir('EvidenceReport');`,
    /toBeFhir was not awaited.*Write `await expect\(…\)\.toBeFhir\(…\)`/s,
    'expect(answer).toBeFhir',
  ],
  'a matcher that passes': [
    `await ask('GET /api/v3/users');
     expect(installation).toKeep('AUTH-9');
     await ask('GET /api/v3/projects');`,
    /toKeep was not awaited/,
    'expect(installation).toKeep',
  ],
  'a matcher that is negated': [
    `expect({ resourceType: 'Patient' }).not.toBeFhir('Patient');`,
    /toBeFhir was not awaited/,
    'expect({ resource',
  ],
  'a request': [`ask('GET /api/v3/users');`, /ask was not awaited/, 'ask('],
  'a request inside of an assertion': [
    `expect(ask('GET /api/v3/users')).resolves.toHaveStatus(404);`,
    /ask was not awaited/,
    'expect(ask(',
  ],
  'the verdicts of a check': [`verdicts('users');`, /verdicts was not awaited/, 'verdicts('],
};

const awaited: Readonly<Record<string, string>> = {
  together: `await Promise.all([
      expect(installation).toKeep('AUTH-9'),
      expect({ resourceType: 'Patient' }).toBeFhir('Patient'),
      ask('GET /api/v3/users'),
    ]);`,
  later: `const kept = expect(installation).toKeep('AUTH-9');
    await ask('GET /api/v3/users');
    await kept;`,
  'by its promise': `await expect(ask('GET /api/v3/users')).resolves.toHaveStatus(200);`,
  softly: `await expect.soft(installation).toKeep('AUTH-9');`,
  'as what is returned': `const judged = async () => expect(installation).toKeep('AUTH-9');
    await judged();`,
};

/** Mistakes, each with the start of its line. */
const misused: Readonly<Record<string, readonly [body: string, line: string]>> = {
  'the second of three names': [
    `await expect(installation).toKeep('AUTH-9');
     await expect(installation).toKeep('AUTH-99');
     await expect(installation).toKeep('AUTH-1');`,
    `await expect(installation).toKeep('AUTH-99')`,
  ],
  'a wrong subject': [`const one = 1;\nexpect({ one }).toHaveStatus(200);`, 'expect({ one })'],
  'a wrong status': [
    `const answer = await ask('GET /api/v3/users');
     expect(answer).toHaveStatus('5' as '5xx');`,
    'expect(answer)',
  ],
  'a mistyped path': [`const key = 'none';\nawait ask('GET /api/v3/user', { key });`, `await ask(`],
  'a mistyped name': [`const name = 'user';\nawait verdicts(name);`, `await verdicts(`],
  'what cannot be judged': [
    `const name = 'import.other-type-answered';\nawait expect(installation).toKeep(name);`,
    'await expect(',
  ],
  'a FHIR release': [
    `const release = '5.0' as '5.0.0';\nawait expect({}).toBeFhir('Patient', { release });`,
    'await expect(',
  ],
  'a body that is no JSON': [
    `const answer = await ask('GET /nowhere', { undocumented: true, accept: 'anything' });
     const { status } = answer;
     if (status < 600) answer.json;
     throw new Error('not reached');`,
    'if (status',
  ],
};

/** The line of a folder's own tests that a failure points to. */
function lineAt(folder: string, place: { readonly file: string; readonly line: number } | undefined): string {
  if (place === undefined || !place.file.startsWith(folder)) return `no own line: ${JSON.stringify(place)}`;
  return readFileSync(place.file, 'utf8').split('\n')[place.line - 1]?.trim() ?? 'no such line';
}

function suitesIn(folder: string): string {
  const { suites } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { suites: unknown };
  return JSON.stringify(suites);
}

test.describe('A test that does not wait', () => {
  test.slow();

  test('fails at the line that was not awaited, with any answer', async () => {
    const folder = ownTests(
      Object.fromEntries(Object.entries(forgotten).map(([title, [body]]) => [title, body])),
    );
    const { code, stdout } = await runServed(folder, []);
    expect(code).toBe(1);
    const results = reportedTests(folder);
    for (const [title, [, message, line]] of Object.entries(forgotten)) {
      const result = results.find((one) => one.title === title);
      expect(result?.status, `${title}: ${stdout}`).toBe('failed');
      // An assertion of Playwright's own that fails afterwards is reported behind it.
      expect(result?.errors, title).toHaveLength(title.includes('assertion') ? 2 : 1);
      expect(result?.errors[0], title).toMatch(message);
      expect(lineAt(folder, result?.places[0]), title).toContain(line);
    }
  });

  test('is another one than a test that waits in its own way', async () => {
    const { code, stdout, stderr } = await runServed(ownTests(awaited), []);
    expect(code, stdout + stderr).toBe(0);
  });
});

test.describe('A mistake in a test', () => {
  test.slow();

  test('shows its line, with the code around it and no line of this package', async () => {
    const folder = ownTests(
      Object.fromEntries(Object.entries(misused).map(([title, [body]]) => [title, body])),
    );
    const { code, stdout } = await runServed(folder, ['--reporter=list,json'], {
      settings: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json') },
    });
    expect(code).toBe(1);
    const results = reportedTests(folder);
    for (const [title, [, line]] of Object.entries(misused)) {
      const result = results.find((one) => one.title === title);
      expect(lineAt(folder, result?.places[0]), `${title}: ${result?.errors[0]}`).toContain(line);
      expect(stdout, title).toContain(`> `);
    }
    expect(stdout).not.toContain('node_modules/evidence-contract');
    expect(suitesIn(folder)).not.toContain('evidence-contract/dist/');
  });
});

test.describe('The tests of the contract', () => {
  test.slow();

  test('stand at the line that declares them, their steps and failures too', async () => {
    const declares = `contractTests({ only: ['auth@projects', 'success@users'] });`;
    const folder = ownTests(
      {},
      {
        'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\n\ninterface Unused { readonly one: string }\n\n  ${declares}\n`,
      },
    );
    const { code, stdout } = await runServed(folder, ['contract/own.spec.ts:5'], {
      faults: ['projects-open-without-key'],
      settings: { MIN_COVERAGE: '1' },
    });
    expect(code, stdout).toBe(1);
    const results = reportedTests(folder);
    expect(results.map(({ title }) => title)).toContain('can be tested');
    for (const { title, at, places } of results)
      for (const place of [at, ...places]) expect(lineAt(folder, place), title).toBe(declares);
    expect(stdout).not.toContain('evidence-contract/dist');
    expect(stdout).toContain('own.spec.ts:5:3');
    expect(suitesIn(folder)).not.toContain('evidence-contract/dist/');
  });

  test('stand there for a mistake in the configuration, too', async () => {
    const folder = ownTests(
      {},
      {
        'contract/own.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\ncontractTests({ only: ['users'] });\n`,
      },
    );
    const { code, stdout } = await runServed(folder, [], { settings: { PACE: 'fast' } });
    expect(code).toBe(1);
    expect(stdout).not.toContain('evidence-contract/dist');
    const failed = reportedTests(folder).filter(({ status }) => status === 'failed');
    expect(failed.map(({ title, places }) => [title, lineAt(folder, places[0])])).toEqual([
      ['can be tested', `contractTests({ only: ['users'] });`],
    ]);
  });
});
