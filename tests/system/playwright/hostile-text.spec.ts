import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import { long } from '../../support/long.ts';
import { runPlaywrightIn } from '../../support/run-command.ts';
import { ownTests } from './consumer.ts';
import { runFace } from './face.ts';

/** What an installation answers is shown on terminals, on which it must not act. */

const sequence = '\u001b]0;mine\u0007\u009b2J';
const bidirectional = '\u202eevil\u2066';

/** Every answer fails, with a content type and a message that a terminal would obey; that of one endpoint is no JSON. */
const hostile: ResponseTransform = {
  transformAnswer: (answer, { endpoint }) =>
    answer.status === 200
      ? {
          status: 500,
          headers: { 'content-type': 'application/\u009b2Jjson' },
          body:
            endpoint === 'GET /api/v3/key_questions'
              ? Buffer.from(`${sequence}${bidirectional}`)
              : { error: `${sequence}${bidirectional}` },
        }
      : answer,
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

test.describe('A hostile answer', () => {
  test.slow();

  test("does not act on the terminal of the contract's tests", long, async () => {
    const { code, stdout, stderr } = await runFace(['--grep', 'users'], [hostile]);
    expect(code).toBe(1);
    expect(stdout).toContain('status 500');
    expect(stdout + stderr).not.toMatch(acting);
  });

  test('does not act on the terminal of tests of a project', async () => {
    const reference = await startReference({ rateLimit: 'off', transforms: [hostile] });
    const folder = ownTests({
      'a status': `expect(await ask('GET /api/v3/users')).toHaveStatus(200);`,
      'an error': `expect(await ask('GET /api/v3/users')).toBeErrorBody('mine');`,
      'no JSON': `expect((await ask('GET /api/v3/key_questions')).json).toEqual([]);`,
      'a requirement': `await expect(installation).toKeep('users');`,
    });
    const environment = { BASE_URL: reference.baseUrl, API_KEY: reference.keys.first, PACE: 'off' };
    try {
      const { code, stdout, stderr } = await runPlaywrightIn(folder, [], environment);
      expect(code).toBe(1);
      expect(stdout).toContain('4 failed');
      expect(stdout + stderr).not.toMatch(acting);
    } finally {
      await reference.close();
    }
  });
});
