import { isDeepStrictEqual } from 'node:util';
import { endpointOf } from '../../contract/document/endpoints.ts';
import { type Observation, observationKey, withoutShape } from '../../contract/gaps/observe.ts';
import { hasValidKey } from '../../contract/judging/request.ts';
import { countVerdicts, isNotShown, verdictKey } from '../../contract/judging/verdict.ts';
import type { OpenCode } from '../../contract/reasons.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import { type Drift, driftFrom } from '../../engine/record/baseline.ts';
import { findingsOf, type RunFinding } from '../../engine/record/findings.ts';
import { notShownSentence, type RestsOn } from '../../engine/record/make-record.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { choicePhrases } from '../../reports/words.ts';
import type { RunRow } from '../model.ts';
import { currentFindings, findingsHeadline, nextOpenFindings } from './open-findings.ts';
import { evidenceOf } from './run-facts.ts';
import { type SnapshotUpdate, showState } from './shown-state.ts';
import { parseObservations, type Snapshot } from './snapshot.ts';
import {
  forgetState,
  nextState,
  type OpenRequest,
  type RunResult,
  type Thresholds,
} from './tracked-state.ts';

export interface NextSnapshotOptions extends Thresholds {
  /** The run was cut short because the monitor stops. */
  readonly wasInterrupted: boolean;
  /** Why the installation is in maintenance now, which may have begun during the run; left out if it is not. */
  readonly maintenance?: string | undefined;
  /** Scheduled runs request every endpoint, so pulses alone show little. */
  readonly asksEveryEndpoint?: boolean;
  /** Whether the run imports, or only others of the installation do; left out if none does. */
  readonly imports?: RunResult['imports'];
  /** The requests behind the failures of the run. */
  readonly restsOn?: RestsOn;
  readonly settled?: RunResult['settled'];
  readonly foundBy?: RunResult['foundBy'];
  readonly withdrawn?: RunResult['withdrawn'];
}

/** Why an installation is unknown although pulses pass. */
const notRunYet =
  'Pulses pass, but no standard or full run has been complete yet, so not every endpoint was shown to work.';

/** How long an operator's window is kept after its end, for the pages of the runs in it. */
const keepWindowsMs = 7 * 86_400_000;

/**
 * The monitor's knowledge of an installation after one more run. Pure. A run in maintenance, or an interrupted one,
 * changes neither the tracked state nor the observations.
 */
