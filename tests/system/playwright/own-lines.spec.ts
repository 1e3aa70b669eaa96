import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { long } from '../../support/long.ts';
import { ownTests } from './consumer.ts';
import { reportedTests } from './reported-tests.ts';
import { runServed } from './served.ts';

/** Each failure points to a line of the project's own files, and shows no line of this package. */

/** Tests with a missing `await`, each with the message of the mistake, and the start of the line at fault. */
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
  'a request inside of an assertion': [
    `expect(ask('GET /api/v3/users')).resolves.toHaveStatus(404);`,
    /ask was not awaited/,
    'expect(ask(',
  ],
  'the verdicts of a check': [`verdicts('users');`, /verdicts was not awaited/, 'verdicts('],
};

/** Tests that await in other valid ways. */
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

/** Mistakes, each with the starts of the lines that its errors must point to. */
const misused: Readonly<Record<string, readonly [body: string, ...lines: readonly string[]]>> = {
  'what matchers are given': [
    `const one = 1;
     const release = '5.0' as '5.0.0';
     const name = 'import.other-type-answered';
     await expect.soft(installation).toKeep('AUTH-9');
     await expect.soft(installation).toKeep('AUTH-99');
     expect.soft({ one }).toHaveStatus(200);
     await expect.soft(installation).toKeep(name);
     await expect.soft({}).toBeFhir('Patient', { release });`,
    `await expect.soft(installation).toKeep('AUTH-99')`,
    'expect.soft({ one })',
    'await expect.soft(installation).toKeep(name)',
    'await expect.soft({})',
  ],
  'a mistyped path': [`const key = 'none';\nawait ask('GET /api/v3/user', { key });`, `await ask(`],
  'a mistyped name': [`const name = 'user';\nawait verdicts(name);`, `await verdicts(`],
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

test(
  'A missing await and a misuse in a test fail at their own line, without a line of this package',
  long,
  async () => {
    test.slow();
    const failing = { ...forgotten, ...misused };
    const bodies = Object.entries(failing).map(([title, [body]]) => [title, body] as const);
    const folder = ownTests({ ...awaited, ...Object.fromEntries(bodies) });
    const { code, stdout } = await runServed(folder, ['--reporter=list,json'], {
      settings: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json') },
    });
    expect(code).toBe(1);
    const results = reportedTests(folder);
    const resultOf = (title: string) => results.find((one) => one.title === title);
    for (const title of Object.keys(awaited))
      expect(resultOf(title)?.status, `${title}: ${stdout}`).toBe('passed');
    for (const [title, [, message, line]] of Object.entries(forgotten)) {
      const result = resultOf(title);
      expect(result?.status, `${title}: ${stdout}`).toBe('failed');
      // A Playwright assertion that fails afterwards is reported after it.
      expect(result?.errors, title).toHaveLength(title.includes('assertion') ? 2 : 1);
      expect(result?.errors[0], title).toMatch(message);
      expect(lineAt(folder, result?.places[0]), title).toContain(line);
    }
    for (const [title, [, ...lines]] of Object.entries(misused)) {
      const { places = [], errors } = resultOf(title) ?? {};
      const found = places.map((place) => lineAt(folder, place));
      expect(found, `${title}: ${errors?.join('\n')}`).toEqual(
        lines.map((line) => expect.stringContaining(line)),
      );
    }
    // With the code around the line.
    expect(stdout).toContain(`> `);
    expect(stdout).not.toContain('node_modules/evidence-contract');
    expect(suitesIn(folder)).not.toContain('evidence-contract/dist/');
  },
);

test.describe('The tests of the contract', () => {
  test.slow();

  test('and their failures are located at the line that declares them', async () => {
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

  test('fail at the line that declares them if the configuration has a mistake', async () => {
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
