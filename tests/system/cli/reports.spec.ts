import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startReference } from '../../../reference-server/index.ts';
import { readSarif } from '../../support/read-sarif.ts';
import { type CommandResult, runCommand } from '../../support/run-command.ts';
import { test } from '../../support/temporary-folder.ts';

/** The reports of `check`: their choice, their folder, and the lines about them. */

const quick = ['check', '--no-progress', '--tier', 'pulse'];

function check(directory: string, ...words: readonly string[]): Promise<CommandResult> {
  return runCommand([...quick, ...words], { directory });
}

test('the usual reports are written to reports/out by default, and the last line names them', async ({
  folder,
}) => {
  const { stdout, code } = await check(folder);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /\nReports: reports\/out\/report\.md, report\.html, document\.html, junit\.xml, run\.json\n$/,
  );
  expect(readdirSync(join(folder, 'reports/out')).toSorted()).toEqual([
    'document.html',
    'junit.xml',
    'report.html',
    'report.md',
    'run.json',
  ]);
});

test('--report selects reports, --report-dir overrides REPORTS_DIR, and --quiet names no file', async ({
  folder,
}) => {
  const words = [...quick, '--quiet', '--report', 'sarif, html', '--report-dir', 'here'];
  const { stdout, code } = await runCommand(words, {
    directory: folder,
    environment: { REPORTS_DIR: 'there' },
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain('Reports:');
  expect(readdirSync(folder)).toEqual(['here']);
  expect(readdirSync(join(folder, 'here')).toSorted()).toEqual(['findings.sarif', 'report.html', 'run.json']);
  expect(readSarif(readFileSync(join(folder, 'here/findings.sarif'), 'utf8')).runs[0]?.results).toEqual([]);
});

test('only run.json is written if --report is empty', async ({ folder }) => {
  const { stdout } = await check(folder, '--report', '');
  expect(stdout).toMatch(/\nReports: reports\/out\/run\.json\n$/);
  expect(readdirSync(join(folder, 'reports/out'))).toEqual(['run.json']);
});

for (const [option, reported] of [
  ['--report-dir', 'Name a folder.'],
  ['--known', 'Name a file.'],
] as const)
  test(`an empty ${option} is refused with exit code 2`, async ({ folder }) => {
    const { stderr, stdout, code } = await check(folder, option, '');
    expect(stderr).toContain(`argument '' is invalid. ${reported}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(readdirSync(folder)).toEqual([]);
  });

for (const [place, words, environment] of [
  ['--report-dir', ['--report-dir', 'file'], { REPORTS_DIR: 'elsewhere' }],
  ['REPORTS_DIR', [], { REPORTS_DIR: 'file' }],
] as const)
  test(`a folder that cannot be written is reported with the option or setting that named it: ${place}`, async ({
    folder,
  }) => {
    writeFileSync(join(folder, 'file'), '');
    const { stderr, code } = await runCommand([...quick, ...words], { directory: folder, environment });
    expect(stderr.replace(`${folder}/`, '')).toBe(
      `${place}: file cannot be written: a part of its path is a file, not a folder; choose another folder.\n`,
    );
    expect(code).toBe(2);
  });

test('a GITHUB_STEP_SUMMARY that cannot be written gives exit code 2, and the text is still printed', async ({
  folder,
}) => {
  const { stdout, stderr, code } = await runCommand([...quick, '--report', 'github'], {
    directory: folder,
    environment: { GITHUB_STEP_SUMMARY: join(folder, 'none/summary.md') },
  });
  expect(stderr).toMatch(
    /^GITHUB_STEP_SUMMARY: .* cannot be written: its folder is not there, and cannot be made\.$/m,
  );
  expect(stdout).toContain('No problems found');
  expect(code).toBe(2);
});

test('an unknown report is refused with exit code 2 and the nearest known name', async ({ folder }) => {
  const { stderr, stdout, code } = await check(folder, '--report', 'html,sarf');
  expect(stderr).toContain('There is no report "sarf". Did you mean sarif?');
  expect([code, stdout]).toEqual([2, '']);
  expect(readdirSync(folder)).toEqual([]);
});

test('--report github leaves the JSON on stdout intact, and writes its notices to stderr', async ({
  folder,
}) => {
  const outputs = join(folder, 'outputs');
  const { stdout, stderr } = await runCommand([...quick, '--json', '--report', 'github'], {
    directory: folder,
    environment: { GITHUB_OUTPUT: outputs },
  });
  expect(JSON.parse(stdout)).toMatchObject({ state: 'conforming' });
  expect(stderr).toMatch(/^::notice title=reference::/m);
  expect(readFileSync(outputs, 'utf8')).toMatch(/^state=conforming\n/);
});

test('the last lines give advice, the broken requirements, and the place of one in document.html', async ({
  folder,
}) => {
  const reference = await startReference({
    rateLimit: 'off',
    transforms: [
      {
        transformAnswer: (answer, { endpoint }) =>
          endpoint === 'GET /api/v3/users' && answer.status === 200 ? { ...answer, status: 500 } : answer,
      },
    ],
  });
  try {
    const environment = { BASE_URL: reference.baseUrl, API_KEY: reference.keys.first };
    const { stdout, code } = await runCommand(quick, { directory: folder, environment });
    expect(code).toBe(1);
    const [last = ''] = stdout.trimEnd().split('\n\n').slice(-1);
    expect(last.replaceAll(/\s+/g, ' ')).toMatch(
      /^1 problem Outage: Go back to the version before .* Broken: .* Reports: reports\/out\/report\.md, /,
    );
    const [, file = '', id = ''] = /\nBroken: [A-Z0-9-]+ \((\S+)#([A-Z0-9-]+)\), /.exec(last) ?? [];
    expect(readFileSync(join(folder, file), 'utf8')).toContain(
      `<article class="doc-item is-broken" id="${id}"`,
    );
  } finally {
    await reference.close();
  }
});
