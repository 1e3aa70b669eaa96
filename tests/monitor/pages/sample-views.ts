import { endpoints } from '../../../contract/document/endpoints.ts';
import type { InstallationState } from '../../../contract/state.ts';
import type { InstallationView } from '../../../monitor/pages/installation/model.ts';
import type { OwnHealthView } from '../../../monitor/pages/monitor/model.ts';
import type { DayView, OverviewRow, OverviewView, WallView } from '../../../monitor/pages/overview/model.ts';
import type { RunView } from '../../../monitor/pages/run/data.ts';
import type {
  FailureView,
  FindingView,
  FrameView,
  LatencyPoint,
} from '../../../monitor/pages/shared/model.ts';

/** Views as the monitor passes them to the pages, with every part filled. */

const now = '2026-11-21T13:05:00.000Z';

function minutesBefore(minutes: number): string {
  return new Date(new Date(now).getTime() - minutes * 60_000).toISOString();
}

export function frameOf(summary: FrameView['summary'] = []): FrameView {
  return { now, refreshSeconds: 30, suiteVersion: '0.1.0', hasStatusPage: true, summary };
}

/** A healthy monitor. */
export const wellHealth: OwnHealthView = {
  isWell: true,
  schedule: { isWell: true, installations: 7, overdue: 0 },
  history: {
    isWell: true,
    isWritable: true,
    bytes: 340e6,
    maximumBytes: 2e9,
    reachesBackTo: '2026-10-22T13:05:00.000Z',
    promisedMs: 30 * 86_400_000,
    keptMs: 30 * 86_400_000,
  },
  notifications: { isWell: true, waiting: 0 },
  configuration: { isWell: true },
};

function latency(length: number, everyMinutes: number): readonly LatencyPoint[] {
  return Array.from({ length }, (_, index) => ({
    at: minutesBefore((length - index) * everyMinutes),
    ...(index === 20 ? {} : { ms: 120 + 60 * Math.sin(index / 7) + (index % 11) * 6 }),
    isFailure: index === 20 || index % 37 === 36,
    runUrl: `/runs/r${index}`,
  }));
}

