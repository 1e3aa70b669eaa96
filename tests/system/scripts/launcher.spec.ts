import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { compiled } from '../../support/compiled.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** How `npm run` starts the commands, in a project of two files. */

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly errors: string;
}

class Project {
  readonly folder = emptyFolder();
  readonly builds = join(this.folder, 'node_modules/.cache/evidence-contract');

  constructor(engines = '>=20.19') {
    for (const name of ['cli', 'node_modules', 'scripts/launcher'])
      mkdirSync(join(this.folder, name), { recursive: true });
    for (const name of ['scripts/launcher', 'scripts/command.mjs', 'scripts/program.mjs', 'tsconfig.json'])
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    for (const name of ['typescript', '@typescript', 'tsx', '@types'])
      symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name));
    this.write('package.json', JSON.stringify({ name: 'small', type: 'module', engines: { node: engines } }));
    this.write('scripts/copy-assets.mjs', '');
    this.write(
      'tsconfig.build.json',
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noEmit: false, rootDir: '.' },
        include: ['cli'],
        exclude: ['cli/left'],
      }),
    );
    this.write('cli/main.ts', main);
    this.write('cli/later.ts', `export const later: string = 'first';\n`);
  }

  write(file: string, content: string): void {
    writeFileSync(join(this.folder, file), content);
  }

  start(...words: readonly string[]): ChildProcess {
    return spawn(process.execPath, ['scripts/command.mjs', ...words], { cwd: this.folder });
  }

  run(...words: readonly string[]): Promise<Ended> {
    const child = this.start(...words);
    child.stdin?.end();
    return ended(child);
  }

  /** The existing builds, and the remains of unfinished ones. */
  built(): readonly string[] {
    return existsSync(this.builds) ? readdirSync(this.builds) : [];
  }
}

/** Imports its other file when its input ends, and prints the imported text and whether it runs from sources. */
const main = `
import { stdin, stdout } from 'node:process';
interface Shown { readonly text: string }
stdout.write('ready ');
for await (const _ of stdin) {}
const { later } = await import('./later.ts');
const shown: Shown = { text: later };
stdout.write([shown.text, import.meta.url.endsWith('.ts') ? 'source' : 'build', ...process.argv.slice(2)].join(' '));
`;

async function ended(child: ChildProcess): Promise<Ended> {
  const [printed, errors, code] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, printed, errors: errors.replace(/^Compiling the sources.*\n/, '') };
}

const quiet = { code: 0, errors: '' };

test('commands run from a build that is made once for each state of the sources', async () => {
  const project = new Project();
  expect(await project.run('check', '--quiet')).toEqual({
    ...quiet,
    printed: 'ready first build check --quiet',
  });
  const builds = project.built();
  expect(builds).toHaveLength(1);
  expect((await project.run()).printed).toBe('ready first build');
  expect(project.built()).toEqual(builds);
  project.write('cli/later.ts', `export const later = 'other';\n`);
  expect(await project.run()).toEqual({ ...quiet, printed: 'ready other build' });
  // The first build is no longer in use.
  expect(project.built()).toHaveLength(1);
  expect(project.built()).not.toEqual(builds);
});

test('a running command keeps its own build until it ends, even if the sources change', async () => {
  const project = new Project();
  const first = project.start();
  await new Promise((resolve) => first.stdout?.once('readable', resolve));
  project.write('cli/later.ts', `export const later = 'newer';\n`);
  expect((await project.run()).printed).toBe('ready newer build');
  expect(project.built()).toHaveLength(2);
  first.stdin?.end();
  expect(await ended(first)).toEqual({ ...quiet, printed: 'ready first build' });
  project.write('cli/later.ts', `export const later = 'newest';\n`);
  expect((await project.run()).printed).toBe('ready newest build');
  expect(project.built()).toHaveLength(1);
});

test('concurrent first starts share one build, and none runs an unfinished build', async () => {
  const project = new Project();
  const all = await Promise.all([1, 2, 3].map(() => project.run()));
  expect(all).toEqual(all.map(() => ({ ...quiet, printed: 'ready first build' })));
  expect(project.built()).toHaveLength(1);
});

test('the build of a killed process is removed after a day; a half-removed build is made again at once', async () => {
  const project = new Project();
  await project.run();
  const [build = ''] = project.built();
  const user = join(project.builds, build, 'users/killed');
  writeFileSync(user, '');
  project.write('cli/later.ts', `export const later = 'second';\n`);
  await project.run();
  expect(project.built()).toContain(build);
  utimesSync(user, 0, 0);
  project.write('cli/later.ts', `export const later = 'third';\n`);
  await project.run();
  const [third = '', ...others] = project.built();
  expect(others).toEqual([]);
  rmSync(join(project.builds, third, 'users'), { recursive: true });
  rmSync(join(project.builds, third, 'cli/later.js'));
  expect(await project.run()).toEqual({ ...quiet, printed: 'ready third build' });
  expect(project.built()).toEqual([third]);
});

