import { isDeepStrictEqual } from 'node:util';
import { catalogue } from '../../contract/checks/catalogue.ts';
import { type CheckRequest, type Topic, topicOf } from '../../contract/checks/check.ts';
import { throttledAnswerCheck } from '../../contract/checks/every-answer.ts';
import { type EndpointId, endpoints } from '../../contract/document/endpoints.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import type { Observation } from '../../contract/gaps/observe.ts';
import { isNotShown, verdictKey } from '../../contract/judging/verdict.ts';
import { openCodes } from '../../contract/reasons.ts';
import { severityLabel } from '../../contract/severity.ts';
import { type InstallationState, stateOf } from '../../contract/state.ts';
import { groupBy } from '../../engine/group-by.ts';
import {
  type Baseline,
  type ClassifiedDrift,
  driftFrom,
  unobservedIn,
} from '../../engine/record/baseline.ts';
import { findingsOf, type RunFinding } from '../../engine/record/findings.ts';
import type { RecordedVerdict, RunRecord } from '../../engine/record/run-record.ts';
import { stateSentence } from '../words.ts';
import { hasSent, isSelection, type SentRun } from './asked.ts';
import { responseTimesOf } from './response-times.ts';

/** The verdicts of one check at one endpoint, before and after; missing if it was not part of the run. */
export interface Change {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly before: RecordedVerdict | undefined;
  readonly after: RecordedVerdict | undefined;
}

/**
 * How the verdict of a check at an endpoint changed; `compare --json` prints these ids. `known`: it fails, and is
 * listed as a known failure. `unjudged`: it was judged before, and now could not be or was not asked for, or the request
 * on which it failed was not sent again.
 */
const transitions = [
  'holds',
  'broke',
  'fixed',
  'still-broken',
  'known',
  'unjudged',
  'fails-first-judged',
  'holds-first-judged',
] as const;
export type Transition = (typeof transitions)[number];

/** The changes of each kind of transition. */
export type Changes = Readonly<Record<Transition, readonly Change[]>>;

/** The difference between two runs of an installation, or between a baseline and a run. */
export type Comparison = ReturnType<typeof compareRecords>;

/**
 * Compares a run with an earlier one, or with a baseline. Pure. A check that passed before and fails now broke, and so
 * did anything that answered before and is not found now; a check that was not judged before may have been failing all
 * along.
 */
export function compareRecords(before: RunRecord | Baseline, after: RunRecord) {
  const earlier = 'verdicts' in before ? before : undefined;
  const isGone = isAway(after.state) && (earlier === undefined || !isAway(earlier.state));
  const changes = 'verdicts' in before ? changesOf(before, after) : failuresSince(before, after);
  const unobserved = isGone ? [] : unobservedIn(before, after);
  return {
    before: sideOf(before, after),
    after: sideOf(after, before),
    /** A sentence, if the installation answered as this API before and no longer does. */
    ...(isGone ? { wentAway: after.cause ?? stateSentence(after) } : {}),
    /** Against a baseline, which has no verdicts: only the current failures. */
    changes,
    causes: causesOf(changes, earlier, after),
    /** The endpoints where no valid key succeeds now, although nothing fails there. */
    notShown: [...new Set(after.verdicts.filter(isNotShown).map(({ endpoint }) => endpoint as string))],
    /** Drift from what the document leaves open, without changes that the causes already report for the same answer. */
    drift: withoutReportedDrift(driftFrom(before, after), [
      ...changes.broke,
      // A client may have relied on content that was wrong as a whole.
      ...changes.fixed.filter(({ check }) => topicsOfContent.every((topic) => topic !== topicOf(check))),
    ]),
    /** Observations that were not repeated: an empty list shows no fields. */
    unobserved,
    /** Lists that had entries before and are empty now, by endpoint. */
    emptied: emptiedIn(unobserved, after),
    observed: before.observations.length,
    ...(earlier === undefined ? {} : { responseTimes: responseTimesOf(earlier, after) }),
  };
}

