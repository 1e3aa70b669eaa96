import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { exitCodeOf } from '../../../cli/exit-codes.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import type { RunRecord } from '../../../engine/record/run-record.ts';
import { runInstallation } from '../../../engine/run/run-installation.ts';
import { Secret } from '../../../engine/secret.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { once } from '../../support/once.ts';
import { sharedBodies } from '../../support/shared-bodies.ts';

/** Keys that occur nowhere else, so that each trace of one is a leak. */
export const sentinels = {
  key: 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  second: 'Hc5Yj1Gf6Sa0Du2Ke7Mo',
  revoked: 'Pq8Bi3Xn4Zt6Lr1Ve9Cw',
} as const;

const recordValidator = once(() => {
  const schema = readFileSync(new URL('../../../schemas/run.schema.json', import.meta.url), 'utf8');
  return new Ajv2020({ allErrors: true, strict: false }).compile(JSON.parse(schema) as object);
});

/** An installation with short limits, so that tests do not wait long. */
export function hostileInstallation(baseUrl: string, changes: Partial<Installation> = {}): Installation {
  return makeTestInstallation({
    name: 'hostile',
    baseUrl,
    key: new Secret(sentinels.key),
    secondKey: new Secret(sentinels.second),
    revokedKey: new Secret(sentinels.revoked),
    allowImport: true,
    timeoutMs: 400,
    deadlineMs: 10_000,
    maximumBodyBytes: 3_000_000,
    ...changes,
  });
}

export interface HostileResult {
  readonly record: RunRecord;
  readonly exitCode: number;
  /** The record as it is written. */
  readonly text: string;
}

/** Runs a survey of a hostile installation, and asserts what must hold for all its answers. */
export async function runAgainst(installation: Installation): Promise<HostileResult> {
  const { record } = await runInstallation(installation, { tier: 'survey', bodies: sharedBodies() });
  const demands = { minimumCoverage: 0, minimumAsked: 0, breakingDrift: false, outdatedKnown: false };
  const result = {
    record,
    exitCode: exitCodeOf(record, demands),
    text: JSON.stringify(record),
  };
  expectContained(result, installation);
  return result;
}

function expectContained({ record, exitCode, text }: HostileResult, installation: Installation): void {
  expect(record.verdicts.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  expect([0, 1, 3, 4, 5], `${record.state}: ${record.cause}`).toContain(exitCode);
  const endsWithinMs = installation.deadlineMs + 1500;
  expect(record.durationMs).toBeLessThan(endsWithinMs);
  expectValidRecord(record);
  expectNoTrace(text);
  expectNoKey(text);
  expectNoControlCharacters(record);
  expect(text.length).toBeLessThan(2_000_000);
  expect(record.exchanges.filter((exchange) => JSON.stringify(exchange).length >= 64_000)).toEqual([]);
}

/** Asserts that the record matches its schema. */
export function expectValidRecord(record: unknown): void {
  const validate = recordValidator();
  validate(record);
  expect(validate.errors ?? []).toEqual([]);
}

/** Asserts that a text shows neither a stack trace nor one of our files. */
export function expectNoTrace(text: string): void {
  expect(text).not.toMatch(/\bat [\w.<> ]*\(?(file:|node:|\/)[^\s<]*:\d+:\d+/);
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d+/);
}

/** Asserts that nothing moves a cursor, rings a bell or changes the direction of text. */
function expectNoControlCharacters(record: RunRecord): void {
  const harmful: string[] = [];
  JSON.stringify(record, (name, value: unknown) => {
    for (const one of [name, value]) {
      if (typeof one === 'string' && /[^\P{C}\n\t]/u.test(one)) harmful.push(one);
    }
    return value;
  });
  expect(harmful).toEqual([]);
}

/** Asserts that a text has no 8 consecutive characters of a key, in any letter case, base64 or hexadecimal. */
export function expectNoKey(text: string, keys: readonly string[] = Object.values(sentinels)): void {
  const lower = text.toLowerCase();
  const found: string[] = [];
  for (const key of keys) {
    for (const spelling of [key, ...base64Spellings(key), Buffer.from(key).toString('hex')]) {
      const searched = spelling.toLowerCase();
      for (let start = 0; start + 8 <= searched.length; start += 1) {
        const piece = searched.slice(start, start + 8);
        const at = lower.indexOf(piece);
        if (at !== -1) found.push(`${piece} in ${text.slice(Math.max(0, at - 60), at + 40)}`);
      }
    }
  }
  expect(found).toEqual([]);
}

/** The base64 form of a text depends on its offset in the encoded text. */
function base64Spellings(key: string): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'-'.repeat(offset)}${key}`).toString('base64');
    // The characters at both ends also hold bits of the neighbours.
    return encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : 4, -2);
  });
}
