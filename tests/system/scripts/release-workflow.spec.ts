import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';

/** Steps of the release workflow, run as its runner would run them. */

const file = fileURLToPath(new URL('../../../.github/workflows/release.yml', import.meta.url));
const { jobs } = parse(readFileSync(file, 'utf8')) as {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly steps?: readonly { readonly name?: string; readonly run?: string }[];
      }
    >
  >;
};

function run(
  command: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly printed: string } {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', ...variables };
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { code: status, printed: stdout + stderr };
}

function stepOf(job: string, name: string): string {
  const step = jobs[job]?.steps?.find((one) => one.name?.startsWith(name));
  if (step?.run === undefined) throw new Error(`No step of ${job} is called ${name}.`);
  return step.run;
}

test.describe('A release', () => {
  needs('git');
  needs('bash');

  test('is refused for a tag that is not on the default branch, before any other job starts', ({
    folder,
  }) => {
    const git = 'git -c user.name=x -c user.email=x@example.org -c init.defaultBranch=trunk';
    const make = `mkdir far && cd far && ${git} init -q && ${git} commit -q --allow-empty -m 1 && ${git} tag v1
      ${git} commit -q --allow-empty -m 2 && ${git} checkout -q -b side && ${git} commit -q --allow-empty -m 3 && ${git} tag v2
      cd .. && git clone -q far near`;
    expect(run(make, folder)).toMatchObject({ code: 0 });
    const released = (tag: string): ReturnType<typeof run> => {
      const near = join(folder, 'near');
      expect(run(`git checkout -q ${tag}`, near)).toEqual({ code: 0, printed: '' });
      return run(stepOf('tag', 'The tag'), near, { DEFAULT_BRANCH: 'trunk', GITHUB_REF_NAME: tag });
    };
    expect(released('v1')).toEqual({ code: 0, printed: '' });
    expect(released('v2')).toEqual({
      code: 1,
      printed: '::error::The tag v2 is on no commit of trunk. Merge it first, and tag a commit of trunk.\n',
    });
    expect([jobs.checks?.needs, jobs.package?.needs, jobs.image?.needs]).toEqual([
      'tag',
      'checks',
      'package',
    ]);
  });

  test('writes the repository of its provenance into package.json before it builds and publishes', ({
    folder,
  }) => {
    writeFileSync(join(folder, 'package.json'), '{"name":"small","version":"1.0.0"}');
    const variables = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/copy' };
    expect(run(stepOf('package', 'The repository'), folder, variables)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.example/owner/copy.git' },
    });
    const steps = jobs.package?.steps?.map(({ run: command = '' }) => command) ?? [];
    const at = (word: string): number => steps.findIndex((command) => command.includes(word));
    expect(at('npm pkg set')).toBeLessThan(at('npm run build'));
    expect(at('npm run build')).toBeLessThan(at('npm publish'));
  });
});
