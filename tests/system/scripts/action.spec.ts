import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { actionInputs } from '../../../cli/check/github-error.ts';
import { type FaultName, startReference } from '../../../library/reference.ts';
import { needs } from '../../support/needs.ts';
import { test } from '../../support/temporary-folder.ts';
import { action, runAction } from './action-steps.ts';

/** The action as a workflow runs it: its steps in bash, with the files of GitHub, from this project. */

interface Case {
  readonly name: string;
  readonly faults?: readonly FaultName[];
  readonly rateLimit?: { readonly windowMs: number; readonly limit: number };
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly state: string;
  readonly annotations: readonly RegExp[];
  readonly summary: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'the installation conforms',
    code: 0,
    state: 'conforming',
    annotations: [/^::notice title=default::Conforming/],
    summary: /^# Contract check: default\n[\s\S]*Conforming/,
  },
  {
    name: 'the installation breaks a requirement',
    faults: ['projects-open-without-key'],
    code: 1,
    state: 'violating',
    annotations: [
      /^::error title=default%3A A request without a key is let in::GET \/api\/v3\/projects without a key/,
    ],
    summary: /GET \/api\/v3\/projects without a key/,
  },
  {
    name: 'the installation throttles',
    rateLimit: { windowMs: 600_000, limit: 8 },
    code: 4,
    state: 'throttled',
    annotations: [/^::error title=default::/],
    summary: /asks to wait \d+ s/,
  },
  {
    name: 'the installation is unreachable',
    inputs: { 'base-url': 'http://127.0.0.1:9' },
    code: 3,
    state: 'unreachable',
    annotations: [/^::error title=default::.*127\.0\.0\.1:9 cannot be reached/],
    summary: /127\.0\.0\.1:9 cannot be reached/,
  },
  {
    name: 'the secret with the key is missing',
    inputs: { 'api-key': '' },
    code: 2,
    state: 'unknown',
    annotations: [
      /^::error title=Nothing was checked::api-key: It is set but empty\. .* The secret that the workflow names may not exist\.$/,
    ],
    summary: /^# Nothing was checked\n\n- api-key: It is set but empty\./,
  },
  {
    name: 'a pull request from a fork, without secrets, runs it',
    inputs: { 'api-key': '' },
    event: { 'pull_request.head.repo.fork': 'true' },
    code: 2,
    state: 'unknown',
    annotations: [/^::error .*::api-key: .* GitHub hands no secrets to a pull request from a fork: /],
    summary: /^- api-key: .*fork/m,
  },
  {
    name: 'the input "only" names something unknown',
    inputs: { only: 'user' },
    code: 2,
    state: 'unknown',
    annotations: [/^::error .*::only: nothing is named "user"\. Did you mean "users"\?$/],
    summary: /^- only: nothing is named "user"\. Did you mean "users"\?$/m,
  },
  {
    name: 'the shard does not exist',
    inputs: { shard: '3/2' },
    code: 2,
    state: 'unknown',
    annotations: [
      /^::error .*::input shard argument '3\/2' is invalid\. Write 2\/3 for the second of three\.$/,
    ],
    summary: /^- input shard /m,
  },
];

test.describe('The GitHub action', () => {
  needs('bash');
  test.slow();

  for (const {
    name,
    faults = [],
    rateLimit,
    inputs = {},
    event,
    code,
    state,
    annotations,
    summary,
  } of cases) {
    test(`ends with exit code ${code} if ${name}`, async ({ folder }) => {
      const reference = await startReference({ faults, ...(rateLimit === undefined ? {} : { rateLimit }) });
      const given = {
        'base-url': reference.baseUrl,
        'api-key': reference.keys.first,
        tier: 'standard',
        ...inputs,
      };
      const ran = await runAction(folder, given, event).finally(() => reference.close());
      expect(ran.code, ran.printed).toBe(code);
      expect(ran.outputs.state).toBe(state);
      expect(ran.annotations).toHaveLength(annotations.length);
      for (const [index, one] of annotations.entries()) expect(ran.annotations[index]).toMatch(one);
      expect(ran.summary).toMatch(summary);
      expect(`${ran.printed}${ran.summary}`).not.toContain(reference.keys.first.slice(0, 8));
      const report = join(folder, 'workspace', ran.outputs.report ?? '');
      if (code === 2) expect(ran.outputs).toEqual({ state, coverage: '0', findings: '0', report: '' });
      else expect(existsSync(report) || existsSync(ran.outputs.report ?? ''), ran.outputs.report).toBe(true);
    });
  }

  test('sends imports and extra headers if its inputs say so, and leaves the endpoints of other shards out', async ({
    folder,
  }) => {
    const seen: string[] = [];
    const reference = await startReference({
      onRequest: ({ method, path, headers }) => {
        if (headers['x-gate'] === 'open sesame') seen.push(`${method} ${path}`);
      },
    });
    const ran = await runAction(folder, {
      'base-url': reference.baseUrl,
      'api-key': reference.keys.first,
      'second-api-key': reference.keys.second,
      'allow-import': 'true',
      'extra-headers': 'X-Gate: open sesame',
      'project-parameter': 'project',
      shard: '1/2',
      only: 'import, users',
    }).finally(() => reference.close());
    expect(ran.code, ran.printed).toBe(0);
    expect(seen).toContain('POST /api/v3/fhir_imports');
    // This endpoint belongs to the other shard.
    expect(seen).not.toContain('GET /api/v3/users');
  });

  test('maps each of its inputs to a setting or option, so that mistakes can name the input', () => {
    const { steps } = action.runs;
    const check = steps.find(({ id }) => id === 'check');
    for (const [setting, input] of Object.entries(actionInputs)) {
      expect(Object.keys(action.inputs)).toContain(input);
      if (setting.startsWith('--')) expect(check?.run).toContain(`${setting} "$`);
      else expect(check?.env?.[setting]).toBe(`\${{ inputs.${input} }}`);
    }
    const named = [...Object.values(actionInputs), 'package'].toSorted();
    expect(named).toEqual(Object.keys(action.inputs).toSorted());
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  });
});
