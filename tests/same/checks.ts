import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { type ReferenceOptions, startReference } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { runNode } from '../support/run-command.ts';

/** An installation that both checkouts judge. */
export interface Case {
  readonly name: string;
  readonly options: () => ReferenceOptions;
  readonly settings: Readonly<Record<string, string>>;
}

/** The plain installation, each fault and each variant. Faults that come by chance are left out: no two runs meet the same. */
export const cases: readonly Case[] = [
  { name: 'plain', options: () => ({}), settings: {} },
  ...faults
    .filter(({ name }) => !name.startsWith('one-in-'))
    .map(
      ({ name, transform, at, settings = {} }): Case => ({
        name,
        options: () => ({ transforms: [transform(at)] }),
        settings: { ...settings, ...(name.includes('hang') ? { TIMEOUT_MS: '700' } : {}) },
      }),
    ),
  ...variants
    .filter(({ heavy }) => heavy !== true)
    .map(
      ({ name, transform, options, settings = {} }): Case => ({
        name,
        options: () => ({ ...options, transforms: transform === undefined ? [] : [transform()] }),
        settings,
      }),
    ),
];

/** The same for all, so that nothing differs between two installations of one case. */
export const keys = {
  first: 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  second: 'Hc5Yj1Gf6Sa0Du2Ke7Mo',
  revoked: 'Pq8Bi3Xn4Zt6Lr1Ve9Cw',
};

/**
 * What `check` of a checkout says of a case: its output and each file that it writes, by name. `run.json` is reduced to what it
 * says of the installation, since its exchanges differ in times.
 */
export async function checkCase(
  checkout: string,
  { options, settings }: Case,
): Promise<ReadonlyMap<string, string>> {
  const reference = await startReference({ rateLimit: 'off', keys, ...options() });
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-same-'));
  try {
    const words = [join(checkout, 'scripts/command.mjs'), 'check', '--no-progress', '--report-dir', folder];
    const report = 'markdown,html,document,junit,sarif';
    const { stdout, stderr, code } = await runNode([...words, '--report', report], {
      directory: folder,
      environment: {
        BASE_URL: reference.baseUrl,
        API_KEY: keys.first,
        SECOND_API_KEY: keys.second,
        REVOKED_API_KEY: keys.revoked,
        ALLOW_IMPORT: 'true',
        PACE: 'off',
        // With one request at a time, equal answers come in the same order.
        CONCURRENCY: '1',
        NO_COLOR: '1',
        ...settings,
      },
    });
    const compiling = /^Compiling the sources.*$/m;
    const said = `exit ${code}\n${stdout}\n${stderr.replace(compiling, '')}`.replaceAll(folder, 'FOLDER');
    const written = readdirSync(folder).map(
      (file) => [file, readFileSync(join(folder, file), 'utf8')] as const,
    );
    return new Map([
      ['console', said],
      ...written.map(
        ([file, text]) => [file, file === 'run.json' ? judgedIn(JSON.parse(text)) : text] as const,
      ),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await reference.close();
  }
}

function judgedIn({
  state,
  cause,
  coverage,
  requests,
  verdicts,
  findings,
  observations,
  choices,
}: RunRecord): string {
  const lines = (list: readonly unknown[] = []): string[] => list.map((one) => JSON.stringify(one));
  const all = [...lines(verdicts), ...lines(findings), ...lines(observations), ...lines(choices)];
  return [state, cause ?? '', String(coverage), String(requests), ...all].join('\n');
}
