import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  type Reference,
  type ReferenceOptions,
  type ResponseTransform,
  startReference,
} from '../../../reference-server/index.ts';
import { changedKeyQuestions } from '../../support/changed-key-questions.ts';
import { long } from '../../support/long.ts';
import { runCommand } from '../../support/run-command.ts';
import { whileOpen } from '../../support/serving.ts';
import { emptyFolder } from '../../support/temporary-folder.ts';

/** A run must earn its exit code 0: with too little judged, with a baseline, and if evidence is judged again. */

async function withReference(
  use: (environment: Readonly<Record<string, string>>, reference: Reference) => Promise<void>,
  options: ReferenceOptions = {},
): Promise<void> {
  await whileOpen(startReference({ rateLimit: 'off', ...options }), async (reference) => {
    const environment = {
      BASE_URL: reference.baseUrl,
      API_KEY: reference.keys.first,
      REPORTS_DIR: emptyFolder(),
      PACE: 'off',
    };
    await use(environment, reference);
  });
}

/** An installation without citations, so that no single one can be requested. */
const noCitations: ResponseTransform = {
  transformAnswer: (answer, { endpoint }) =>
    endpoint === 'GET /api/v3/citations' && answer.status === 200 ? { ...answer, body: [] } : answer,
};

const noNames = changedKeyQuestions(({ name: _, ...rest }) => rest);

function textsOf(folder: string): readonly (readonly [string, string])[] {
  return ['report.md', 'report.html', 'document.html', 'junit.xml'].map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ]);
}

interface Observed {
  readonly observations: readonly unknown[];
}

function jsonIn(file: string): Observed & { readonly tier?: string; readonly verdicts?: readonly unknown[] } {
  return JSON.parse(readFileSync(file, 'utf8')) as Observed;
}

test('a run that is cut short with most checks unjudged ends with exit code 5, and every report says why', async () => {
  await withReference(
    async (environment) => {
      const limits = { DEADLINE_S: '2', CONCURRENCY: '1' };
      const { code, stdout } = await runCommand(['check'], { environment: { ...environment, ...limits } });
      const sentence = /The run was cut short when \d+(\.\d)? % of the checks had been judged/;
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(sentence);
      for (const [name, text] of textsOf(environment.REPORTS_DIR ?? '')) expect(text, name).toMatch(sentence);
      expect(code).toBe(5);
    },
    { delayMs: 200 },
  );
});

test('an import under way at the deadline is reported as sent, but not answered', async () => {
  const silentImport: ResponseTransform = { raw: ({ answer }) => answer.status === 201 };
  await withReference(
    async (environment) => {
      const limits = { ALLOW_IMPORT: 'true', DEADLINE_S: '6', TIMEOUT_MS: '20000' };
      const words = ['check', '--only', 'import.created'];
      await runCommand(words, { environment: { ...environment, ...limits } });
      const report = readFileSync(join(environment.REPORTS_DIR ?? '', 'report.md'), 'utf8');
      expect(report).toContain(
        'The request was sent, but not answered before the run ended: the deadline of 6 s',
      );
    },
    { transforms: [silentImport] },
  );
});

test('coverage below MIN_COVERAGE ends with exit code 5, and every report says so', async () => {
  await withReference(
    async (environment) => {
      const demanding = { ...environment, MIN_COVERAGE: '1' };
      const { code, stdout } = await runCommand(['check', '--tier', 'standard'], { environment: demanding });
      const sentence = /MIN\\?_COVERAGE demands 100 %/;
      expect(code).toBe(5);
      expect(stdout).toMatch(sentence);
      for (const [name, text] of textsOf(environment.REPORTS_DIR ?? '')) expect(text, name).toMatch(sentence);
    },
    { transforms: [noCitations] },
  );
});

