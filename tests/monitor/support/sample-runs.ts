import type { RunCommit } from '../../../monitor/history/history.ts';
import type { RunRow } from '../../../monitor/model.ts';

/** A good run as the history takes it, changed as a test wants. */
export function sampleCommit(
  row: Partial<RunRow> = {},
  rest: Partial<Omit<RunCommit, 'row'>> = {},
): RunCommit {
  const startedMs = row.startedMs ?? Date.UTC(2026, 2, 10, 12);
  return {
    row: {
      id: `run-${row.installation ?? 'alpha'}-${startedMs}`,
      installation: 'alpha',
      tier: 'standard',
      trigger: 'schedule',
      state: 'conforming',
      startedMs,
      finishedMs: startedMs + 1_500,
      cutShort: false,
      inMaintenance: false,
      countsAs: 'up',
      requests: 28,
      retried: 0,
      throttled: 0,
      coverage: 1,
      medianMs: 21.5,
      totals: { pass: 95, fail: 0, untestable: 0, skip: 0, error: 0 },
      ...row,
    },
    detail: {
      failures: [],
      observations: [{ gap: 'GAP-LIST-SHAPE', endpoint: 'GET /api/v3/projects', answer: 'array' }],
      verdicts: [{ check: 'availability.answers', endpoint: 'GET /api/v3/projects', outcome: 'pass' }],
      endpoints: { 'GET /api/v3/projects': { outcome: 'pass', ms: 12.5 } },
      phases: [{ phase: 'connect', ms: 0.5 }],
    },
    snapshot: '{"version":1}',
    ...rest,
  };
}

export const sampleFailure = {
  check: 'success.status',
  endpoint: 'GET /api/v3/citations',
  outcome: 'fail',
  requirements: ['RULE-3'],
  message: 'GET /api/v3/citations with a valid key in the header was answered by status 500.',
  evidence: {
    status: 500,
    url: 'http://127.0.0.1:1/api/v3/citations',
    curl: 'curl http://127.0.0.1:1/api/v3/citations',
    totalMs: 33.5,
    excerpt: '{"error":"broken"}',
  },
} as const;

const dayMs = 86_400_000;

/** How long a history keeps what is in it: about as by default. */
export const sampleRetention = {
  failuresMs: 365 * dayMs,
  passingMs: 30 * dayMs,
  rollupsMs: 730 * dayMs,
  maximumBytes: 2e9,
};
