import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { long } from '../../support/long.ts';
import { partsOf } from '../../support/parts-of.ts';
import { filesBelow, runPlaywrightIn } from '../../support/run-command.ts';
import { ownTests } from './consumer.ts';

/** Sentinel keys: no part of eight characters of one may stand anywhere but in a request. */
const keys = {
  first: 'Zq7Jk2Wd9vTb4+/=Xw29Lm',
  second: 'Yp8Hg3Rc6nSf5~!Vu38Qk',
  revoked: 'Xo9Bv1Mz4tPd8%&Ts47Wj',
} as const;

/** A broken installation that echoes keys in bodies, headers and errors. */
async function startEchoing(): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const shown = `${request.headers.authorization ?? ''} ${request.url ?? ''}`;
    const isOpen = /projects|users/.test(request.url ?? '');
    response.writeHead(isOpen ? 200 : 400, {
      'content-type': `application/json; echo=${encodeURIComponent(shown)}`,
      'x-echo': encodeURIComponent(shown),
    });
    response.end(JSON.stringify({ error: `Bad key ${shown}`, half: shown.slice(0, 24), id: shown }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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
      'playwright.config.ts': `import { defineContractConfig } from 'evidence-contract/playwright';
        export default defineContractConfig({
          testDir: 'contract',
          use: { trace: 'on' },
          reporter: [['list'], ['html', { open: 'never' }], ['json', { outputFile: 'report.json' }], ['junit', { outputFile: 'junit.xml' }]],
        });`,
    },
  );
  const server = await startEchoing();
  const { code, stdout, stderr } = await runPlaywrightIn(folder, ['--workers=2'], {
    BASE_URL: server.baseUrl,
    API_KEY: keys.first,
    SECOND_API_KEY: keys.second,
    REVOKED_API_KEY: keys.revoked,
    PACE: 'off',
  }).finally(server.close);
  expect(code).toBe(1);
  expect(stdout).toContain('expected status 418');
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
});
