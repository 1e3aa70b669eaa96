import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { reportToGithub } from '../../../cli/check/github.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import type { Deviations } from '../../../reports/notes.ts';
import {
  forbidden,
  grouped,
  hostileDeviations,
  hostileRecord,
  record,
  users,
  verdict,
} from '../../support/records.ts';
import { test } from '../../support/temporary-folder.ts';

interface Shown {
  readonly summary: string;
  readonly outputs: string;
  readonly commands: string;
}

async function shownOf(
  folder: string,
  run: RunRecord,
  deviations: Deviations = {},
  page: string | null = 'out/report.html',
): Promise<Shown> {
  const files = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'outputs') };
  let commands = '';
  for (const file of Object.values(files)) writeFileSync(file, '');
  await reportToGithub(run, deviations, page ?? undefined, files, (text) => {
    commands += text;
  });
  const [summary = '', outputs = ''] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
  return { summary, outputs, commands };
}

test('each finding is an annotation, the summary is the Markdown report, and later steps get outputs', async ({
  folder,
}) => {
  const { summary, outputs, commands } = await shownOf(folder, grouped);
  expect(commands.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^::error title=staging%3A A request without a key is let in::At 2 of 3 endpoints a request without a key /,
    ),
    expect.stringMatching(
      /^::error title=staging%3A Refusals have another message than Unauthorized::GET \/api\/v3\/citations without a key says "No"/,
    ),
  ]);
  expect(summary).toMatch(/^# Contract check: staging\n/);
  expect(outputs).toBe('state=violating\ncoverage=1\nfindings=2\nreport=out/report.html\n');
  const { outputs: withoutPage } = await shownOf(folder, grouped, {}, null);
  expect(withoutPage).toBe('state=violating\ncoverage=1\nfindings=2\n');
});

test('a success is a notice; an unreachable installation or a shortfall is an error with its cause', async ({
  folder,
}) => {
  expect((await shownOf(folder, record([verdict('auth.no-key-rejected', users, 'pass')]))).commands).toMatch(
    /^::notice title=staging::.+\n$/,
  );
  const unreachable = record([], { state: 'unreachable', cause: 'Nothing answers, at 100 %.' });
  expect((await shownOf(folder, unreachable)).commands).toMatch(
    /^::error title=staging::.*Nothing answers, at 100 %25\.\n$/,
  );
  const little = { shortfall: 'Nothing could be judged.' };
  expect((await shownOf(folder, record([]), little)).commands).toMatch(
    /^::error .*Nothing could be judged\./,
  );
});

test('at most ten findings are annotations', async ({ folder }) => {
  const verdicts = Array.from({ length: 30 }, (_, index) =>
    verdict(`made.up-${index}`, users, 'fail', { message: `Problem ${index}.` }),
  );
  const { commands, outputs } = await shownOf(folder, record(verdicts));
  expect(commands.trim().split('\n')).toHaveLength(10);
  expect(outputs).toContain('findings=30\n');
});

test('text from an installation cannot inject workflow commands or outputs', async ({ folder }) => {
  const evil = `here\n::set-output name=a::b\r\nstate=conforming%0A`;
  const run = { ...hostileRecord, installation: { name: evil, baseUrl: evil } };
  const { outputs, commands } = await shownOf(folder, run, hostileDeviations);
  expect(commands).not.toMatch(forbidden);
  expect(
    commands.match(/^.*$/gm)?.filter((line) => line !== '' && !line.startsWith('::error title=')),
  ).toEqual([]);
  expect(outputs.match(/^\w+=/gm)).toEqual(['state=', 'coverage=', 'findings=', 'report=']);
});

test('a summary above the size limit of GitHub is truncated', async ({ folder }) => {
  const long = '\u4e2d'.repeat(1_500);
  const verdicts = Array.from({ length: 800 }, (_, index) =>
    verdict(`made.up-${index}`, users, 'fail', { message: `${index} ${long}` }),
  );
  const { summary } = await shownOf(folder, record(verdicts));
  expect(Buffer.byteLength(summary)).toBeGreaterThan(500_000);
  expect(Buffer.byteLength(summary)).toBeLessThan(1_000_000);
  expect(summary).toMatch(/The rest is in the reports of this run\.\n$/);
});

test('without the environment variables of GitHub only commands are written', async ({ folder }) => {
  let commands = '';
  await reportToGithub(grouped, {}, folder, {}, (text) => {
    commands += text;
  });
  expect(commands).not.toBe('');
  expect(existsSync(join(folder, 'summary.md'))).toBe(false);
});

test('an unwritable summary is reported in a sentence, and outputs and annotations are still written', async ({
  folder,
}) => {
  const outputs = join(folder, 'outputs');
  const environment = { GITHUB_STEP_SUMMARY: '/nonexistent/summary.md', GITHUB_OUTPUT: outputs };
  let commands = '';
  const problems = await reportToGithub(grouped, {}, 'out', environment, (text) => {
    commands += text;
  });
  expect(problems).toEqual([
    'GITHUB_STEP_SUMMARY: /nonexistent/summary.md cannot be written: its folder is not there, and cannot be made.',
  ]);
  expect(readFileSync(outputs, 'utf8')).toContain('findings=2\n');
  expect(commands).toMatch(/^::error /);
});
