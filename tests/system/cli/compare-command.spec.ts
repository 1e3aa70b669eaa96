import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { type CompareOptions, runCompare } from '../../../cli/compare/run-compare.ts';
import { describeError } from '../../../cli/report-error.ts';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import { record, users, verdict } from '../../support/records.ts';
import { runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Compares in this process, as the command does. */
async function compare(before: string, after: string, options: CompareOptions = {}): Promise<Ended> {
  try {
    const { text, code } = await runCompare(before, after, options, { colour: false, width: 100 });
    return { code, out: text, error: '' };
  } catch (thrown) {
    const { text, code } = describeError(thrown);
    return { code, out: '', error: text };
  }
}

/** Runs the command in a process of its own. */
async function command(...words: readonly string[]): Promise<Ended> {
  const { code, stdout, stderr } = await runCommand(['compare', ...words]);
  return { code, out: stdout, error: stderr };
}

const shape = { gap: 'GAP-LIST-SHAPE', endpoint: users } as const;
const good = record([verdict('auth.no-key-rejected', users, 'pass')], {
  observations: [{ ...shape, answer: 'array' }],
});
const broken = record([verdict('auth.no-key-rejected', users, 'fail')], { observations: good.observations });
const drifted = { ...good, observations: [{ ...shape, answer: 'object, data' }] };

const files = {
  'good.json': good,
  'broken.json': broken,
  'drifted.json': drifted,
  'baseline.json': makeBaseline(good),
  'folder/run.json': good,
  'later.json': { ...good, formatVersion: 2 },
  'other.json': { hello: 'world' },
  'before/east/run.json': good,
  'before/west/run.json': good,
  'after/east/run.json': good,
  'after/west/run.json': broken,
  'drifted/east/run.json': drifted,
  'drifted/west/run.json': good,
  'fewer/east/run.json': good,
  'more/east/run.json': good,
  'more/north/run.json': good,
  'more/west/run.json': good,
  'north/north/run.json': good,
  'named/east/run.json': { ...good, installation: { ...good.installation, name: 'eastern' } },
  'named/west/run.json': { ...broken, installation: { ...broken.installation, name: 'western' } },
} as const;

test.describe('compare', () => {
  let at: (name: string) => string;

  test.beforeEach(async ({ folder }) => {
    at = (name) => join(folder, name);
    await mkdir(at('empty'));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), JSON.stringify(content));
    }
    await writeFile(at('text.json'), 'no JSON at all');
  });

  const ends: readonly (readonly [before: string, after: string, code: number, says: string])[] = [
    ['good.json', 'good.json', 0, 'Nothing broke.'],
    ['good.json', 'broken.json', 1, 'Something broke.'],
    ['broken.json', 'good.json', 0, '1 fixed'],
    ['good.json', 'drifted.json', 6, 'No requirement broke, but clients may break.'],
    ['baseline.json', 'drifted.json', 6, 'a baseline'],
    ['baseline.json', 'good.json', 0, 'requirements were not compared. Nothing changed.'],
    ['folder', 'good.json', 0, 'Nothing broke.'],
    ['before', 'before', 0, 'Nothing broke at 2 installations.\n\n✓ east: Nothing broke. Nothing changed.\n'],
    ['before', 'after', 1, 'Something broke, or may break clients, at 1 of 2 installations.\n'],
    ['before', 'drifted', 6, 'Something broke, or may break clients, at 1 of 2 installations.\n'],
    ['before', 'more', 0, '? north was not checked before: there is nothing to compare it with.\n'],
    ['before', 'fewer', 2, '? west was checked before and not after: it could not be compared.\n'],
  ];

  for (const [before, after, code, says] of ends) {
    test(`${before} with ${after} ends with exit code ${code}`, async () => {
      const ended = await compare(at(before), at(after));
      expect(ended).toMatchObject({ code, error: '' });
      expect(ended.out).toContain(says);
    });
  }

  const refusals: readonly (readonly [before: string, after: string, file: string, sentence: string])[] = [
    [
      'none.json',
      'good.json',
      'none.json',
      ' does not exist: give a run.json, the folder that holds one, or a baseline to compare with.',
    ],
    [
      'empty',
      'good.json',
      'empty/run.json',
      ' does not exist: give a run.json, the folder that holds one, or a baseline to compare with.',
    ],
    ['good.json', 'text.json', 'text.json', ' is not JSON: give a run.json that a check has written.'],
    [
      'good.json',
      'later.json',
      'later.json',
      ' has format version 2, and this suite reads version 1: compare records from the same version of the suite.',
    ],
    [
      'other.json',
      'good.json',
      'other.json',
      ' is not a run record, because it has no formatVersion: give a run.json that a check has written.',
    ],
    [
      'good.json',
      'baseline.json',
      'baseline.json',
      ' is not a run record, because it has no tier: give a run.json that a check has written.',
    ],
  ];

  test('the command prints the requested format, and ends with the exit code or the error of the comparison', async () => {
    const options = ['--format', 'markdown'];
    const [fine, worse, none, unknown] = await Promise.all([
      command(at('good.json'), at('good.json')),
      command(...options, at('good.json'), at('broken.json')),
      command(at('good.json'), at('none.json')),
      command('--format', 'pdf', at('good.json'), at('broken.json')),
    ]);
    expect(fine).toEqual(await compare(at('good.json'), at('good.json')));
    expect(worse).toEqual(await compare(at('good.json'), at('broken.json'), { format: 'markdown' }));
    expect(none).toEqual(await compare(at('good.json'), at('none.json')));
    expect(unknown.code).toBe(2);
    expect(unknown.error).toContain('Allowed choices are text, markdown, html, junit, json.');
  });

  test('several installations compared with a single run, or with none in common, are refused in one sentence', async () => {
    expect(await compare(at('before'), at('good.json'))).toEqual({
      code: 2,
      out: '',
      error: `${at('before')} holds the runs of several installations, and ${at('good.json')} is one: name the folder of that installation, or two folders of several.\n`,
    });
    expect(await compare(at('before'), at('north'))).toEqual({
      code: 2,
      out: '',
      error: `${at('before')} and ${at('north')} have no installation in common, so nothing can be compared.\n`,
    });
  });

  for (const [before, after, file, sentence] of refusals) {
    test(`${before} with ${after} is refused in one sentence that names the file`, async () => {
      const ended = await compare(at(before), at(after));
      expect(ended).toEqual({ code: 2, out: '', error: `${at(file)}${sentence}\n` });
    });
  }

  test('the comparison is available in each format, but only one at a time', async () => {
    const [before, after] = [at('good.json'), at('broken.json')];
    const json = await compare(before, after, { json: true });
    expect(JSON.parse(json.out)).toMatchObject({ changes: { broke: [{ check: 'auth.no-key-rejected' }] } });
    expect(json.code).toBe(1);
    expect(await compare(before, after, { format: 'json' })).toEqual(json);
    const markdown = await compare(before, after, { markdown: true });
    expect(markdown.out).toContain('\n## Newly broken (1)\n');
    expect(await compare(before, after, { format: 'markdown' })).toEqual(markdown);
    const html = await compare(before, after, { format: 'html' });
    expect(html).toMatchObject({ code: 1, error: '' });
    expect(html.out).toContain('<title>What changed at staging</title>');
    const both = await compare(before, after, { json: true, markdown: true });
    expect(both).toEqual({ code: 2, out: '', error: 'Choose either --markdown or --json.\n' });
    const two = await compare(before, after, { json: true, format: 'html' });
    expect(two).toEqual({ code: 2, out: '', error: 'Choose one format: --format alone.\n' });
  });

  test('JUnit has a test case for the clients of each endpoint, which fails if they break', async () => {
    const failed = (xml: string): readonly string[] =>
      [...xml.matchAll(/<testcase name="([^"]+)"[^>]*>\s*<failure/g)].map(([, name = '']) => name);
    const fine = await compare(at('good.json'), at('good.json'), { format: 'junit' });
    expect(fine.out).toContain(
      '<testcase name="clients of GET /api/v3/users keep working" classname="staging"',
    );
    expect(failed(fine.out)).toEqual([]);
    const worse = await compare(at('before'), at('after'), { format: 'junit' });
    // An endpoint that now answers without a key breaks no client.
    expect(failed(worse.out)).toEqual(['nothing broke']);
    const otherShape = await compare(at('before'), at('drifted'), { format: 'junit' });
    expect(failed(otherShape.out)).toEqual(['nothing broke', 'clients of GET /api/v3/users keep working']);
    const missing = await compare(at('before'), at('fewer'), { format: 'junit' });
    expect(missing.out).toContain('<error message="west was checked before and not after."/>');
  });

  for (const format of ['text', 'markdown', 'html', 'junit', 'json'] as const) {
    test(`several installations with the same name are called by their folders in ${format}`, async () => {
      const { out } = await compare(at('before'), at('after'), { format });
      expect(out).toMatch(/\beast\b/);
      expect(out).toMatch(/\bwest\b/);
      expect(out).not.toMatch(/\bstaging\b(?!\.)/);
      const named = (await compare(at('named'), at('named'), { format })).out;
      expect(named).toMatch(/\beastern\b/);
      expect(named).not.toMatch(/\beast\b/);
    });
  }

  test('the JSON of several installations is one document', async () => {
    const { out } = await compare(at('before'), at('more'), { json: true });
    expect(JSON.parse(out)).toMatchObject({
      comparisons: [{ changes: {} }, { changes: {} }],
      onlyBefore: [],
      onlyAfter: ['north'],
    });
    const fewer = await compare(at('before'), at('fewer'), { json: true });
    expect(JSON.parse(fewer.out)).toMatchObject({ comparisons: [{}], onlyBefore: ['west'] });
  });
});