/** Lists whose fields are no longer seen, although the later run requested them and they are still lists. */
function emptiedIn(
  unobserved: readonly Observation[],
  { verdicts, observations }: RunRecord,
): readonly string[] {
  const isList = (endpoint: string): boolean =>
    verdicts.some(
      (one) =>
        one.check === 'success.list-kind' && one.outcome === 'pass' && (one.endpoint as string) === endpoint,
    );
  const isLookedAt = (endpoint: string): boolean =>
    observations.some((one) => one.gap === 'GAP-LIST-SHAPE' && (one.endpoint as string) === endpoint);
  return unobserved
    .filter(({ gap, endpoint }) => gap === 'GAP-LIST-FIELDS' && isList(endpoint) && isLookedAt(endpoint))
    .map(({ endpoint }) => endpoint);
}

/** What happened to an installation that answered as this API before and no longer does. */
export function lossDescription({ after }: Comparison): string {
  switch (after.state) {
    case 'key-rejected':
      return 'The configured key is refused now';
    case 'not-this-api':
      return 'Something else answers at this address now';
    default:
      return 'The installation went away';
  }
}

/** True if a requirement that held is broken, or the installation no longer answers as this API. */
export function isWorse({ wentAway, changes }: Comparison): boolean {
  return wentAway !== undefined || changes.broke.length > 0;
}

/** True if something was broken before and is broken now. */
export function isStillBroken({ causes }: Comparison): boolean {
  return causes['still-broken'].length + causes['broken-otherwise'].length > 0;
}

/** True if a change that breaks no requirement may break clients. */
export function hasBreakingDrift({ drift }: Comparison): boolean {
  return drift.some(({ breaking }) => breaking);
}

/** True if the installation does not answer as this API, which is exit code 3 of `check`. */
function isAway(state: InstallationState): boolean {
  return stateOf(state).exitCode === 3;
}

/** One side of a comparison. */
export type Side = ReturnType<typeof sideOf>;

function sideOf(one: RunRecord | Baseline, other: RunRecord | Baseline) {
  const { installation, suiteVersion } = one;
  const { state, cause, cutShort = false, tier, coverage, throttled } = 'verdicts' in one ? one : {};
  /** When the run finished, or the baseline was saved. */
  const at = 'verdicts' in one ? one.finishedAt : one.savedAt;
  /** The run was limited to a part of what the other one asked for. */
  const isPart = 'verdicts' in one && 'verdicts' in other && isSelection(one, other);
  return { installation, suiteVersion, at, state, cause, cutShort, tier, coverage, throttled, isPart };
}

/**
 * The current failures. An endpoint with observations in the baseline answered then: if it is missing now, it broke.
 */
function failuresSince({ observations }: Baseline, { verdicts, exchanges }: RunRecord): Changes {
  const answered = new Set(observations.map(({ endpoint }) => endpoint as string));
  const notFound = notFoundIn(exchanges);
  return byTransition(
    verdicts
      .filter((one) => one.outcome === 'fail' || isNotShown(one))
      .map((after) => {
        const { check, endpoint, reason, known, outcome, exchange = '' } = after;
        const isMissing = reason?.code === 'missing' || (isNotShown(after) && notFound.has(exchange));
        const isGone = isMissing && answered.has(endpoint);
        const otherwise = outcome === 'fail' ? 'fails-first-judged' : 'unjudged';
        const now = isGone ? 'broke' : otherwise;
        const change = { check, endpoint, before: undefined, after };
        return { transition: known === undefined ? now : 'known', change };
      }),
  );
}

/** The compared part of a run. */
type Judged = SentRun & Pick<RunRecord, 'exchanges'>;

function changesOf(before: Judged, after: Judged): Changes {
  const then = new Map(before.verdicts.map((verdict) => [verdictKey(verdict), verdict]));
  const now = new Map(after.verdicts.map((verdict) => [verdictKey(verdict), verdict]));
  const notFound = notFoundIn(after.exchanges);
  const found = [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const [one, other] = [then.get(key), now.get(key)];
    const verdict = other ?? one;
    if (verdict === undefined) return [];
    // An endpoint that existed before, and that the later run could not confirm.
    const isOpen = other?.check === 'availability.endpoint-answers' && other.outcome === 'untestable';
    const isGone = isOpen && one?.outcome === 'pass' && notFound.has(other.exchange ?? '');
    const change: Change = { check: verdict.check, endpoint: verdict.endpoint, before: one, after: other };
    const isNewlyGone = isGone && other.known === undefined;
    return [{ transition: isNewlyGone ? 'broke' : transitionOf(change, before, after), change }];
  });
  return byTransition(found);
}

