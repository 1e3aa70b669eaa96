import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { compiled } from '../../support/compiled.ts';
import { evidence, evidenceReport, patient } from '../../support/fhir-resources.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.describe('validate', () => {
  let folder = '';
  const file = (name: string) => join(folder, name);

  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fhir-validate-'));
    writeFileSync(file('right.json'), JSON.stringify(evidenceReport()));
    writeFileSync(file('wrong.json'), JSON.stringify(patient({ gender: 'x' })));
    writeFileSync(file('evidence.json'), JSON.stringify(evidence()));
  });
  test.afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the command as a user does; lines of standard output are parsed. */
  function validate(words: readonly string[], input = '') {
    const run = spawnSync(process.execPath, [compiled('cli/main.ts'), 'validate', ...words], {
      cwd: folder,
      input,
      encoding: 'utf8',
    });
    const lines = run.stdout.split('\n').filter((line) => line !== '');
    return { status: run.status, errors: run.stderr, lines: lines.map((line) => JSON.parse(line) as object) };
  }

  test('a valid file gives exit 0 and one line', () => {
    expect(validate([file('right.json')])).toEqual({
      status: 0,
      errors: '',
      lines: [{ file: file('right.json'), valid: true, release: '4.3.0', issues: [] }],
    });
  });

  test('an invalid one among valid ones gives exit 1', () => {
    const run = validate([file('right.json'), file('wrong.json')]);
    expect(run.status).toBe(1);
    expect(run.lines).toMatchObject([
      { valid: true },
      { valid: false, issues: [{ severity: 'error', level: 'binding', path: 'Patient.gender' }] },
    ]);
  });

  // The sources themselves, as `npm run validate` runs them; the other tests run the compiled command.
  test('a large file is validated from any folder, in a process that finds its loader', () => {
    const name = Array.from({ length: 30_000 }, () => ({ family: 'A name among many others' }));
    writeFileSync(file('large.json'), JSON.stringify(patient({ name })));
    const command = ['--import', import.meta.resolve('tsx'), join(root, 'cli/main.ts'), 'validate'];
    const run = spawnSync(process.execPath, [...command, file('large.json')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  });

  test('standard input is validated as "-"', () => {
    const run = validate(['-'], JSON.stringify(patient()));
    expect(run).toMatchObject({ status: 0, lines: [{ file: '-', valid: true, release: '4.0.1' }] });
  });

  test('unreadable files are named with what to do, and the others are still validated', () => {
    const run = validate([file('none.json'), folder, file('wrong.json')]);
    expect(run.status).toBe(2);
    expect(run.errors).toContain(`${file('none.json')} cannot be read: there is no such file.`);
    expect(run.errors).toContain(`${folder} cannot be read: it is a directory.`);
    expect(run.lines).toMatchObject([{ file: file('wrong.json'), valid: false }]);
  });

  test('--fhir pins the release', () => {
    expect(validate(['--fhir', '5.0.0', file('evidence.json')])).toMatchObject({
      status: 0,
      lines: [{ release: '5.0.0' }],
    });
    expect(validate(['--fhir', '4.0.1', file('evidence.json')]).status).toBe(1);
  });

  test('an unknown release and no file are misuse', () => {
    const run = validate(['--fhir', '3.0.2', file('right.json')]);
    expect(run).toMatchObject({ status: 2, lines: [] });
    expect(run.errors).toContain('Choose one of 4.0.1, 4.3.0, 5.0.0.');
    expect(validate([]).status).toBe(2);
  });

  test('a body that is no resource has no release', () => {
    expect(validate(['-'], '[')).toMatchObject({
      status: 1,
      lines: [{ release: null, issues: [{ level: 'text' }] }],
    });
  });
});