test('if no build can be stored, the sources run without a message', async () => {
  const project = new Project();
  project.write('node_modules/.cache', 'no folder');
  expect(await project.run('--quiet')).toEqual({ ...quiet, printed: 'ready first source --quiet' });
});

test('if a source file does not compile, the command runs from the sources', async () => {
  const project = new Project();
  project.write('cli/other.ts', 'const = 1;');
  expect(await project.run()).toEqual({ ...quiet, printed: 'ready first source' });
  expect(project.built()).toEqual([]);
});

for (const [script, words] of [
  ['command', []],
  ['program', ['cli/main.ts']],
] as const) {
  test(`${script}.mjs refuses an older Node.js in one sentence, with exit code 2`, async () => {
    const project = new Project('>=99.1');
    const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...words], { cwd: project.folder });
    expect(await ended(child)).toEqual({
      code: 2,
      printed: '',
      errors: `small needs Node.js 99.1 or later; this is Node.js ${process.versions.node}.\n`,
    });
  });
}

test('program.mjs runs a program from its sources, without a build', async () => {
  const project = new Project();
  const child = spawn(process.execPath, ['scripts/program.mjs', 'cli/main.ts', '--check'], {
    cwd: project.folder,
  });
  child.stdin.end();
  expect(await ended(child)).toEqual({ ...quiet, printed: 'ready first source --check' });
  expect(project.built()).toEqual([]);
});

test('a large body is also validated by a command that runs from its sources', async () => {
  const folder = emptyFolder();
  const entry = Array.from({ length: 2000 }, (_, at) => ({
    resource: { resourceType: 'Patient', id: `p${at}` },
  }));
  writeFileSync(
    join(folder, 'large.json'),
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }),
  );
  const words = ['scripts/program.mjs', 'cli/main.ts', 'validate', join(folder, 'large.json')];
  const { code, printed, errors } = await ended(spawn(process.execPath, words, { cwd: root }));
  expect({ code, errors }).toEqual(quiet);
  expect(printed).toContain('"valid":true');
});

test('the compiled reference server serves its files, although a folder above them starts with a dot', async () => {
  const words = ['scripts/command.mjs', 'reference', '--port', '0', '--quiet'];
  const child = spawn(process.execPath, words, { cwd: root });
  const closed = ended(child);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(first.toString('utf8'))?.[0];
  const statuses = ['/openapi.json', '/login', '/assets/style.css'].map(
    async (path) => `${path} ${(await fetch(`${address}${path}`)).status}`,
  );
  expect(await Promise.all(statuses)).toEqual(['/openapi.json 200', '/login 200', '/assets/style.css 200']);
  child.kill('SIGTERM');
  expect((await closed).code).toBe(0);
});

test('the compiled monitor serves each asset that its pages reference', async () => {
  const child = spawn(process.execPath, [join(root, 'scripts/command.mjs'), 'monitor'], {
    cwd: emptyFolder(),
    env: { ...process.env, PORT: '0', BASE_URL: 'embedded' },
  });
  const closed = ended(child);
  const [started] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(started) as { readonly url: string };
  const read = async (path: string): Promise<string> => (await fetch(new URL(path, url))).text();
  const named = (page: string): readonly string[] =>
    [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const pages = await Promise.all(['/', '/installations/reference'].map(read));
  const paths = [...new Set(pages.flatMap(named))];
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2);
  const statuses = paths.map(async (path) => [path, (await fetch(new URL(path, url))).status]);
  expect(await Promise.all(statuses)).toEqual(paths.map((path) => [path, 200]));
  child.kill('SIGTERM');
  expect((await closed).code).toBe(0);
});

test('an option that npm consumed itself is refused with advice', async () => {
  const folder = emptyFolder();
  const check = `${JSON.stringify(process.execPath)} ${JSON.stringify(compiled('cli/main.ts'))} check`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'small', scripts: { check } }));
  const environment = { ...process.env, npm_config_cache: join(folder, 'cache'), BASE_URL: 'embedded' };
  const run = (...words: readonly string[]): Promise<Ended> =>
    ended(spawn('npm', ['run', '--silent', 'check', ...words], { cwd: folder, env: environment }));
  const { code, errors } = await run('--tier', 'pulse');
  expect(errors).toContain('npm took --tier for itself. Write two hyphens');
  expect(code).toBe(2);
  expect(await run('users')).toMatchObject({
    code: 2,
    errors: expect.stringContaining("'check' takes no names. Did you mean --only users?"),
  });
  expect(await run('--', '--tier', 'pulse')).toMatchObject({ code: 0 });
});