/** The ids of exchanges that were answered "not found". */
function notFoundIn(exchanges: RunRecord['exchanges']): ReadonlySet<string> {
  return new Set(exchanges.filter(({ status }) => status === 404 || status === 410).map(({ id }) => id));
}

function byTransition(
  found: readonly { readonly transition: Transition | undefined; readonly change: Change }[],
): Changes {
  const by = groupBy(found, ({ transition }) => transition);
  return Object.fromEntries<readonly Change[]>(
    transitions.map((name) => [name, (by.get(name) ?? []).map(({ change }) => change)]),
  ) as Record<Transition, readonly Change[]>;
}

/** Undefined if the check was judged neither before nor after. */
function transitionOf(
  { check, before, after }: Change,
  earlier: Judged,
  later: Judged,
): Transition | undefined {
  if (after?.known !== undefined) return 'known';
  if (before !== undefined && isNotShown(before) && after?.outcome === 'pass') return 'fixed';
  // A run that is not throttled cannot judge throttled answers.
  if (check === throttledAnswerCheck && after === undefined && before?.outcome === 'pass') return undefined;
  if (!isJudged(after)) return isJudged(before) ? 'unjudged' : undefined;
  const holds = after.outcome === 'pass';
  if (!isJudged(before)) return holds ? 'holds-first-judged' : 'fails-first-judged';
  if (before.outcome === 'pass') {
    if (holds) return 'holds';
    return hasSent(earlier, after, later) ? 'broke' : 'fails-first-judged';
  }
  if (!holds) return 'still-broken';
  return hasSent(later, before, earlier) ? 'fixed' : 'unjudged';
}

function isJudged(verdict: RecordedVerdict | undefined): verdict is RecordedVerdict {
  return verdict?.outcome === 'pass' || verdict?.outcome === 'fail';
}

/**
 * Groups earlier and current failures by their cause. Pure. A cause is listed once if part of what it breaks held
 * before, was broken otherwise, or was not judged: as the first of these.
 */
function causesOf(changes: Changes, before: RunRecord | undefined, after: RunRecord) {
  const otherwise = changes['still-broken'].filter((one) => !hasSameCode(one));
  const failing = findingsIn(after, [...changes.broke, ...otherwise, ...changes['fails-first-judged']]);
  const isAmong = ({ failures }: RunFinding, some: readonly Change[]): boolean =>
    failures.some(({ verdict }) => some.some((one) => verdictKey(one) === verdictKey(verdict)));
  const byKind = groupBy(failing, (finding) => {
    if (isAmong(finding, changes.broke)) return 'broke';
    return isAmong(finding, otherwise) ? 'broken-otherwise' : 'fails-first-judged';
  });
  const newly = (kind: 'broke' | 'broken-otherwise' | 'fails-first-judged'): readonly Cause[] =>
    (byKind.get(kind) ?? []).map((finding) => {
      const own = otherwise.filter((change) => isAmong(finding, [change]));
      return causeFrom(
        finding,
        causesIn(before, own).map(({ sentence }) => sentence),
      );
    });
  const failed = new Set(changes.fixed.filter(hadFailed).map(({ endpoint }) => endpoint));
  // A failure at an endpoint explains why it was not shown to work.
  const isOwnCause = (change: Change): boolean => hadFailed(change) || !failed.has(change.endpoint);
  return {
    broke: newly('broke'),
    'fails-first-judged': newly('fails-first-judged'),
    'still-broken': causesIn(after, changes['still-broken'].filter(hasSameCode)),
    'broken-otherwise': newly('broken-otherwise'),
    'not-judged-again': isAway(after.state) ? [] : causesIn(before, changes.unjudged.filter(hadFailed)),
    'no-longer-shown': causesIn(after, changes.unjudged.filter(isNoLongerShown)),
    fixed: causesIn(before, changes.fixed.filter(isOwnCause)),
  };
}

function causesIn(record: RunRecord | undefined, changes: readonly Change[]): readonly Cause[] {
  return record === undefined ? [] : findingsIn(record, changes).map((finding) => causeFrom(finding));
}

/** True for a check that fails with the same code as before, as far as that is known. */
function hasSameCode({ before, after }: Change): boolean {
  const [one, other] = [before?.reason?.code, after?.reason?.code];
  return one === undefined || other === undefined || one === other;
}

/** True for a check that was not part of the later run, or not asked for there. */
export function isNotAsked({ after }: Pick<Change, 'after'>): boolean {
  return after === undefined || after.outcome === 'skip';
}

