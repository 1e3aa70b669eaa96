import type { CompiledQuery } from 'kysely';
import { scopeOf } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import { makeRateLimiter } from '../../engine/http/rate-limiter.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import type { Plan } from '../../monitor/configuration/monitor-configuration.ts';
import type { RunCommit } from '../../monitor/history/history.ts';
import type { Statements } from '../../monitor/history/statements.ts';
import { countLatencies, type LatencyCounts } from '../../monitor/latency-buckets.ts';
import type { MonitoredTier } from '../../monitor/model.ts';
import { concludeRun } from '../../monitor/running/record-run.ts';
import type { OperatorWindow } from '../../monitor/schedule/windows.ts';
import { emptySnapshot, formatSnapshot, parseSnapshot, type Snapshot } from '../../monitor/state/snapshot.ts';
import { type Member, randomOf } from './fleet.ts';
import type { Health, Templates } from './templates.ts';

export interface PastOptions {
  readonly member: Member;
  readonly installation: Installation;
  readonly plan: Plan;
  readonly templates: Templates;
  readonly statements: Statements;
  readonly nowMs: number;
  /** How many runs there are, each of them a quarter of an hour after the one before. */
  readonly runs: number;
  /** Hours of a day that have figures of their own; fewer of them are faster to make. */
  readonly hoursADay: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const everyMinutes = 15;

/** The runs of an installation, oldest first, and what is known of it after them. */
export interface RecentPast {
  readonly commits: readonly RunCommit[];
  readonly snapshot: Snapshot;
  /** Of the installation that it was made for. */
  readonly baseUrl: string;
}

/** Concludes the last runs of an installation, one after the other, as the monitor does. */
export function recentPastOf(options: PastOptions): RecentPast {
  const commits: RunCommit[] = [];
  const records = new Map<string, RunRecord>();
  let snapshot: Snapshot = { ...emptySnapshot, operatorWindows: windowsOf(options) };
  for (let index = options.runs; index > 0; index -= 1) {
    const commit = runAt(options, records, snapshot, index);
    snapshot = parseSnapshot(commit.snapshot);
    commits.push(commit);
  }
  return { commits, snapshot, baseUrl: options.member.baseUrl };
}

/** Everything that the past of an installation leaves in a history; its runs may be those of another one. */
export function statementsOf(
  options: PastOptions,
  { commits, snapshot, baseUrl }: RecentPast,
): readonly CompiledQuery[] {
  const { member, nowMs, statements, runs } = options;
  const { name } = member;
  const causeFrom = (cause: string | undefined): { readonly cause?: string } =>
    cause === undefined ? {} : { cause: cause.replaceAll(baseUrl, member.baseUrl) };
  const firstMs = nowMs - runs * everyMinutes * minuteMs;
  const ownCommits = commits.map((commit): RunCommit => {
    const { row, change } = commit;
    return {
      ...commit,
      row: { ...row, installation: name, id: `${row.startedMs.toString(36)}-${name}` },
      ...(change === undefined
        ? {}
        : { change: { ...change, ...causeFrom(change.cause), installation: name } }),
    };
  });
  const knownSinceMs = nowMs - member.knownDays * dayMs;
  const { stateSinceMs = nowMs } = snapshot;
  const { made, recoveredMs = knownSinceMs } = hoursBefore(options, firstMs);
  const isAsBefore = stateSinceMs < firstMs + hourMs;
  const isWell = snapshot.state === 'conforming';
  const shown = !isAsBefore
    ? snapshot
    : {
        ...snapshot,
        stateSinceMs: isWell ? recoveredMs : troubledSinceMs(options),
        baselineSinceMs: knownSinceMs,
      };
  // What is kept begins long after the installation was first watched.
  const [first, ...later] = ownCommits;
  const { change: _begun, ...opening } = first ?? {};
  const kept = first === undefined || !isWell || !isAsBefore ? ownCommits : [opening as RunCommit, ...later];
  return [
    ...made,
    ...kept.flatMap((commit) => statements.run(commit)),
    statements.snapshot(name, formatSnapshot({ ...shown, ...causeFrom(shown.cause) })),
  ];
}

/** When its trouble began, which may be before the runs that are kept. */
function troubledSinceMs({ member, nowMs }: PastOptions): number {
  let minutes = everyMinutes;
  while (minutes < 1440 && member.healthAt(minutes + everyMinutes) !== 'well') minutes += everyMinutes;
  return nowMs - minutes * minuteMs;
}

function runAt(
  { member, installation, plan, templates, nowMs }: PastOptions,
  records: Map<string, RunRecord>,
  before: Snapshot,
  index: number,
): RunCommit {
  const minutesAgo = index * everyMinutes - 11;
  const tier: MonitoredTier = index % 24 === 0 ? 'full' : 'standard';
  const startMs = nowMs - minutesAgo * minuteMs;
  const health = member.healthAt(minutesAgo);
  const record = recordAt(templates, records, member, { health, tier, startMs, seed: index });
  const { commit, snapshot } = concludeRun(
    {
      id: `${startMs.toString(36)}-${member.name}`,
      tier,
      trigger: 'schedule',
      installation,
      plan,
      rateLimiter: makeRateLimiter(installation.pace),
      slot: tier,
      scope: scopeOf(tier),
      foundBy: new Set(before.tracked.openFailures.map(({ runId }) => runId)),
      believed: new Set(),
      startMs,
    },
    {
      record,
      endMs: startMs + record.durationMs,
      ...(health === 'broken' || health === 'open-door' ? { recheck: { asked: 1, stillFailing: 1 } } : {}),
    },
    before,
    { failAfter: 1, recoverAfter: 1, wasInterrupted: false, nowMs: startMs + record.durationMs },
  );
  return { ...commit, snapshot: formatSnapshot(snapshot) };
}

function windowsOf({ member, nowMs }: PastOptions): readonly OperatorWindow[] {
  if (member.isInMaintenance !== true) return [];
  const window = {
    fromMs: nowMs - 50 * minuteMs,
    toMs: nowMs + 70 * minuteMs,
    reason: 'upgrade to version 3.2',
  };
  return [window];
}

/** A template as if it had run at another installation, at another time, and as slow as that one is. */
function recordAt(
  templates: Templates,
  records: Map<string, RunRecord>,
  member: Member,
  at: {
    readonly health: Health;
    readonly tier: MonitoredTier;
    readonly startMs: number;
    readonly seed: number;
  },
): RunRecord {
  const key = `${member.name} ${at.health} ${at.tier}`;
  const own = records.get(key) ?? renamed(templates.record(at.health, at.tier), templates.baseUrl, member);
  records.set(key, own);
  const random = randomOf(at.seed * 7919 + member.slowness);
  const hour = (at.startMs / hourMs) % 24;
  const load = 1 + 0.35 * Math.sin(((hour - 8) / 24) * 2 * Math.PI);
  const slow = member.slowness * load * (0.85 + 0.3 * random()) * (random() < 0.03 ? 3.5 : 1);
  const startedMs = Date.parse(own.startedAt);
  const exchanges = own.exchanges.map((exchange) => {
    const factor = slow * (0.6 + 0.9 * random() * random());
    const phases = Object.entries(exchange.phasesMs).map(([name, ms]) => [
      name,
      Math.round(ms * factor * 10) / 10,
    ]);
    const offsetMs = (Date.parse(exchange.startedAt) - startedMs) * slow * 0.75;
    return {
      ...exchange,
      startedAt: new Date(at.startMs + offsetMs).toISOString(),
      phasesMs: Object.fromEntries(phases) as typeof exchange.phasesMs,
    };
  });
  const durationMs = Math.round(own.durationMs * slow * 0.8);
  const expiresAt = new Date(at.startMs + member.certificateDays * dayMs).toISOString();
  return {
    ...own,
    startedAt: new Date(at.startMs).toISOString(),
    finishedAt: new Date(at.startMs + durationMs).toISOString(),
    durationMs,
    exchanges,
    ...(at.health === 'silent' ? {} : { tls: { expiresAt } }),
  };
}

function renamed(record: RunRecord, baseUrl: string, member: Member): RunRecord {
  const text = JSON.stringify({ ...record, installation: { ...record.installation, name: member.name } });
  return JSON.parse(text.replaceAll(baseUrl, member.baseUrl)) as RunRecord;
}

/** Figures by the hour of the time before the runs, with the incidents of that time. */
function hoursBefore(
  { member, nowMs, statements, hoursADay }: PastOptions,
  beforeMs: number,
): { readonly made: readonly CompiledQuery[]; readonly recoveredMs?: number } {
  const made: CompiledQuery[] = [];
  let recoveredMs: number | undefined;
  const { name } = member;
  const stepMs = dayMs / hoursADay;
  const random = randomOf(member.slowness);
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  for (let day = member.knownDays - 1; day >= 0; day -= 1) {
    const dayStartMs = todayMs - day * dayMs;
    const bad = member.badDays.get(day);
    const badHours = bad === undefined ? 0 : Math.max(1, Math.round((bad.down + bad.broken) * hoursADay));
    const badFrom = Math.floor(random() * Math.max(1, hoursADay - badHours));
    for (let hour = 0; hour < hoursADay; hour += 1) {
      const hourStartMs = Math.floor((dayStartMs + hour * stepMs) / hourMs) * hourMs;
      if (hourStartMs >= beforeMs) break;
      const isBad = bad !== undefined && hour >= badFrom && hour < badFrom + badHours;
      const isDown = isBad && bad.down > 0;
      const share = isBad ? Math.min(1, ((bad.down + bad.broken) * hoursADay) / badHours) : 0;
      // As many a day as the runs that are kept: shares of days and of hours fit each other.
      const runs = Math.round(dayMs / (everyMinutes * minuteMs) / hoursADay);
      const failing = Math.round(runs * share);
      made.push(
        statements.hour(
          hourOf(name, hourStartMs, { runs, failing, isDown, ms: 3.2 * member.slowness }),
          latenciesAround(3.2 * member.slowness, random),
        ),
      );
    }
    if (bad !== undefined && dayStartMs + dayMs < beforeMs) {
      const to = bad.down > 0 ? 'unreachable' : 'violating';
      const fromMs = dayStartMs + badFrom * stepMs;
      const toMs = fromMs + badHours * stepMs;
      const cause =
        bad.down > 0
          ? `${member.baseUrl} does not answer.`
          : '1 finding. Outage. GET /api/v3/key_questions answers 500.';
      made.push(
        statements.change({
          installation: name,
          atMs: fromMs,
          from: 'conforming',
          to,
          cause,
          runId: `${fromMs.toString(36)}-${name}`,
        }),
        statements.change({
          installation: name,
          atMs: toMs,
          from: to,
          to: 'conforming',
          runId: `${toMs.toString(36)}-${name}`,
        }),
      );
      recoveredMs = toMs;
    }
  }
  return { made, ...(recoveredMs === undefined ? {} : { recoveredMs }) };
}

/** Most requests take about as long as the usual one, some much longer. */
function latenciesAround(ms: number, random: () => number): LatencyCounts {
  const load = 0.7 + 0.6 * random();
  return countLatencies(
    Array.from({ length: 60 }, () => ms * load * (0.4 + random() + (random() < 0.08 ? 4 * random() : 0))),
  );
}

function hourOf(
  installation: string,
  hourStartMs: number,
  {
    runs,
    failing,
    isDown,
    ms,
  }: { readonly runs: number; readonly failing: number; readonly isDown: boolean; readonly ms: number },
) {
  return {
    installation,
    hour_ms: hourStartMs,
    counted: runs,
    up: isDown ? runs - failing : runs,
    conforming: runs - failing,
    requests: runs * 5,
    throttled: 0,
    runs,
    median_sum_ms: ms * runs,
    median_count: runs,
  };
}
