import { latencyColumns } from '../../latency-buckets.ts';

/** How long requests took: of a run the 95th percentile, of an hour how many lie in each bucket. */
export const latencies: readonly string[] = [
  'ALTER TABLE runs ADD COLUMN p95_ms DOUBLE PRECISION',
  ...latencyColumns.map((column) => `ALTER TABLE hours ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`),
];