export function nextSnapshot(
  former: Snapshot,
  record: RunRecord,
  row: RunRow,
  options: NextSnapshotOptions,
): SnapshotUpdate {
  const { wasInterrupted, maintenance } = options;
  const { baseUrl } = record.installation;
  const before =
    former.baseUrl === undefined || former.baseUrl === baseUrl ? former : ofAnotherAddress(former);
  const { id: runId, installation, finishedMs: atMs, inMaintenance } = row;
  const counts = !inMaintenance && !wasInterrupted;
  const found = findingsOf(record);
  const result = {
    runId,
    tier: row.tier,
    state: record.state,
    cause: record.cause ?? notShownSentence(unexplainedIn(record)),
    imports: options.imports,
    wasThrottled: record.throttled > 0,
    settled: options.settled,
    foundBy: options.foundBy,
    withdrawn: options.withdrawn,
    ...(isPartial(record) ? { isPartial: true as const } : {}),
    verdicts: withFinding(record, found, before, options.restsOn),
  };
  // The end of the window may not be shown yet.
  const trackedBefore = before.state === 'maintenance' ? forgetState(before.tracked) : before.tracked;
  const next = counts ? nextState(trackedBefore, result, atMs, options) : before.tracked;
  const lastCompleteMs = isComplete(row, before) ? atMs : before.lastCompleteMs;
  // Green must be shown: three requests do not show that every endpoint works.
  const isShown = lastCompleteMs !== undefined || options.asksEveryEndpoint !== true;
  const tracked = next.state === 'conforming' && !isShown ? forgetState(next) : next;
  const seen = counts ? tracked.state : before.state;
  const state = maintenance === undefined ? seen : 'maintenance';
  const { openFindings: formerFindings = [], evidence: shownBefore, ...rest } = before;
  const evidence = counts ? evidenceAfter(record, tracked.state, shownBefore) : shownBefore;
  const openFindings = nextOpenFindings(formerFindings, counts ? found : [], tracked.openFailures);
  const known: Snapshot = {
    ...rest,
    baseUrl,
    tracked,
    ...(openFindings.length === 0 ? {} : { openFindings }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(row.tier === 'pulse' || wasInterrupted ? {} : { lastStandardMs: row.startedMs }),
    ...(lastCompleteMs === undefined ? {} : { lastCompleteMs }),
    ...(row.certificateMs === undefined ? {} : { certificateMs: row.certificateMs }),
    ...(row.tier === 'pulse' || !counts
      ? {}
      : {
          coverage: record.coverage,
          counted: countVerdicts(record.verdicts),
          choices: choicePhrases(record),
        }),
    ...(counts ? observed(before, record, atMs) : {}),
    operatorWindows: before.operatorWindows.filter(({ toMs }) => toMs > atMs - keepWindowsMs),
  };
  const cause = maintenance ?? causeOf(before, record, { ...known, state }, isShown);
  return showState(known, { installation, state, cause, atMs, runId });
}

/** What was known of another address says nothing of the state at this one. */
function ofAnotherAddress({ lastCompleteMs: _complete, ...before }: Snapshot): Snapshot {
  return { ...before, tracked: forgetState(before.tracked) };
}

function isPartial({ state, abortReason, verdicts }: RunRecord): boolean {
  const isCut = abortReason === 'deadline' || abortReason === 'unreachable';
  const judgedSome = state === 'unknown' && verdicts.some(({ outcome }) => outcome === 'pass');
  return isCut && (state === 'violating' || judgedSome);
}

/** The evidence of a state that explains everything, from a run that found it. */
export function evidenceAfter(
  record: Pick<RunRecord, 'state' | 'exchanges'>,
  state: InstallationState,
  before: Snapshot['evidence'],
): Snapshot['evidence'] {
  if (!stateOf(state).explainsEverything) return undefined;
  return record.state === state ? obstacleIn(record) : before;
}

/** The request that shows the general obstacle: the first failed one, if any, preferably with a valid key. */
function obstacleIn({ exchanges }: Pick<RunRecord, 'exchanges'>): Snapshot['evidence'] {
  const failed = exchanges.filter(({ status }) => status === undefined || status >= 500);
  const candidates = failed.length === 0 ? exchanges : failed;
  const shown = candidates.find(hasValidKey) ?? candidates[0];
  return shown === undefined ? undefined : evidenceOf(shown, false);
}

/**
 * It sent the requests of a standard run and judged what it could; or there is an obstacle, which has its own state.
 * The first one must have judged something.
 */
function isComplete({ tier, cutShort, state }: RunRow, { lastCompleteMs }: Snapshot): boolean {
  if (tier === 'pulse' || cutShort || state === 'throttled' || state === 'unknown') return false;
  return lastCompleteMs !== undefined || stateOf(state).countsAs !== 'down';
}

/** Why a check has no result although its requests were answered. */
const noResultCodes: ReadonlySet<string> = new Set<OpenCode>([
  'explained',
  'nothing-to-judge',
  'left-open',
  'no-acceptance',
]);
/** Why a record could not be requested if the list that names it fails. */
const noRecordCodes: ReadonlySet<string> = new Set<OpenCode>(['not-asked', 'not-shown']);

/** Whether another failure explains that a check has no result: one at its endpoint, or at the list of its records. */
export function isExplained(
  { reason, endpoint }: Pick<RecordedVerdict, 'reason' | 'endpoint'>,
  failing: ReadonlySet<string>,
): boolean {
  const { code = '' } = reason ?? {};
  const { idsFrom } = endpointOf(endpoint);
  if (noResultCodes.has(code)) return failing.has(endpoint);
  return noRecordCodes.has(code) && idsFrom !== undefined && failing.has(idsFrom);
}

function failingIn({ verdicts }: RunRecord): ReadonlySet<string> {
  return new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ endpoint }) => endpoint));
}

function unexplainedIn(record: RunRecord): RunRecord['verdicts'] {
  const failing = failingIn(record);
  return record.verdicts.filter((one) => !isExplained(one, failing));
}

function withFinding(
  record: RunRecord,
  found: readonly RunFinding[],
  before: Snapshot,
  restsOn: RestsOn = new Map(),
): RunResult['verdicts'] {
  const { verdicts } = record;
  const failing = failingIn(record);
  const findings = new Map(found.flatMap(({ id, failures }) => failures.map((one) => [one.verdict, id])));
  const judged = new Set(
    verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').map(verdictKey),
  );
  return verdicts.map((verdict) => {
    const { check, endpoint, outcome } = verdict;
    const requests = restsOn
      .get(verdictKey(verdict))
      ?.map(({ endpoint: { id }, request }) => ({ endpoint: id, request }));
    const own = findings.get(verdict);
    const finding = own === undefined ? undefined : (formerCause(verdict, before, judged, requests) ?? own);
    return {
      check,
      endpoint,
      outcome,
      ...(isNotShown(verdict) ? { isNotShown: true as const } : {}),
      ...(verdict.reason?.code === 'throttled' ? { isThrottled: true as const } : {}),
      ...(isExplained(verdict, failing) ? { isExplained: true as const } : {}),
      ...(finding === undefined ? {} : { finding }),
      ...(requests === undefined ? {} : { requests }),
    };
  });
}