/** True for a check that failed before. */
export function hadFailed({ before }: Change): boolean {
  return before?.outcome === 'fail';
}

/** True for a check that held before, at an endpoint where no valid key succeeds now. */
export function isNoLongerShown({ before, after }: Change): boolean {
  return (before === undefined || before.outcome === 'pass') && after !== undefined && isNotShown(after);
}

/** The findings of a run, as if it had only the failures among these changes. */
function findingsIn(record: RunRecord, changes: readonly Change[]): readonly RunFinding[] {
  if (changes.length === 0) return [];
  const keys = new Set(changes.map(verdictKey));
  const verdicts = record.verdicts.map((verdict) => {
    const { known: _, ...rest } = verdict;
    if (keys.has(verdictKey(verdict))) return { ...rest, outcome: 'fail' as const };
    return verdict.outcome === 'fail' ? { ...verdict, outcome: 'pass' as const } : verdict;
  });
  return findingsOf({ ...record, verdicts }).filter(({ failures }) => failures.length > 0);
}

/** One cause of failures that appeared, stayed or disappeared. */
export type Cause = ReturnType<typeof causeFrom>;

/** @param formerly how the same was broken before, if it was broken otherwise */
function causeFrom(finding: RunFinding, formerly: readonly string[] = []) {
  const { severity, sentence, checks, places, failures } = finding;
  // No check failed there: no valid key succeeded in one of the runs, which breaks no documented statement.
  const isOpen = failures.every(({ verdict }) => isOpenCode(verdict.reason?.code));
  const requirements = isOpen ? [] : finding.requirements;
  const failing = [...new Set(failures.map(({ verdict }) => verdict.endpoint as string))];
  const endpoints = checks.length === 0 ? places.endpoints : failing;
  const subject = endpoints.length === 1 ? 'An endpoint was' : `${endpoints.length} endpoints were`;
  const headline = isOpen ? `${subject} not shown to work` : finding.headline;
  const label = isOpen ? 'Not shown' : severityLabel(severity);
  const shown = { severity: label, severityId: severity, headline, sentence, formerly };
  return { ...shown, checks, requirements, endpoints, isOpen };
}

function isOpenCode(code: string | undefined): boolean {
  return openCodes.some((one) => one === code);
}

/** Checks of these topics judge the same content of an answer as its observations. */
const topicsOfContent: readonly Topic[] = ['success', 'fhir'];
const topicsOfAnswers: readonly Topic[] = ['availability', 'success', 'errors', 'fhir', 'import'];

/**
 * Leaves out drift that a check already reports: it was observed in the answer by which a check broke or was fixed. No
 * check judges field names, so only an answer that is no list or no record at all is reported twice.
 */
function withoutReportedDrift(
  drift: readonly ClassifiedDrift[],
  reported: readonly Change[],
): readonly ClassifiedDrift[] {
  return drift.filter(
    (one) =>
      !reported.some(
        ({ check, endpoint }) =>
          endpoint === one.endpoint &&
          (one.changes === undefined ? topicsOfAnswers : ['success']).some(
            (topic) => topic === topicOf(check),
          ) &&
          haveRequestInCommon(one, check),
      ),
  );
}

function haveRequestInCommon({ gap: id, endpoint: place }: ClassifiedDrift, check: string): boolean {
  const endpoint = endpoints.find((one) => one.id === place);
  const gap = gaps.find((one) => one.id === id);
  if (endpoint === undefined || gap === undefined) return false;
  const asked = requestsOf({ check, endpoint: endpoint.id }).map(requestOf);
  return Object.values(gap.requests(endpoint)).some((request) =>
    asked.some((other) => isDeepStrictEqual(requestOf(request), other)),
  );
}

/** The requests of a check at an endpoint; undefined if this version does not have both. */
export function requestsOf(change: Pick<Change, 'check' | 'endpoint'>): readonly CheckRequest[] {
  const check = catalogue.find(({ id }) => id === change.check);
  const endpoint = endpoints.find(({ id }) => id === change.endpoint);
  return check === undefined || endpoint === undefined ? [] : Object.values(check.requests(endpoint));
}

/** The request alone, regardless of the check or gap that needs it. */
function requestOf({ optional: _, more: _more, ...request }: CheckRequest): object {
  return request;
}
