import { createHash } from 'node:crypto';
import { redactionOf } from '../engine/evidence/redaction.ts';
import { Secret } from '../engine/secret.ts';
import type { BenchRow } from './row.ts';

/** The secrets of 1,000 installations: a key each of two users, and a revoked one. */
const secrets = Array.from(
  { length: 3000 },
  (_, index) => new Secret(createHash('sha256').update(`${index}`).digest('base64url')),
);
const line =
  'GET /api/v3/projects with a valid key in the header was answered by status 200 (application/json)';
const linesTimed = 1000;

/** Measures the cost of keeping the keys of many installations out of a monitor's log. */
export async function benchSecrets(): Promise<readonly BenchRow[]> {
  const first = timeOf(() => redactionOf(secrets).parts(line));
  const redaction = redactionOf(secrets);
  const lines = timeOf(() => {
    for (let index = 0; index < linesTimed; index += 1) redaction.parts(`${line} ${index}`);
  });
  return [
    { name: 'a first line of the log', value: first, unit: 'ms', target: '≤ 1000', ok: first <= 1000 },
    { name: 'each further line', value: lines / linesTimed, unit: 'ms' },
  ];
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
