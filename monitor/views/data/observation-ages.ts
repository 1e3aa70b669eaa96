import { type Observation, observationKey } from '../../../contract/observe.ts';
import type { Since, SinceOf } from '../../../reports/document/view.ts';
import type { ObservationRun } from '../../history/observation-run.ts';
import { iso } from './iso.ts';

/** What held before the runs that are known: observations, and since when. */
export interface EarlierObservations {
  readonly sinceMs: number;
  readonly observations: readonly Observation[];
}

/**
 * Since when each observation has held. Pure. A run that did not observe a gap says nothing of it.
 * @param runs newest first
 * @param baseline what held since before the oldest of these runs, if nothing differed meanwhile
 */
export function observationAges(runs: readonly ObservationRun[], baseline?: EarlierObservations): SinceOf {
  const steps = withoutRepetitions(runs).map(({ startedMs, observations }) => ({
    startedMs,
    answers: new Map(observations.map((one) => [observationKey(one), one.answer])),
  }));
  const atFirst = new Map(
    (baseline?.observations ?? []).map((one) => [observationKey(one), one.answer] as const),
  );
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

/** Of neighbours that observed the same, the oldest alone, since it says since when. */
function withoutRepetitions(runs: readonly ObservationRun[]): readonly ObservationRun[] {
  return runs.filter(({ observations }, index) => runs[index + 1]?.observations !== observations);
}
