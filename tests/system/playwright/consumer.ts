import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiled } from '../../support/compiled.ts';
import { once } from '../../support/once.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The compiled package with everything that it depends on, as npm would install it. */
const installed = once((): string => {
  const modules = join(emptyFolder(), 'node_modules');
  mkdirSync(join(modules, 'evidence-contract'), { recursive: true });
  cpSync(dirname(dirname(compiled('cli/main.ts'))), join(modules, 'evidence-contract/dist'), {
    recursive: true,
  });
  cpSync(join(root, 'package.json'), join(modules, 'evidence-contract/package.json'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return modules;
});

/** The configuration of a project with tests of its own. */
export const usualConfiguration = `import { defineContractConfig } from 'evidence-contract/playwright';

export default defineContractConfig({ testDir: 'contract', reporter: [['list'], ['json', { outputFile: 'report.json' }]] });
`;

/** Makes a folder in which this package is installed, with these files. */
export function makeConsumer(files: Readonly<Record<string, string>> = {}): string {
  const folder = emptyFolder();
  symlinkSync(installed(), join(folder, 'node_modules'));
  const all = { 'package.json': '{"private":true}', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A file of tests with these bodies, each in a test of its own. */
export function testFile(bodies: Readonly<Record<string, string>>): string {
  const tests = Object.entries(bodies).map(
    ([title, body]) =>
      `test(${JSON.stringify(title)}, async ({ ask, verdicts, installation }) => {\n${body}\n});`,
  );
  return ["import { expect, test } from 'evidence-contract/playwright';", ...tests, ''].join('\n');
}

/** Makes a project with these tests of its own, their bodies by their titles, and with these other files. */
export const ownTests = (bodies: Readonly<Record<string, string>>, files = {}): string =>
  makeConsumer({
    'playwright.config.ts': usualConfiguration,
    'contract/own.spec.ts': testFile(bodies),
    ...files,
  });
