import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { parse, parseAllDocuments } from 'yaml';
import { pipelines } from '../../cli/init/templates.ts';
import { NoRelease, releaseNotes } from '../../scripts/release/release-notes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly uses?: string;
  readonly container?: { readonly image: string };
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { version, engines, scripts, files } = JSON.parse(textOf('package.json')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
};
const folder = '.github/workflows/';
const workflows = readdirSync(`${root}${folder}`).map((file) => ({
  file,
  ...(parse(textOf(`${folder}${file}`)) as Workflow),
}));
const jobs = workflows.flatMap(({ jobs: named }) => Object.values(named));
const steps = jobs.flatMap((job) => job.steps ?? []);

test.describe('The workflows', () => {
  test('pin actions to a commit with the version in a comment, and use the image of the Dockerfile', () => {
    const actions = [...jobs, ...steps].flatMap(({ uses = [] }) => uses);
    expect(actions.length).toBeGreaterThan(5);
    for (const action of actions) expect(action).toMatch(/^(\.\/.*\.yml|[\w./-]+@[\da-f]{40})$/);
    for (const { container } of jobs)
      if (container !== undefined) expect(textOf('Dockerfile')).toContain(`NODE_IMAGE=${container.image}\n`);
    for (const { file } of workflows) {
      const pinned = textOf(`${folder}${file}`).match(/uses: \w.*/g) ?? [];
      expect(pinned.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line) && !line.includes('./'))).toEqual([]);
    }
  });

  test('have only read permission by default', () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: 'read' });
  });

  test('run .ci/run with the oldest supported Node.js and with later ones, and .ci/long', () => {
    const node = jobs.flatMap(({ strategy }) => strategy?.matrix.node ?? []);
    expect(`>=${node[0]?.split('.').slice(0, 2).join('.')}`).toBe(engines.node);
    expect(node.slice(1)).toEqual(['22', '24']);
    expect(steps.filter(({ run }) => run === '.ci/run')).toHaveLength(2);
    expect(steps.filter(({ run }) => run === '.ci/long')).toHaveLength(1);
  });

  test('call only npm scripts that exist', () => {
    const called = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
    expect(called.length).toBeGreaterThan(2);
    expect(called.filter(([, name = '']) => scripts[name] === undefined)).toEqual([]);
  });

  test('do not interpolate values into shell scripts', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });
});

