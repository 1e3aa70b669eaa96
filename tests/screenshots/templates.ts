import { createHash } from 'node:crypto';
import { endpoints } from '../../contract/document/endpoints.ts';
import type { TierName } from '../../contract/scope.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { type Answer, withHeaders } from '../../reference-server/answer.ts';
import { type ResponseTransform, startReference } from '../../reference-server/index.ts';
import { brokenEndpoint, otherCaching, refusing, silent } from '../monitor/operations/watched.ts';
import { allKeys, makeTestInstallation } from '../support/installation.ts';
import { sharedBodies } from '../support/shared-bodies.ts';

/** How an installation does in a run. */
export type Health = 'well' | 'broken' | 'open-door' | 'upgraded' | 'silent' | 'refusing' | 'throttled';

/** Records of real runs against the reference installation, by health and tier. Their base URL stands for any other. */
export interface Templates {
  readonly baseUrl: string;
  readonly record: (health: Health, tier: 'pulse' | 'standard' | 'full') => RunRecord;
}

/** An upgrade: lists have another form, answers may be kept, and refusals have another status. */
const upgraded: ResponseTransform = {
  name: 'a later version',
  transformAnswer(answer, request) {
    const kept = otherCaching.transformAnswer?.(answer, request) ?? answer;
    if (kept instanceof Promise) return kept;
    const changed = answer.status === 404 ? { ...answer, status: 410 } : kept;
    return withHeaders(changed, { 'x-app-version': '3.2.0' });
  },
};

/** What servers and gateways add in front of most services. */
function asServed(answer: Answer): Answer {
  const id = createHash('sha256').update(JSON.stringify(answer.headers)).digest('hex').slice(0, 12);
  return withHeaders(answer, {
    server: 'nginx/1.27.2',
    'x-app-version': '3.1.4',
    'x-request-id': id,
    ...answer.headers,
  });
}

/** Every user can be read without a key. */
const openUsers: ResponseTransform = {
  name: 'users and citations need no key',
  authenticate: (usual) => (request, users) =>
    usual(request, users) ??
    (['GET /api/v3/users', 'GET /api/v3/citations'].includes(request.endpoint ?? '') &&
    request.headers.authorization === undefined
      ? users.all()[0]
      : undefined),
  ...brokenEndpoint,
};

const transforms: Readonly<Partial<Record<Health, ResponseTransform>>> = {
  broken: brokenEndpoint,
  'open-door': openUsers,
  upgraded,
  silent,
  refusing,
};

const recorded: readonly (readonly [Health, 'pulse' | 'standard' | 'full'])[] = [
  ['well', 'pulse'],
  ['well', 'standard'],
  ['well', 'full'],
  ['broken', 'standard'],
  ['open-door', 'full'],
  ['upgraded', 'standard'],
  ['silent', 'standard'],
  ['refusing', 'standard'],
];

/** Runs the engine once for each template. */
export async function recordTemplates(): Promise<Templates> {
  let current: ResponseTransform | undefined;
  const reference = await startReference({
    rateLimit: 'off',
    transforms: [
      {
        authenticate: (usual) => (request, users) =>
          (current?.authenticate?.(usual) ?? usual)(request, users),
        transformAnswer: async (answer, request) =>
          asServed(await (current?.transformAnswer?.(answer, request) ?? answer)),
        raw: (exchange) => current?.raw?.(exchange) ?? false,
      },
    ],
  });
  const installation = makeTestInstallation({
    name: 'template',
    baseUrl: reference.baseUrl,
    ...allKeys(reference.keys),
    pace: { perSecond: 'off', concurrency: 2 },
  });
  const records = new Map<string, RunRecord>();
  for (const [health, tier] of recorded) {
    current = transforms[health];
    const { record } = await runInstallation(installation, { tier, bodies: sharedBodies() });
    records.set(`${health} ${tier}`, withSteadyTimes(record));
  }
  await reference.close();
  return {
    baseUrl: reference.baseUrl,
    record(health, tier) {
      if (health === 'throttled') return throttledFrom(recordOf(records, 'well', tier));
      return recordOf(records, health, tier);
    },
  };
}

/** How long a run takes, and the answer of an endpoint at the place of this index: as recorded they depend on the machine. */
const runMs = 1_500;
const answerMs = (index: number): number => 12 + 4 * index;

function withSteadyTimes(record: RunRecord): RunRecord {
  const startedMs = Date.parse(record.startedAt);
  const ofRun = runMs / Math.max(1, record.durationMs);
  const exchanges = record.exchanges.map((exchange) => {
    const index = endpoints.findIndex(({ id }) => id === exchange.endpoint);
    const factor = answerMs(Math.max(0, index)) / Math.max(0.1, exchange.phasesMs.total);
    const phases = Object.entries(exchange.phasesMs).map(([name, ms]) => [name, ms * factor]);
    const offsetMs = (Date.parse(exchange.startedAt) - startedMs) * ofRun;
    return {
      ...exchange,
      startedAt: new Date(startedMs + offsetMs).toISOString(),
      phasesMs: Object.fromEntries(phases) as typeof exchange.phasesMs,
    };
  });
  const finishedAt = new Date(startedMs + runMs).toISOString();
  return { ...record, durationMs: runMs, finishedAt, exchanges };
}

/** Where a health was recorded by one tier alone, it is that one. */
function recordOf(records: ReadonlyMap<string, RunRecord>, health: Health, tier: TierName): RunRecord {
  const exact = records.get(`${health} ${tier}`);
  const found = exact ?? [...records].find(([name]) => name.startsWith(`${health} `))?.[1];
  if (found === undefined) throw new Error(`No run was recorded for ${health}.`);
  return found;
}

function throttledFrom(record: RunRecord): RunRecord {
  const kept = record.verdicts.slice(0, 9);
  return {
    ...record,
    state: 'throttled',
    cause: 'The installation answered 12 of 28 requests by status 429 and asked for a pause of 60 s.',
    verdicts: kept,
    throttled: 12,
    coverage: 0.31,
  };
}
