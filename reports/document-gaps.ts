import { type Gap, type Observation, observationKey } from '../contract/observe.ts';
import { groupBy } from '../engine/group-by.ts';
import type { ClassifiedDrift } from '../engine/record/baseline.ts';
import { type DriftCause, driftCauses } from './comparison-drift.ts';

/** Since when an answer has held. */
export interface Since {
  /** ISO 8601. */
  readonly at: string;
  /** It may have held before: nothing earlier is known. */
  readonly isAtLeast: boolean;
}

/** Since when an observation has held, where that is known. */
export type SinceOf = (observation: Pick<Observation, 'gap' | 'endpoint' | 'answer'>) => Since | undefined;

/** How an answer relates to the baseline. */
export type BaselineRelation = 'same' | 'changed' | 'not-in-baseline';

/** What some endpoints answer at a gap. */
export interface GapAnswer {
  readonly answer: string;
  readonly endpoints: readonly string[];
  readonly since?: Since;
  /** Left out without a baseline. */
  readonly relation?: BaselineRelation;
}

/** A gap with what this installation answers there. */
export interface GapView extends Gap {
  readonly answers: readonly GapAnswer[];
  /** At how many endpoints it was observed. */
  readonly places: number;
  /** What changed since the baseline, each change once. */
  readonly changes: readonly DriftCause[];
  readonly isChanged: boolean;
}

/** What a run observed at all gaps, and what that is compared with. */
export interface Observed {
  readonly observations: readonly Observation[];
  readonly drift: readonly ClassifiedDrift[];
  /** The observations of the baseline; undefined without one. */
  readonly before: readonly Observation[] | undefined;
  readonly since: SinceOf | undefined;
}

/** Puts a gap together with its observations. Pure. */
export function gapViewOf(gap: Gap, { before, since, ...all }: Observed): GapView {
  const observations = all.observations.filter((one) => one.gap === gap.id);
  const drift = all.drift.filter((one) => one.gap === gap.id);
  const saved = before === undefined ? undefined : new Set(before.map(observationKey));
  const changed = new Set(drift.map(observationKey));
  const placed = observations.map((observation) => {
    const held = since?.(observation);
    const relation = relationOf(observationKey(observation), saved, changed);
    return { observation, held, relation };
  });
  const groups = groupBy(placed, ({ observation: { answer }, held, relation }) =>
    JSON.stringify([answer, held?.at, held?.isAtLeast, relation]),
  );
  const answers = [...groups.values()].map((group): GapAnswer => {
    const [first] = group;
    const own = group.map(({ observation }) => observation);
    return {
      answer: first?.observation.answer ?? '',
      endpoints: own.map(({ endpoint }) => endpoint),
      ...(first?.held === undefined ? {} : { since: first.held }),
      ...(first?.relation === undefined ? {} : { relation: first.relation }),
    };
  });
  return {
    ...gap,
    answers,
    places: observations.length,
    changes: driftCauses(drift),
    isChanged: drift.length > 0,
  };
}

function relationOf(
  key: string,
  saved: ReadonlySet<string> | undefined,
  changed: ReadonlySet<string>,
): BaselineRelation | undefined {
  if (saved === undefined) return undefined;
  if (changed.has(key)) return 'changed';
  return saved.has(key) ? 'same' : 'not-in-baseline';
}
