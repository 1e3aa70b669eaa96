import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reference, startReference } from '../../reference-server/index.ts';
import { type Case, keys } from './checks.ts';

const off = { pulse: 'off', full: 'off' } as const;
const startLimitMs = 180_000;

/**
 * What a monitor of a checkout shows of some cases once each had its first run: its pages, JSON and metrics, by address.
 * @param watched cases without settings of their own
 */
export async function watchCases(
  checkout: string,
  watched: readonly Case[],
): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-contract-same-'));
  const references = await Promise.all(
    watched.map(({ options }) => startReference({ rateLimit: 'off', keys, ...options() })),
  );
  writeFileSync(join(folder, 'installations.yaml'), JSON.stringify(fileOf(watched, references)));
  const child = spawn(process.execPath, [join(checkout, 'scripts/command.mjs'), 'monitor'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('"history":"')) resolve((JSON.parse(line) as { readonly url: string }).url);
      });
      void ended.then((code) => reject(new Error(`The monitor of ${checkout} ended with ${code}.`)));
    });
    return await readPages(url, watched);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await Promise.all(references.map((reference) => reference.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileOf(watched: readonly Case[], references: readonly Reference[]): unknown {
  return {
    monitor: { schedule: { ...off, standard: '1h' } },
    installations: watched.map(({ name }, index) => ({
      name,
      baseUrl: references[index]?.baseUrl,
      apiKey: keys.first,
      pace: 'off',
    })),
  };
}

async function readPages(url: string, watched: readonly Case[]): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string): Promise<string> => (await fetch(new URL(path, url))).text();
  const isSettled = async (): Promise<boolean> =>
    !(await read('/metrics')).includes('evidence_contract_state{') ||
    (await read('/api/v1/installations')).split('"lastRun"').length > watched.length;
  for (let leftMs = startLimitMs; leftMs > 0 && !(await isSettled()); leftMs -= 500) await wait(500);
  // A second look may follow the first run.
  await wait(5_000);
  const paths = [
    '/',
    '/?layout=dense',
    '/?layout=wall',
    '/incidents',
    '/actions',
    '/monitor',
    '/metrics',
    '/api/v1/installations',
    ...watched.flatMap(({ name }) => [`/installations/${name}`, `/metrics?installation=${name}`]),
  ];
  const pages = new Map<string, string>();
  for (const path of paths) {
    const text = await read(path);
    // A line for each element, and for each field of JSON.
    pages.set(path, text.replaceAll(/>\s*</g, '>\n<').replaceAll(',"', ',\n"'));
  }
  return pages;
}