test.describe('The GitHub action', () => {
  const action = parse(textOf('action.yml')) as {
    readonly inputs: Readonly<Record<string, object>>;
    readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    readonly runs: {
      readonly steps: readonly (Step & { readonly env?: Readonly<Record<string, string>> })[];
    };
  };

  test('passes every input to the command as an environment variable', () => {
    const used = action.runs.steps.flatMap(({ env = {} }) =>
      Object.values(env).flatMap((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? []),
    );
    expect(used.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
    const program = textOf('cli/check/github-error.ts');
    for (const { run = '', env = {} } of action.runs.steps) {
      expect(run).not.toContain('${{');
      for (const name of Object.keys(env))
        if (name.startsWith('CHECK_')) expect(run + program).toContain(name);
    }
  });

  test('has the outputs state, coverage, findings and report', () => {
    const values = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
    expect(values).toEqual(
      ['state', 'coverage', 'findings', 'report'].map((name) => [
        name,
        `\${{ steps.check.outputs.${name} }}`,
      ]),
    );
  });
});

interface Contract {
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, { readonly expand?: boolean }>>;
}

type Described = Readonly<Record<string, { readonly default?: string; readonly regex?: string }>>;

test('The GitLab component publishes the JUnit report, takes exact versions only and keeps inputs out of the shell', () => {
  const [head, component] = parseAllDocuments(textOf('templates/check.yml')).map(
    (one) => one.toJS() as object,
  );
  const { inputs: described } = (head as { readonly spec: { readonly inputs: Described } }).spec;
  const inputs = Object.keys(described);
  const used = [...textOf('templates/check.yml').matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(used)].toSorted()).toEqual(inputs.toSorted());
  expect(component).toMatchObject({
    contract: {
      script: [expect.stringContaining('--report-dir contract-reports')],
      artifacts: { when: 'always', reports: { junit: 'contract-reports/junit.xml' } },
    },
  });
  // The key goes only to a checkout or an exact version that the user names; an input is never shell text.
  const exact = new RegExp(described.package?.regex ?? 'none');
  expect([described.package?.default, described.checkout?.default]).toEqual(['', '']);
  expect(['', `evidence-contract@${version}`].filter((name) => !exact.test(name))).toEqual([]);
  const inexact = [
    'evidence-contract',
    'evidence-contract@latest',
    'evidence-contract@1',
    '-g@1.2.3',
    'a@1.2.3 b',
  ];
  expect(inexact.filter((name) => exact.test(name))).toEqual([]);
  const { script, variables } = (component as { readonly contract: Contract }).contract;
  expect(script.filter((line) => line.includes('$[['))).toEqual([]);
  const unexpanded = Object.entries(variables).filter(([name]) => name !== 'GIT_SUBMODULE_STRATEGY');
  expect(unexpanded.filter(([, { expand }]) => expand !== false)).toEqual([]);
});

test('Files of init and of deployments pin actions to commits and images to digests', () => {
  const texts = [
    ...Object.values(pipelines).map(({ text }) => text),
    ...[
      'operations/compose.yaml',
      'operations/compose.several.yaml',
      'operations/kubernetes/several-monitors.yaml',
    ].map(textOf),
    textOf('templates/check.yml'),
  ];
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:uses: |image:? ['"]?)([\w./-]+[:@][^\s'"]+)/g)].map(([, name = '']) => name),
  );
  const others = named.filter((name) => !name.startsWith('evidence-contract:'));
  expect(others.length).toBeGreaterThan(8);
  expect(others.filter((name) => !/@(?:sha256:[\da-f]{64}|[\da-f]{40})$/.test(name))).toEqual([]);
});

test.describe('Release notes', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3 (2026-01-01)\n\n- old\n\n## 1.2\n\n- older\n';

  test('are the section of the version in the changelog', () => {
    expect(releaseNotes('v1.2.3', '1.2.3', changelog)).toBe('- old\n');
    expect(releaseNotes(`v${version}`, version, textOf('CHANGELOG.md'))).toContain('### Added');
  });

  test('are refused for another version, or for one that the changelog does not have', () => {
    const problem = (tag: string, ofPackage: string): string => {
      try {
        return releaseNotes(tag, ofPackage, changelog);
      } catch (thrown) {
        return thrown instanceof NoRelease ? thrown.message : 'a fault';
      }
    };
    expect(problem('v1.2.4', '1.2.3')).toBe(
      'The tag v1.2.4 is not that of version 1.2.3 in package.json. Tag v1.2.3, or change the version.',
    );
    expect(problem('v1.3.0', '1.3.0')).toMatch(/^CHANGELOG\.md says nothing about 1\.3\.0\. /);
    expect(problem('', '1.2.3')).toMatch(/^The tag {2}is not/);
  });
});

test('The package contains every file that its documents link to', () => {
  const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
  const isPacked = (path: string): boolean =>
    packed.some((one) => path === one || path.startsWith(`${one}/`));
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && isPacked(path) && !/(?:^dist|node_modules)[/\\]/.test(path),
  );
  // A regular expression in code is not a link.
  const proseOf = (path: string): string => textOf(path).replaceAll(/`[^`\n]*`/g, '');
  const leadsOut = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(dirname(path), target))
      .filter((target) => !isPacked(target) || !existsSync(`${root}${target}`))
      .map((target) => `${path}: ${target}`),
  );
  expect(documents.length).toBeGreaterThan(20);
  expect(leadsOut).toEqual([]);
});

test('Examples and documents install the package from the tarball of its version', () => {
  for (const example of ['client', 'playwright', 'vitest']) {
    const { devDependencies } = JSON.parse(textOf(`examples/${example}/package.json`)) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    expect(devDependencies['evidence-contract']).toBe(`file:../../evidence-contract-${version}.tgz`);
  }
  for (const file of ['README.md', 'docs/playwright.md'])
    expect(textOf(file)).toContain(`./evidence-contract-${version}.tgz`);
});

test('The README has at most 150 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});
