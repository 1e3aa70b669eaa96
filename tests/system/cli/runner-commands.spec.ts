import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { startReference } from '../../../reference-server/index.ts';
import type { ResponseTransform } from '../../../reference-server/transform-builders.ts';
import {
  breakCommands,
  breakCommandsInJson,
  breakCommandsInXml,
  withCommandsOff,
} from '../../../reports/runner-commands.ts';
import { long } from '../../support/long.ts';
import { holds } from '../../support/property.ts';
import { readXml } from '../../support/read-xml.ts';
import { runCommand, runPlaywrightIn } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { ownTests } from '../playwright/consumer.ts';

/** Lines that CI runners take as commands, as their own sources read them: independent of the tested code. */
function commandsIn(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/).filter((line) => {
    const bare = stripVTControlCharacters(line).trimStart();
    return ['##[', '##vso[', '##teamcity['].some((opener) => line.includes(opener)) || bare.startsWith('::');
  });
}

/** The output of a step while commands are switched on. */
function withoutStopped(text: string): string {
  return text.replaceAll(/^::stop-commands::(\S+)\n[\s\S]*?^::\1::\n/gm, '');
}

const openers = ['##[add-mask]x', '##vso[task.setvariable variable=a]b', "##teamcity[blockOpened name='a']"];
/** However it is wrapped, some line begins with a command. */
const hostile = `${openers.join(' ')} ${'x ::stop-commands::pwned '.repeat(30)}`;
/** Text that acts on a terminal: a title, a control sequence, and a change of the text direction. */
const acting = '\u001b]0;mine\u0007\u009b2J\u202eevil\u2066';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them.
const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
/** Sequences that Playwright's reporter writes itself: colours, and lines that it replaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin a terminal sequence.
const ofReporter = /\u001b\[[\d;]*[mAEGK]/g;

const pieces = [
  '\u2028',
  '#',
  '##',
  '[',
  'vso[',
  'teamcity[',
  ':',
  '::',
  'stop',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00a0',
  '\u2003',
  '\u001b[1m',
  '"',
  '\\',
  'a',
];
const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));

test('breakCommands leaves no runner command in any text', async () => {
  await holds(
    fc.property(anyText, (text) => assert.deepEqual(commandsIn(breakCommands(text)), [])),
    { runs: 5_000 },
  );
});

test('JSON and XML contain no runner command, and parse to the same values', async () => {
  await holds(
    fc.property(anyText, anyText, (name, value) => {
      const json = breakCommandsInJson(JSON.stringify({ [name]: [value] }, undefined, 2));
      assert.deepEqual(commandsIn(json), []);
      assert.deepEqual(JSON.parse(json), { [name]: [value] });
    }),
    { runs: 2_000 },
  );
  const xml = `<a b="${openers.join(' ')}">\n::stop-commands::x\n  ::y::</a>`;
  const broken = breakCommandsInXml(xml);
  expect(commandsIn(broken)).toEqual([]);
  expect(readXml(broken)).toEqual(readXml(xml));
});

test('under GitHub Actions a report is enclosed in lines that switch commands off and on, with its own token', () => {
  const text = withCommandsOff('a report', { GITHUB_ACTIONS: 'true' });
  const [, token] = /^::stop-commands::([\da-f-]{36})\na report\n::\1::\n$/.exec(text) ?? [];
  expect(token).toBeDefined();
  expect(withCommandsOff('a report', { GITHUB_ACTIONS: 'true' })).not.toContain(token);
  expect(withCommandsOff('a report', {})).toBe('a report');
  expect(withoutStopped(`before\n${text}after\n`)).toBe('before\nafter\n');
});

/** A hostile text in each place of an answer that is printed. */
const everyPlace: ResponseTransform = {
  transformAnswer: (answer, { endpoint }) => {
    if (answer.status !== 200) return { ...answer, body: { error: hostile } };
    switch (endpoint) {
      case 'GET /api/v3/projects':
        return { ...answer, body: [{ id: hostile, [hostile]: hostile }] };
      case 'GET /api/v3/citations':
        return { ...answer, status: 302, headers: { location: `/${openers.join('')}` }, body: hostile };
      case 'GET /api/v3/key_questions':
        return { ...answer, headers: { 'content-type': `text/${openers[0]}` }, body: Buffer.from(hostile) };
      case 'GET /api/v3/users':
        return { ...answer, status: 500, body: { error: hostile, [hostile]: hostile } };
      case 'GET /api/v3/projects/:id':
      case 'GET /api/v3/extractions/:id':
      case 'GET /api/v3/sd_meta_data/:id':
        return {
          ...answer,
          body: { resourceType: openers.join(''), id: hostile, [hostile]: [hostile], language: hostile },
        };
      default:
        return answer;
    }
  },
};

