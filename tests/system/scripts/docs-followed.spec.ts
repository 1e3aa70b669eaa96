import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../library/reference.ts';
import { environmentFor } from '../../support/installation.ts';
import { needs } from '../../support/needs.ts';
import { whileOpen } from '../../support/serving.ts';
import { runBash } from './action-steps.ts';
import { emptyProject } from './packed.ts';

/** README and guides, followed word for word in an empty folder with the packed package. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The code blocks of a language in a document, or below one of its headings. */
function blocksIn(file: string, language: string, heading = ''): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const part = text.slice(text.indexOf(heading)).slice(heading.length);
  const end = heading === '' ? -1 : part.search(/\n##+ /);
  const blocks = part.slice(0, end < 0 ? undefined : end).matchAll(/```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].flatMap(([, name, code = '']) => (name === language ? [code] : []));
}

function run(
  script: string,
  { folder, bin }: { readonly folder: string; readonly bin: string },
  environment: Readonly<Record<string, string>>,
) {
  const { PATH = '', HOME = '' } = process.env;
  const packages = join(root, 'node_modules');
  return runBash(script, folder, { PATH: `${bin}:${PATH}`, HOME, PACKAGES: packages, ...environment });
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Writes each block to the file that it names; a block without a file becomes the body of a test. */
function writeBlocks(folder: string, file: string, kind: string): void {
  for (const [index, block] of blocksIn(file, 'ts').entries()) {
    const named = /^\/\/ (\S+\.ts)\n/.exec(block)?.[1];
    const body = named === undefined && !/^import /m.test(block);
    const text = body
      ? `import { expect, test } from 'evidence-contract/playwright';\ntest('${kind} ${index}', async ({ ask, verdicts, installation }) => {\n${block}\nvoid [expect, verdicts, installation];\n});\n`
      : block;
    write(folder, named ?? `contract/${kind}-${index}${body ? '.spec' : ''}.ts`, text);
  }
}

test('the commands and examples of the README and the guides work as written', async () => {
  needs('bash');
  test.slow();
  const project = emptyProject();
  const [start = ''] = blocksIn('docs/playwright.md', 'sh', '## Start');
  const [install = ''] = blocksIn('README.md', 'sh', '### In a project of your own');
  expect(install).toContain('npx evidence-contract init');
  // The guide begins with the same commands.
  expect(start.slice(0, install.length)).toBe(install);
  await whileOpen(startReference({ variants: [] }), async (reference) => {
    const environment = environmentFor(reference.baseUrl, reference.keys);
    await test.step('the start of the guide makes a project with passing tests', async () => {
      const ran = await run(start, project, environment);
      expect(ran.code, ran.printed).toBe(0);
      expect(ran.printed).toMatch(/\b6\d passed\b/);
    });
    await test.step('the examples of both guides compile and pass', async () => {
      writeBlocks(project.folder, 'docs/playwright.md', 'block');
      writeBlocks(project.folder, 'docs/library.md', 'library');
      const examples = await run('npx tsc && npx playwright test own block', project, environment);
      expect(examples.code, examples.printed).toBe(0);
      expect(examples.printed).toMatch(/\b[2-9] passed\b/);
    });
  });
});