test('several installations each have their own baseline', long, async () => {
  await withReference(async ({ REPORTS_DIR = '', PACE = '' }, { baseUrl, keys }) => {
    const directory = emptyFolder();
    const installations = ['one', 'two'].map((name) => ({ name, baseUrl, apiKey: keys.first }));
    writeFileSync(join(directory, 'installations.yaml'), JSON.stringify({ installations }));
    const run = { directory, environment: { REPORTS_DIR, PACE } };
    expect((await runCommand(['check', '--save-baseline', 'baseline.json'], run)).code).toBe(0);
    expect(existsSync(join(directory, 'baseline.json'))).toBe(false);
    const [one, two] = ['one', 'two'].map((name) => jsonIn(join(directory, `baseline-${name}.json`)));
    expect(one?.observations).toEqual(two?.observations);
    expect((await runCommand(['check', '--baseline', 'baseline.json'], run)).code).toBe(0);
    // One of them is compared with its own, by the same setting.
    const words = ['check', '--installation', 'one'];
    const set = { ...run, environment: { ...run.environment, BASELINE: 'baseline.json' } };
    expect((await runCommand(words, set)).code).toBe(0);
    rmSync(join(directory, 'baseline-one.json'));
    const missing = await runCommand(words, set);
    expect(missing.stderr).toContain('The baseline baseline.json cannot be read');
    expect(missing.code).toBe(2);
  });
});

test(
  'every run except one that saves BASELINE is compared with it; a run that observed less does not overwrite it',
  long,
  async () => {
    const BASELINE = join(emptyFolder(), 'baseline.json');
    const later = await startReference({ rateLimit: 'off', transforms: [noNames] });
    await withReference(async (usual) => {
      const environment = { ...usual, BASELINE };
      const save = ['check', '--save-baseline', BASELINE];
      const missing = await runCommand(['check'], { environment });
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')]);
      // The first one: there is nothing yet to compare with.
      expect((await runCommand(save, { environment })).code).toBe(0);
      expect((await runCommand(['check'], { environment })).code).toBe(0);
      const before = jsonIn(BASELINE);

      const less = await runCommand([...save, '--only', 'users'], { environment });
      expect(less.code).toBe(2);
      expect(less.stderr).toMatch(
        /baseline\.json was not overwritten: it has \d+ observations that this run could not make/,
      );
      expect(jsonIn(BASELINE)).toEqual(before);
      const nothing = await runCommand(['check', '--only', 'errors'], { environment });
      expect(nothing.stdout).toContain('Not compared with the baseline (1)');
      expect(nothing.stdout).toContain('This run observed nothing of what the baseline has.');
      expect(nothing.code).toBe(0);

      const changed = { ...environment, BASE_URL: later.baseUrl, API_KEY: later.keys.first };
      const drifted = await runCommand(['check'], { environment: changed });
      expect(drifted.code).toBe(6);
      expect(drifted.stdout).toContain('Drift from the baseline that can break clients (1)');
      expect((await runCommand(save, { environment: changed })).code).toBe(0);
      expect((await runCommand(['check'], { environment: changed })).code).toBe(0);
    });
    await later.close();
  },
);

test('kept evidence is judged again with the requested tier and FHIR release', async () => {
  await withReference(async (environment) => {
    const folder = environment.REPORTS_DIR ?? '';
    await runCommand(['check'], { environment: { ...environment, KEEP_EVIDENCE: 'true' } });
    const words = ['check', '--evidence', join(folder, 'evidence.json')];
    const judge = async (more: readonly string[], settings: Readonly<Record<string, string>>) => {
      const REPORTS_DIR = emptyFolder();
      const { code } = await runCommand([...words, ...more], { environment: { REPORTS_DIR, ...settings } });
      return { code, ...jsonIn(join(REPORTS_DIR, 'run.json')) };
    };
    const { verdicts, observations } = jsonIn(join(folder, 'run.json'));
    expect(await judge([], {})).toMatchObject({ code: 0, tier: 'full', verdicts, observations });
    expect(await judge(['--tier', 'pulse'], {})).toMatchObject({ code: 0, tier: 'pulse' });
    // The sample has types that this release does not know.
    expect(await judge([], { FHIR_RELEASE: '4.0.1' })).toMatchObject({ code: 1 });
  });
});
