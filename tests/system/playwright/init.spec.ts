import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { runCommand, runPlaywrightIn } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';
import { makeConsumer } from './consumer.ts';

const usual = [
  '.env.example',
  '.gitignore',
  'contract/contract.spec.ts',
  'contract/own.spec.ts',
  'playwright.config.ts',
  'tsconfig.json',
];

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        !name.startsWith('node_modules') &&
        !name.startsWith('.git/') &&
        statSync(join(folder, name)).isFile(),
    )
    .filter((name) => name !== 'package.json')
    .toSorted();
}

test.describe('init', () => {
  test.slow();

  test('writes a project with passing tests against the embedded installation', async () => {
    const folder = makeConsumer();
    const { stdout } = await runCommand(['init'], { directory: folder });
    expect(stdout).toContain('Written:\n  playwright.config.ts\n');
    expect(stdout).toContain('No service for pipelines was found');
    expect(stdout).toContain('Then:\n  cp .env.example .env   # ');
    expect(filesIn(folder)).toEqual(usual);
    cpSync(join(folder, '.env.example'), join(folder, '.env'));
    const words = ['--grep', 'can be tested|projects are for users alone'];
    const example = readFileSync(join(folder, '.env'), 'utf8');
    writeFileSync(join(folder, '.env'), example.replace(/^BASE_URL=.*/m, 'BASE_URL=embedded'));
    const written = await runPlaywrightIn(folder, words);
    expect(written.stdout).toMatch(/\b2 passed\b/);
  });

  test('changes no existing file, and writes nothing when it runs again', async () => {
    const own = {
      'playwright.config.js': 'export default {};\n',
      'contract/own.spec.ts': '// mine\n',
      '.env.example': 'MINE=1\n',
      '.gitignore': '.env\n/node_modules\n',
      '.gitlab-ci.yml': 'mine: {}\n',
      Jenkinsfile: '// mine\n',
    };
    const folder = makeConsumer({ ...own, '.github/CODEOWNERS': '* @me\n' });
    const { code, stdout } = await runCommand(['init'], { directory: folder });
    expect(code).toBe(0);
    for (const [name, text] of Object.entries(own))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    expect(filesIn(folder)).toEqual(
      [
        ...Object.keys(own),
        '.github/CODEOWNERS',
        '.github/workflows/contract.yml',
        'Jenkinsfile.contract',
        'contract.gitlab-ci.yml',
        'contract/contract.spec.ts',
        'tsconfig.json',
      ].toSorted(),
    );
    expect(stdout).toContain('hand its configuration to defineContractConfig()');
    expect(stdout).toContain('Add to .gitignore: reports/ test-results/ playwright-report/');
    expect(stdout).toContain(
      '.gitlab-ci.yml is your own: add to .gitlab-ci.yml: include: contract.gitlab-ci.yml.',
    );

    const before = filesIn(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const again = await runCommand(['init'], { directory: folder });
    expect(again.code).toBe(0);
    expect(again.stdout).not.toContain('Written:');
    expect(filesIn(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(before);
  });

  const remotes: readonly (readonly [string, readonly string[]])[] = [
    ['git@github.com:reviews/service.git', ['.github/workflows/contract.yml']],
    ['https://gitlab.example.org/reviews/service.git', ['.gitlab-ci.yml']],
    ['https://code.example.org/reviews/service.git', []],
  ];
  for (const [address, pipelines] of remotes) {
    test(`writes the pipeline that fits the git remote ${address}`, async () => {
      const folder = emptyFolder();
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git/config'), `[remote "origin"]\n\turl = ${address}\n`);
      await runCommand(['init'], { directory: folder });
      expect(filesIn(folder).filter((name) => !usual.includes(name))).toEqual(pipelines);
      for (const name of pipelines) {
        const pipeline = JSON.stringify(parse(readFileSync(join(folder, name), 'utf8')));
        for (const step of ['npm ci --ignore-scripts', 'npx playwright test'])
          expect(pipeline).toContain(step);
      }

      const below = join(folder, 'below');
      mkdirSync(below);
      const { stdout } = await runCommand(['init'], { directory: below });
      expect(filesIn(below)).toEqual(usual);
      if (pipelines.length > 0) expect(stdout).toContain('no pipeline was written');
    });
  }

  test('refuses an unknown CI service', async () => {
    const { code, stderr } = await runCommand(['init', '--ci', 'travis']);
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are github, gitlab, jenkins, none.');
  });
});