/**
 * The previous finding of a failure, if the failure has the same requests as before, and the finding's main check is
 * open at the endpoint and was not judged by this run: a pulse sends only part of a full run's requests.
 */
function formerCause(
  { check, endpoint }: Pick<RecordedVerdict, 'check' | 'endpoint'>,
  { tracked, openFindings = [] }: Snapshot,
  judged: ReadonlySet<string>,
  requests: readonly OpenRequest[] = [],
): string | undefined {
  const openHere = tracked.openFailures.filter((one) => one.endpoint === endpoint);
  const { finding: former, requests: before = [] } = openHere.find((one) => one.check === check) ?? {};
  const isPart = requests.every((one) => before.some((other) => isDeepStrictEqual(one, other)));
  if (!isPart) return undefined;
  const lead = openFindings.find(({ id }) => id === former)?.checks[0];
  const explaining = openHere.find((one) => one.check === lead && one.finding === former);
  return explaining === undefined || judged.has(verdictKey(explaining)) ? undefined : former;
}

/**
 * Why an installation is in the displayed state: everything open, the most severe first, from any run; or the cause
 * given by this run if it found that state, or by the one that could not judge enough.
 */
function causeOf(before: Snapshot, record: RunRecord, after: Snapshot, isShown: boolean): string | undefined {
  const { state } = after;
  const own = record.state === state ? record.cause : undefined;
  if (state === 'conforming') return endedWithoutRequest(before, record, after) ?? own;
  if (state === 'unknown') return own ?? (isShown ? undefined : notRunYet);
  if (state === 'violating') return findingsHeadline(currentFindings(after)) ?? record.cause ?? before.cause;
  const { shortfall } = after.tracked;
  const lacked = shortfall?.state === state ? shortfall.cause : undefined;
  return own ?? lacked ?? (record.state !== state && before.state === state ? before.cause : undefined);
}

/** A failure that ended because nothing requests it any more: that does not show that it works. */
function endedWithoutRequest(before: Snapshot, { verdicts }: RunRecord, after: Snapshot): string | undefined {
  const open = new Set(after.tracked.openFailures.map(verdictKey));
  const skipped = new Map(verdicts.map((one) => [verdictKey(one), one.reason?.code]));
  const some = before.tracked.openFailures.filter((one) => {
    const code = skipped.get(verdictKey(one));
    const isImport = code === 'imports-not-allowed' && one.byImport === true;
    return (code === 'no-second-key' || code === 'no-revoked-key' || isImport) && !open.has(verdictKey(one));
  });
  const [first] = some;
  if (first === undefined) return undefined;
  const more = some.length === 1 ? '' : `, and ${some.length - 1} more`;
  return `What failed is not asked for any more: ${first.check} at ${first.endpoint}${more}.`;
}

/** The baseline grows by observations that were never made before; all others are compared with it. */
function observed(before: Snapshot, record: RunRecord, atMs: number): Partial<Snapshot> {
  const seen = record.observations.map(withoutShape);
  const isAsExpected = before.baseline === before.observations && before.drift.length === 0;
  if (isAsExpected && seen.every((one) => includesObservation(before.observations, one))) return {};
  const formerBaseline = parseObservations(before.baseline);
  const observations = merge(parseObservations(before.observations), seen);
  const baseline = merge(observations, formerBaseline);
  const isFirst = formerBaseline.length === 0 && baseline.length > 0;
  return {
    baseline: JSON.stringify(baseline),
    ...(isFirst ? { baselineSinceMs: atMs } : {}),
    observations: JSON.stringify(observations),
    drift: datedDrift(before.drift, driftFrom({ observations: baseline }, { ...record, observations }), atMs),
  };
}

/**
 * Whether a JSON list of observations contains one, without parsing the list: within its texts every quotation mark is
 * escaped.
 */
function includesObservation(observations: string, one: Observation): boolean {
  return observations.includes(JSON.stringify(one));
}

/** Adds to each drift when it was first seen: a drift that existed before keeps its time. */
function datedDrift(before: readonly Drift[], now: readonly Drift[], atMs: number): readonly Drift[] {
  const known = new Map(before.map((one) => [`${observationKey(one)} ${one.after}`, one.sinceMs]));
  return now.map((one) => {
    const key = `${observationKey(one)} ${one.after}`;
    const sinceMs = known.has(key) ? known.get(key) : atMs;
    return sinceMs === undefined ? one : { ...one, sinceMs };
  });
}

/** Merges two lists by gap and endpoint, in the order of the first; the second takes precedence. */
function merge(first: readonly Observation[], second: readonly Observation[]): readonly Observation[] {
  const merged = new Map(first.map((one) => [observationKey(one), one]));
  for (const one of second) {
    const key = observationKey(one);
    if (merged.get(key)?.answer !== one.answer) merged.set(key, one);
  }
  return [...merged.values()];
}
