import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { environmentFor } from '../../support/installation.ts';
import { long } from '../../support/long.ts';
import { partsOf } from '../../support/parts-of.ts';
import { filesBelow, runPlaywrightIn } from '../../support/run-command.ts';
import { ownTests, testFile } from './consumer.ts';
import { sentinelKeys as keys, startEchoing } from './echoing.ts';

/** Fails for each place in the output and files of a run that shows part of a key. */
function expectNoParts(
  folder: string,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
): void {
  const texts = new Map(
    ['test-results', 'playwright-report', 'reports'].flatMap((name) => [...filesBelow(join(folder, name))]),
  );
  for (const name of ['report.json', 'junit.xml']) texts.set(name, readFileSync(join(folder, name), 'utf8'));
  const traces = readdirSync(join(folder, 'test-results'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('trace.zip'),
  );
  expect(traces.length).toBeGreaterThan(0);
  for (const name of traces)
    for (const [inner, bytes] of Object.entries(unzipSync(readFileSync(join(folder, 'test-results', name)))))
      texts.set(`${name}: ${inner}`, Buffer.from(bytes).toString('latin1'));
  for (const [place, text] of [...texts, ['output', stdout], ['errors', stderr]] as const)
    for (const key of Object.values(keys))
      expect(partsOf(key, text), `parts of a key in ${place}`).toEqual([]);
}

const reporting = {
  'playwright.config.ts': `import { defineContractConfig } from 'evidence-contract/playwright';
    export default defineContractConfig({
      testDir: 'contract',
      use: { trace: 'on' },
      reporter: [['list'], ['html', { open: 'never' }], ['json', { outputFile: 'report.json' }], ['junit', { outputFile: 'junit.xml' }]],
    });`,
};

test('No message, attachment, report or trace of own tests shows part of a key', long, async () => {
  test.slow();
  const folder = ownTests(
    {
      'prints everything': `
        for (const key of ['header', 'query', 'none', 'cut-header', 'cut-query', 'revoked-query', 'second-query'] as const) {
          const answer = await ask('GET /api/v3/users', { key });
          console.log(answer, answer.headers, answer.excerpt, answer.curl, installation);
          expect.soft(answer).toHaveStatus(418);
          expect.soft(answer).toBeErrorBody('no such message');
          expect.soft(answer.headers).toEqual({});
          expect.soft({ json: answer.status < 300 ? answer.json : undefined }).toEqual({ json: 'nothing' });
        }
        console.log(await verdicts('auth', 'users'));
        await expect(installation).toKeep('import.other-type-answered');`,
    },
    {
      'contract/contract.spec.ts': `import { contractTests } from 'evidence-contract/playwright';\ncontractTests();\n`,
      ...reporting,
    },
  );
  const server = await startEchoing();
  const { code, stdout, stderr } = await runPlaywrightIn(
    folder,
    ['--workers=2'],
    environmentFor(server.baseUrl, keys),
  ).finally(server.close);
  expect(code).toBe(1);
  expect(stdout).toContain('expected status 418');
  expectNoParts(folder, { stdout, stderr });
});

test('A key that a test puts into a request is neither sent nor shown', async () => {
  test.slow();
  const folder = ownTests(
    {
      'puts keys everywhere': `
        const { API_KEY: key = '', REVOKED_API_KEY: revoked = '' } = process.env;
        const basic = Buffer.from(\`user:\${key}\`).toString('base64');
        const percent = [...Buffer.from(key)].map((byte) => '%' + byte.toString(16)).join('');
        const refused: Record<string, () => Promise<unknown>> = {
          path: () => ask(\`GET /api/v3/projects/\${encodeURIComponent(key)}\`),
          percent: () => ask(\`GET /api/v3/projects/\${percent}\`),
          search: () => ask(\`GET /api/v3/users?token=\${key}\`, { key: 'second-header' }),
          name: () => ask('GET /api/v3/users', { query: { [key]: '1' } }),
          value: () => ask('GET /api/v3/users', { query: { token: \`x\${revoked}x\` } }),
          header: () => ask('GET /api/v3/users', { headers: { 'X-Api-Key': key } }),
          basic: () => ask('GET /api/v3/users', { headers: { 'X-Forwarded-Authorization': \`Basic \${basic}\` } }),
          unknownPath: () => ask(\`GET /api/v3/users/\${key}/:id\`),
          method: () => ask(\`DELETE /api/v3/users/\${key}\`),
          nothing: () => ask(key),
          option: () => ask('GET /api/v3/users', { [key]: 1 } as object),
          choice: () => ask('GET /api/v3/users', { key } as object),
          verdicts: () => verdicts(key),
          fhirValue: async () => expect({ resourceType: 'Patient', birthDate: key }).toBeFhir('Patient'),
          toHaveRun: () => verdicts('users.same-user-either-way').then(() => Promise.reject('run')),
        };
        const thrown: Record<string, string> = {};
        for (const [name, asks] of Object.entries(refused))
          await asks().catch((error) => { thrown[name] = String(error); });
        (await import('node:fs')).writeFileSync('thrown.json', JSON.stringify(thrown));`,
      'shows part of one in a title': `await ask(\`GET /api/v3/users?half=\${(process.env.API_KEY ?? '').slice(0, 11)}\`);`,
      'fails for one': `await ask(\`GET /api/v3/users?token=\${process.env.API_KEY}\`);`,
      'fails for a path': `await ask(\`GET /api/v3/users/\${process.env.API_KEY}/:id\`);`,
    },
    {
      ...reporting,
      // Playwright itself writes into a trace what a test hands to `expect`.
      'contract/expect.spec.ts': testFile({
        'expects a key': `await expect(installation).toKeep(process.env.API_KEY ?? '');`,
        'expects a message': `expect(await ask('GET /api/v3/users')).toBeErrorBody(process.env.API_KEY);`,
      }).replace('\n', `\ntest.use({ trace: 'off' });\n`),
    },
  );
  const targets: string[] = [];
  const server = await startEchoing((target) => targets.push(target));
  const run = await runPlaywrightIn(folder, ['--workers=1'], environmentFor(server.baseUrl, keys)).finally(
    server.close,
  );
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/4 failed[\s\S]*2 passed/);
  const bySession = (target: string): boolean => /[?&]api_key=/.test(target);
  const carrying = targets.filter((target) => !bySession(target) && partsOf(keys.first, target).length > 0);
  expect(carrying).toEqual([`/api/v3/users?half=${keys.first.slice(0, 11)}`]);
  expect(targets.filter((target) => /token|Zq7|%5a/i.test(target) && !bySession(target))).toEqual(carrying);
  expectNoParts(folder, run);
  const thrown = JSON.parse(readFileSync(join(folder, 'thrown.json'), 'utf8')) as Record<string, string>;
  for (const [name, part] of [
    ['path', 'the path'],
    ['percent', 'the path'],
    ['search', 'the query parameter "token"'],
    ['name', 'the query parameter "[key]"'],
    ['value', 'the query parameter "token"'],
    ['header', 'the header "X-Api-Key"'],
    ['basic', 'the header "X-Forwarded-Authorization"'],
  ] as const)
    expect(thrown[name], name).toBe(
      `Error: ask: ${part} would carry a key. Choose one by the option \`key\`; what every request needs besides is EXTRA_HEADERS.`,
    );
  for (const name of ['unknownPath', 'nothing', 'option', 'choice', 'fhirValue'])
    expect(thrown[name], name).toContain('[key]');
  expect(thrown.method).toContain('it sends GET, HEAD and OPTIONS');
  for (const shown of [
    'ask GET /api/v3/users?token=[key]',
    'Nothing is named "Zq7Jk2W…"',
    'expected "[key]"',
  ])
    expect(run.stdout).toContain(shown);
});
