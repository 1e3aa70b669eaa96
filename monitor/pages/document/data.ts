import { allCheckCases } from '../../../contract/checks/catalogue.ts';
import { requirementsAt } from '../../../contract/checks/check.ts';
import { type Observation, observationKey } from '../../../contract/gaps/observe.ts';
import { keyPhrase } from '../../../contract/judging/describe.ts';
import { caseKey } from '../../../contract/judging/judge.ts';
import { verdictKey } from '../../../contract/judging/verdict.ts';
import type { ShownExchange } from '../../../reports/document/body.ts';
import {
  type DocumentVerdict,
  documentView,
  type Since,
  type SinceOf,
} from '../../../reports/document/view.ts';
import { duration } from '../../../reports/words.ts';
import type { History, ObservationRun } from '../../history/history.ts';
import type { KeptFailure, KeptVerdict } from '../../model.ts';
import type { MonitoredTarget } from '../../state/monitored-target.ts';
import { findingsHeadline } from '../../state/open-findings.ts';
import { parseObservations } from '../../state/snapshot.ts';
import { countsOf, failureViews, runFindingViews } from '../shared/finding-views.ts';
import { frameView, type ViewSources } from '../shared/frame-view.ts';
import type { FailureView } from '../shared/model.ts';
import { judgingTiers, lastRunView } from '../shared/run-views.ts';
import { texts } from '../shared/texts.ts';
import { iso } from '../shared/times.ts';
import { documentTexts } from './texts.ts';

/** What held before the runs that are known: observations, and since when. */
export interface EarlierObservations {
  readonly sinceMs: number;
  readonly observations: readonly Observation[];
}

/**
 * Since when each observation has held. Pure. A run that did not observe a gap says nothing about it.
 * @param runs newest first
 * @param baseline what held since before the oldest of these runs, if nothing differed meanwhile
 */
export function observationAges(runs: readonly ObservationRun[], baseline?: EarlierObservations): SinceOf {
  const answersOf = (observations: readonly Observation[]): ReadonlyMap<string, string> =>
    new Map(observations.map((one) => [observationKey(one), one.answer]));
  const steps = runs
    // Of neighbours that observed the same, the oldest alone, since it says since when.
    .filter(({ observations }, index) => runs[index + 1]?.observations !== observations)
    .map(({ startedMs, observations }) => ({ startedMs, answers: answersOf(observations) }));
  const atFirst = answersOf(baseline?.observations ?? []);
  return (observation): Since | undefined => {
    const key = observationKey(observation);
    let sinceMs: number | undefined;
    for (const { startedMs, answers } of steps) {
      const answer = answers.get(key);
      if (answer === undefined) continue;
      if (answer !== observation.answer)
        return sinceMs === undefined ? undefined : { at: iso(sinceMs), isAtLeast: false };
      sinceMs = startedMs;
    }
    const isInBaseline = baseline !== undefined && atFirst.get(key) === observation.answer;
    if (isInBaseline && (sinceMs === undefined || baseline.sinceMs < sinceMs)) sinceMs = baseline.sinceMs;
    return sinceMs === undefined ? undefined : { at: iso(sinceMs), isAtLeast: true };
  };
}

/** What the page of the annotated document shows. */
export type DocumentPageView = NonNullable<Awaited<ReturnType<typeof documentPageView>>>;

/**
 * The annotated document of a run of the history.
 * @returns nothing when the history does not have the run
 */
export async function documentPageView(id: string, history: History, sources: ViewSources) {
  const found = await history.run(id);
  if (found === undefined) return undefined;
  const { row, detail } = found;
  const target = sources.fleet.get(row.installation);
  const runs = await history.observationRuns({
    installation: row.installation,
    tiers: judgingTiers,
    untilMs: row.startedMs,
  });
  const baseline = target === undefined ? undefined : baselineOf(target);
  // A baseline that was accepted after a run says nothing about what held before it.
  const isEarlier = baseline !== undefined && baseline.sinceMs <= row.startedMs;
  const failures = failureViews(detail.failures, target?.snapshot.tracked.openFailures ?? []);
  const cause = row.cause ?? findingsHeadline(runFindingViews(failures, detail.verdicts));
  return {
    frame: frameView(sources),
    installation: row.installation,
    run: lastRunView(row),
    counted: countsOf(row.totals),
    cause,
    document: documentView({
      verdicts: [...failures.map(failedVerdict), ...(detail.verdicts ?? []).map(otherVerdict)],
      observations: detail.observations,
      since: observationAges(runs, isEarlier ? baseline : undefined),
      baseline,
    }),
    exchanges: detail.failures.flatMap(shownExchange),
    /** False if passing verdicts are kept no longer, so that only failures are known. */
    isComplete: detail.verdicts !== undefined,
  };
}

function baselineOf({ snapshot }: MonitoredTarget): EarlierObservations | undefined {
  const { baseline, baselineSinceMs } = snapshot;
  if (baselineSinceMs === undefined) return undefined;
  return { sinceMs: baselineSinceMs, observations: parseObservations(baseline) };
}

function failedVerdict(failure: FailureView, index: number): DocumentVerdict {
  const { check, endpoint, outcome, requirements, message, evidence, since } = failure;
  return {
    check,
    endpoint,
    outcome,
    requirements,
    message,
    ...(since === undefined ? {} : { since }),
    ...(evidence === undefined ? {} : { exchange: exchangeId(index) }),
  };
}

/** The history keeps no requirements of verdicts that are no failures: the check names them. */
const requirementsOfCases = new Map(
  allCheckCases.map((one) => [caseKey(one), requirementsAt(one.endpoint, one.check)] as const),
);

function otherVerdict({ check, endpoint, outcome, message, reason }: KeptVerdict): DocumentVerdict {
  const requirements = requirementsOfCases.get(verdictKey({ check, endpoint })) ?? [];
  return {
    check,
    endpoint,
    outcome,
    requirements,
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function exchangeId(index: number): string {
  return `failure-${index + 1}`;
}

function shownExchange({ evidence, endpoint }: KeptFailure, index: number): readonly ShownExchange[] {
  if (evidence === undefined) return [];
  const { status, failure, key, curl, totalMs, excerpt, headers } = evidence;
  const took = duration(totalMs);
  return [
    {
      id: exchangeId(index),
      title: key === undefined ? endpoint : `${endpoint} ${keyPhrase(key)}`,
      facts:
        status === undefined
          ? documentTexts.noAnswer(failure ?? texts.common.requestEnded, took)
          : documentTexts.answer(status, took),
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(headers === undefined ? {} : { headers }),
      curl,
    },
  ];
}