const words: readonly (readonly string[])[] = [
  ['check', '--no-progress', '--details', '--report', 'markdown,junit,sarif,github'],
  ['check', '--no-progress', '--json', '--report', 'github'],
  ['check', '--no-progress', '--quiet', '--only', 'users', '--tier', 'survey'],
];
for (const line of words) {
  test(`${line.join(' ')} prints no runner command from an answer, only its own ::error lines`, async () => {
    await whileOpen(startReference({ rateLimit: 'off', transforms: [everyPlace] }), async (reference) => {
      const environment = {
        BASE_URL: reference.baseUrl,
        API_KEY: reference.keys.first,
        PACE: 'off',
        GITHUB_ACTIONS: 'true',
      };
      const directory = emptyFolder();
      const { code, stdout, stderr } = await runCommand(line, { environment, directory });
      expect(code).toBe(1);
      expect(stdout).toContain(
        '## [add-mask]x'.replace('## [', line.includes('--json') ? '\\u0023#[' : '## ['),
      );
      const own = commandsIn(withoutStopped(`${stdout}${stderr}`));
      if (line.includes('github')) expect(own.length).toBeGreaterThan(0);
      expect(own.filter((one) => !/^::error title=[^#]*::(?!.*##\w*\[)/.test(one))).toEqual([]);
      // The report is also harmless if a runner does not know the lines around it.
      const report = stdout.replaceAll(/^::(?:stop-commands::)?[\da-f-]{36}(?:::)?\n/gm, '');
      expect(commandsIn(report).filter((one) => !one.startsWith('::error title='))).toEqual([]);
    });
  });
}

for (const format of ['text', 'json', 'junit', 'sarif']) {
  test(`validate --format ${format} prints no runner command from a file`, async () => {
    const directory = emptyFolder();
    const resource = { resourceType: openers.join(''), [hostile]: hostile, id: hostile };
    writeFileSync(join(directory, `${openers[0]}.json`), JSON.stringify(resource));
    writeFileSync(join(directory, '::stop-commands::pwned.json'), `${hostile}\n::stop-commands::pwned`);
    const { code, stdout, stderr } = await runCommand(['validate', '--format', format, '.'], { directory });
    expect(code).toBe(1);
    expect(stdout).toMatch(/## \[add-mask|\\u0023#\[add-mask|&#35;#\[add-mask/);
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });
}

test(
  "Playwright's tests print no runner command and no terminal control from an answer, in any comparison",
  long,
  async () => {
    test.slow();
    const alsoActing: ResponseTransform = {
      async transformAnswer(answer, request) {
        const changed = (await everyPlace.transformAnswer?.(answer, request)) ?? answer;
        if (Buffer.isBuffer(changed.body)) return { ...changed, body: Buffer.from(`${acting}${hostile}`) };
        // Values that a test itself compares or throws are shown unchanged.
        if (answer.status === 200) return changed;
        const headers = { ...changed.headers, 'content-type': 'application/\u009b2Jjson' };
        return { ...changed, headers, body: { error: `${acting}${hostile}` } };
      },
    };
    await whileOpen(startReference({ rateLimit: 'off', transforms: [alsoActing] }), async (reference) => {
      // Each failure of a soft assertion is printed.
      const folder = ownTests({
        matchers: `
        expect.soft(await ask('GET /api/v3/users')).toHaveStatus(200);
        expect.soft(await ask('GET /api/v3/users', { key: 'none' })).toHaveStatus(200);
        expect.soft(await ask('GET /api/v3/users', { key: 'none' })).toBeErrorBody('mine');
        expect.soft((await ask('GET /api/v3/projects')).json).toEqual([]);
        expect.soft((await ask('GET /api/v3/users')).error.replaceAll(' ', '\\n')).toBe('x');
        await expect.soft(await ask('GET /api/v3/sd_meta_data/:id')).toBeFhir('EvidenceReport');
        await expect.soft(installation).toKeep('users');`,
        'no JSON': `expect((await ask('GET /api/v3/key_questions')).json).toEqual([]);`,
        'an error of its own': `throw new Error((await ask('GET /api/v3/users')).error.replaceAll(' ', '\\n'));`,
      });
      const environment = {
        BASE_URL: reference.baseUrl,
        API_KEY: reference.keys.first,
        PACE: 'off',
        GITHUB_ACTIONS: 'true',
        PLAYWRIGHT_FORCE_TTY: '80',
      };
      const { code, stdout, stderr } = await runPlaywrightIn(folder, [], environment);
      expect(code).toBe(1);
      expect(stdout).toContain('3 failed');
      expect(stdout.match(/^ +Error: |^ {4}Error/gm)?.length).toBeGreaterThan(5);
      expect(stdout).toContain('## [add-mask]');
      expect(commandsIn(stdout + stderr)).toEqual([]);
      expect((stdout + stderr).replaceAll(ofReporter, '')).not.toMatch(acts);
    });
  },
);