/** One day with an outage, one with a broken requirement, one without counted runs; all others good. */
function daysOf(length: number): readonly DayView[] {
  return Array.from({ length }, (_, index) => {
    const day = new Date(Date.parse(now) - (length - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    if (index === 40) return { day, counted: 1440, down: 0.25, broken: 0 };
    if (index === 70) return { day, counted: 1440, down: 0, broken: 0.5 };
    if (index === 71) return { day, counted: 0, down: 0, broken: 0 };
    return { day, counted: 1440, down: 0, broken: 0 };
  });
}

export function rowOf(name: string, state: InstallationState, more: Partial<OverviewRow> = {}): OverviewRow {
  return {
    name,
    url: `/installations/${name}`,
    baseUrl: `https://${name}.example.org/review`,
    state,
    stateSince: minutesBefore(190),
    findings: state === 'violating' ? 2 : 0,
    ...(state === 'violating' ? { severity: 'open-door' as const } : {}),
    uptime: { day: 0.9987, week: 0.9998, month: 1 },
    longUptime: { share: 0.9987, since: '2026-08-24T00:00:00.000Z' },
    days: daysOf(90),
    drift: 0,
    lastRun: {
      id: 'r1',
      url: '/runs/r1',
      tier: 'standard',
      state,
      startedAt: minutesBefore(4),
      durationMs: 1840,
    },
    nextRun: { tier: 'pulse', at: minutesBefore(-1) },
    sparkline: latency(40, 15),
    coverage: 0.94,
    ...more,
  };
}

const failingCause =
  'GET /api/v3/projects/:id with a valid key promises a FHIR R4 Bundle, but the answer had status 500.';

export function overviewView(): OverviewView {
  return {
    health: wellHealth,
    query: { text: '', layout: 'usual', page: 1 },
    paging: { page: 1, pages: 1, first: 1, matching: 7, total: 7 },
    groups: [],
    tags: [],
    byGroup: [],
    incidents: [
      {
        installation: 'staging',
        url: '/installations/staging',
        state: 'violating',
        from: minutesBefore(190),
        cause: failingCause,
        runUrl: '/runs/r35',
      },
      {
        installation: 'production',
        url: '/installations/production',
        state: 'unreachable',
        to: minutesBefore(400),
      },
    ],
    frame: frameOf([
      { state: 'unreachable', count: 1 },
      { state: 'violating', count: 1 },
      { state: 'throttled', count: 1 },
      { state: 'maintenance', count: 1 },
      { state: 'unknown', count: 1 },
      { state: 'conforming', count: 2 },
    ]),
    isDemonstration: false,
    uptimeRule:
      'Uptime is the share of scheduled runs in which the installation answered as this API and accepted the key. Runs in maintenance, and runs that were throttled or cut short, are left out.',
    installations: [
      rowOf('trials-archive', 'unreachable', {
        cause:
          'https://trials-archive.example.org/review cannot be reached: the connection was refused. Check that the service runs there, and BASE_URL and its port.',
        sparkline: latency(40, 15).map(({ ms: _ms, ...point }, index) =>
          index > 28
            ? { ...point, isFailure: true }
            : { ...point, ms: 80 + (index % 5) * 9, isFailure: false },
        ),
        uptime: { day: 0.71, week: 0.9583, month: 0.9903 },
      }),
      rowOf('staging', 'violating', { cause: failingCause, running: 'standard' }),
      rowOf('public', 'throttled', { cause: 'The installation asks the monitor to slow down.' }),
      rowOf('university', 'maintenance'),
      {
        name: 'new-one',
        url: '/installations/new-one',
        baseUrl: 'https://new.example.org',
        state: 'unknown',
        findings: 0,
        uptime: {},
        days: [],
        drift: 0,
        sparkline: [],
      },
      rowOf('production', 'conforming'),
      rowOf('production-mirror', 'conforming', { uptime: { day: 1, week: 1, month: 0.99999 } }),
    ],
  };
}

export function wallView(): WallView {
  const { installations, frame, query, paging } = overviewView();
  return {
    frame,
    health: wellHealth,
    query,
    total: paging.total,
    tiles: installations,
    troubled: [],
    well: [],
  };
}

const failure: FailureView = {
  check: 'fhir.body-is-promised-resource',
  endpoint: 'GET /api/v3/projects/:id',
  outcome: 'fail',
  requirements: ['ENDPOINT-2', 'RULE-1'],
  message: failingCause,
  since: minutesBefore(190),
  runs: 13,
  evidence: {
    status: 500,
    url: 'https://staging.example.org/review/api/v3/projects/17',
    curl: `curl -sS -i -H "Authorization: Bearer $API_KEY" 'https://staging.example.org/review/api/v3/projects/17'`,
    totalMs: 412,
    headers: { 'x-request-id': '7f9c2a', date: 'Tue, 10 Mar 2026 12:00:00 GMT', server: 'nginx/1.27' },
    excerpt: '{"error":"<b>Internal</b> error while rendering \\"Bundle\\" & friends"}',
  },
};

const letIn: FailureView = {
  check: 'auth.no-key-rejected',
  endpoint: 'GET /api/v3/users',
  outcome: 'fail',
  requirements: ['AUTH-1'],
  message:
    'GET /api/v3/users without a key was answered with status 200 (application/json, 81 bytes); the document promises a 4xx answer.',
  since: minutesBefore(250),
  runs: 17,
  evidence: {
    status: 200,
    url: 'https://staging.example.org/review/api/v3/users',
    curl: `curl -sS -i 'https://staging.example.org/review/api/v3/users'`,
    totalMs: 15,
  },
};
const letInElsewhere: FailureView = {
  ...letIn,
  endpoint: 'GET /api/v3/citations',
  message: letIn.message.replace('/users', '/citations'),
  since: minutesBefore(190),
  runs: 13,
};

/** An open door at two endpoints, and a crash at another. */
const findings: readonly FindingView[] = [
  {
    id: '0123456789ab',
    severity: 'open-door',
    headline: 'A request without a key is let in: status 200 at 2 of 14 endpoints',
    sentence:
      'At 2 of 14 endpoints a request without a key was answered with status 200 (application/json, 81 bytes); the document promises a 4xx answer.',
    checks: ['auth.no-key-rejected'],
    endpoints: ['GET /api/v3/users', 'GET /api/v3/citations'],
    lastGood: { at: minutesBefore(265), url: '/runs/r20' },
    failures: [letIn, letInElsewhere],
  },
  {
    id: 'ba9876543210',
    severity: 'outage',
    headline: 'FHIR is not valid: status 200 at GET /api/v3/projects/:id',
    sentence: failingCause,
    checks: ['fhir.body-is-promised-resource'],
    endpoints: ['GET /api/v3/projects/:id'],
    failures: [failure],
  },
];

const names = endpoints.map(({ id }) => id);

export function installationView(): InstallationView {
  const columns = Array.from({ length: 48 }, (_, index) => ({
    runId: `r${index}`,
    runUrl: `/runs/r${index}`,
    at: minutesBefore((48 - index) * 15),
    tier: index % 24 === 0 ? ('full' as const) : ('standard' as const),
    state: index > 34 ? ('violating' as const) : ('conforming' as const),
  }));
  return {
    frame: frameOf(),
    actions: { possible: true },
    notifications: {
      channels: [
        { name: 'ops', type: 'Slack' },
        { name: 'email', type: 'E-mail', states: ['violating', 'unreachable'] },
      ],
      log: [
        {
          id: 'staging-2',
          at: minutesBefore(40),
          channel: 'ops',
          event: 'state-change',
          summary: 'staging: violating (was conforming). 2 findings.',
          status: 'waiting',
          attempts: 4,
          next: minutesBefore(-3),
          reason: 'The receiver answered with status 503.',
        },
        {
          id: 'staging-1',
          at: minutesBefore(400),
          channel: 'email',
          event: 'reminder',
          summary: 'staging: still unreachable, for 2 days.',
          status: 'given-up',
          attempts: 52,
          reason: 'The receiver cannot be reached (ECONNREFUSED).',
        },
        {
          id: 'staging-0',
          at: minutesBefore(500),
          channel: 'ops',
          event: 'state-change',
          summary: 'staging: conforming (was violating).',
          status: 'delivered',
          attempts: 1,
        },
      ],
    },
    row: rowOf('staging', 'violating', { cause: failingCause }),
    people: { contact: 'ops@example.org', settings: ['owner', 'contact'] },
    uptimeRule: overviewView().uptimeRule,
    conformity: { day: 0.82, week: 0.97, month: 0.99 },
    schedule: [
      { tier: 'pulse', rule: 'every minute', next: minutesBefore(-1) },
      { tier: 'standard', rule: 'every 15 minutes', next: minutesBefore(-11) },
      { tier: 'full', rule: 'off' },
    ],
    statusGrid: {
      columns,
      rows: names.map((endpoint, row) => ({
        endpoint,
        cells: columns.map((_, column) => ({
          outcome:
            row === 10
              ? 'none'
              : row === 1 && column > 34
                ? 'fail'
                : row === 6 && column === 12
                  ? 'untestable'
                  : 'pass',
          ms: 120,
        })),
      })),
    },
    latency: latency(96, 15),
    responseTimes: {
      span: '24h',
      from: minutesBefore(1440),
      to: now,
      stepMs: 3_600_000,
      steps: Array.from({ length: 24 }, (_, index) => ({
        at: minutesBefore(1440 - index * 60),
        runs: 64,
        down: index === 7 ? 3 : 0,
        bad: index > 20 ? 64 : index === 7 ? 3 : 0,
        ...(index === 7 ? {} : { p50: 120 + index, p95: 300 + index, p99: 700 }),
      })),
      incidents: [{ state: 'violating', from: minutesBefore(190), to: now }],
      upgrades: [minutesBefore(600)],
      deployments: [
        {
          at: minutesBefore(610),
          text: 'server: nginx/1.26 → nginx/1.27',
          url: '/installations/staging/compare?from=a&to=b',
        },
      ],
      lines: [
        { name: 'p50', title: 'Median' },
        { name: 'p95', title: 'p95' },
        { name: 'p99', title: 'p99' },
      ],
    },
    months: [
      {
        month: '2026-11',
        isOver: false,
        uptime: 1,
        conformity: 0.9994,
        incidents: 1,
        incidentMs: 11_400_000,
      },
      {
        month: '2026-10',
        isOver: true,
        uptime: 0.9956,
        conformity: 0.99,
        incidents: 2,
        incidentMs: 14_400_000,
      },
    ],
    incidentDays: [{ day: now.slice(0, 10), incidents: 1 }],
    objective: { target: 0.999, days: 30, counted: 43_200, allowed: 43.2, failed: 12 },
    failures: [letIn, letInElsewhere, failure],
    findings,
    choices: ['Project 1, from GET /api/v3/projects, first entry, field id'],
    observations: [
      { gap: 'GAP-LIST-BODY', endpoint: 'GET /api/v3/projects', answer: 'an array of objects' },
      {
        gap: 'GAP-ERROR-STATUS',
        endpoint: 'GET /api/v3/users',
        answer: 'status 403',
        baseline: 'status 401',
      },
    ],
    actionLog: [
      {
        at: minutesBefore(12),
        who: 'ann',
        kind: 'maintenance',
        installation: 'staging',
        message: 'started maintenance of 60 min',
      },
    ],
    drift: 1,
    baselineSince: minutesBefore(30_000),
    notes: [
      {
        at: minutesBefore(30_000),
        message:
          'The operator accepted what is observed as the new baseline. It differed from the former one in: GAP-LIST-BODY at GET /api/v3/users.',
      },
    ],
    certificate: { expiresAt: '2026-12-02T00:00:00.000Z', daysLeft: 10 },
    budget: { perSecond: 10, concurrency: 4, requestsToday: 7204, throttledToday: 2 },
    maintenance: [
      { from: minutesBefore(-2880), to: minutesBefore(-3000), source: 'schedule', isActive: false },
      { from: minutesBefore(10), to: minutesBefore(-50), source: 'operator', isActive: true },
    ],
    changes: [
      {
        at: minutesBefore(190),
        from: 'conforming',
        to: 'violating',
        cause: failingCause,
        runUrl: '/runs/r35',
      },
      { at: minutesBefore(9000), from: 'unknown', to: 'conforming' },
    ],
    recentRuns: columns.slice(-6).map(({ runId, runUrl, at, tier, state }) => {
      const run = { id: runId, url: runUrl, tier, state, startedAt: at, durationMs: 1840 };
      return {
        latest: run,
        earliest: run,
        runs: [{ tier, amount: 1 }],
        shortestMs: 1840,
        longestMs: 1840,
      };
    }),
  };
}

export function runView(): RunView {
  return {
    frame: frameOf(),
    installation: {
      name: 'staging',
      url: '/installations/staging',
      baseUrl: 'https://staging.example.org/review',
    },
    id: 'r35',
    tier: 'standard',
    trigger: 'schedule',
    state: 'violating',
    cause: failingCause,
    startedAt: minutesBefore(4),
    finishedAt: minutesBefore(3.9),
    durationMs: 1840,
    cutShort: false,
    inMaintenance: false,
    recheck: { asked: 1, stillFailing: 1 },
    requests: 31,
    retried: 1,
    throttled: 0,
    coverage: 0.94,
    totals: { pass: 57, fail: 3, untestable: 4, skip: 12, error: 0 },
    failures: [letIn, letInElsewhere, failure],
    findings,
    endpoints: names.map((endpoint, index) => ({
      endpoint,
      outcome: index === 1 ? 'fail' : index === 10 ? 'none' : 'pass',
      ...(index === 10 ? {} : { ms: 80 + index * 13 }),
    })),
    verdicts: [
      { check: 'auth.header-key-accepted', endpoint: 'GET /api/v3/projects', outcome: 'pass' },
      {
        check: 'fhir.body-is-promised-resource',
        endpoint: 'GET /api/v3/extractions/:id',
        outcome: 'untestable',
        message: 'The list GET /api/v3/extractions shows no id, so no extraction can be asked for.',
      },
      {
        check: 'import.answers-201',
        endpoint: 'POST /api/v3/fhir_imports',
        outcome: 'skip',
        message: 'Imports are not allowed here.',
      },
    ],
    observations: installationView().observations,
    phases: [
      { phase: 'dns', ms: 2.1 },
      { phase: 'connect', ms: 11 },
      { phase: 'tls', ms: 23 },
      { phase: 'firstByte', ms: 104 },
      { phase: 'transfer', ms: 3 },
    ],
    previousUrl: '/runs/r34',
    nextUrl: '/runs/r36',
  };
}
