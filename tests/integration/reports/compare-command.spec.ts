import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { makeBaseline } from '../../../engine/record/baseline.ts';
import { compiled } from '../../support/compiled.ts';
import { record, users, verdict } from '../../support/records.ts';
import { test } from '../../support/temporary-folder.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function compare(...words: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiled('cli/main.ts'), 'compare', ...words], {
      env: { PATH: process.env.PATH },
    });
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, error }));
  });
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
} as const;

test.describe('compare', () => {
  let at: (name: string) => string;

  test.beforeEach(async ({ folder }) => {
    at = (name) => join(folder, name);
    await mkdir(at('folder'), { recursive: true });
    await mkdir(at('empty'));
    for (const [name, content] of Object.entries(files)) await writeFile(at(name), JSON.stringify(content));
    await writeFile(at('text.json'), 'no JSON at all');
  });

  const ends: readonly (readonly [before: string, after: string, code: number, says: string])[] = [
    ['good.json', 'good.json', 0, 'Nothing broke.'],
    ['good.json', 'broken.json', 1, 'Something broke.'],
    ['broken.json', 'good.json', 0, '1 mended'],
    ['good.json', 'drifted.json', 6, 'No requirement broke, but clients may'],
    ['baseline.json', 'drifted.json', 6, 'a baseline'],
    ['baseline.json', 'good.json', 0, 'Nothing broke.'],
    ['folder', 'good.json', 0, 'Nothing broke.'],
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

  for (const [before, after, file, sentence] of refusals) {
    test(`${before} with ${after} is refused in one sentence that names the file`, async () => {
      const ended = await compare(at(before), at(after));
      expect(ended).toEqual({ code: 2, out: '', error: `${at(file)}${sentence}\n` });
    });
  }

  test('the comparison can be had as JSON or Markdown, not as both', async () => {
    const json = await compare('--json', at('good.json'), at('broken.json'));
    expect(JSON.parse(json.out)).toMatchObject({ changes: { broke: [{ check: 'auth.no-key-rejected' }] } });
    expect(json.code).toBe(1);
    const markdown = await compare('--markdown', at('good.json'), at('broken.json'));
    expect(markdown.out).toContain('\n## Broke: held before, and is broken now (1)\n');
    const both = await compare('--json', '--markdown', at('good.json'), at('broken.json'));
    expect(both).toEqual({ code: 2, out: '', error: 'Choose either --markdown or --json.\n' });
  });
});
