import type { Features } from '../../contract/gap.ts';
import { gaps } from '../../contract/gaps.ts';
import { type Observation, observationKey } from '../../contract/observe.ts';
import { type Effect, type FieldChange, fieldChanges } from './field-changes.ts';
import type { RunRecord } from './run-record.ts';

/** Saved observations of an installation (schemas/baseline.schema.json). */
export interface Baseline {
  readonly formatVersion: 1;
  readonly suiteVersion: string;
  readonly installation: RunRecord['installation'];
  readonly savedAt: string;
  readonly observations: readonly Observation[];
}

/** A gap at an endpoint where the installation answers differently than before. */
export interface Drift {
  readonly gap: string;
  readonly endpoint: string;
  readonly before: string;
  readonly after: string;
  /** True if a feature is gone that clients may rely on. */
  readonly breaking: boolean;
  /** Since when the monitor has seen it, in milliseconds since 1970. */
  readonly sinceMs?: number;
  /** What happened to which field, where the records of both answers are known. */
  readonly changes?: readonly FieldChange[];
}

/** A drift with what it does to clients: `breaking` in both has the same meaning. */
export interface ClassifiedDrift extends Drift {
  readonly effect: Effect;
}

/** Makes a baseline from the observations of a run. */
export function makeBaseline(record: RunRecord): Baseline {
  const { formatVersion, suiteVersion, installation, finishedAt, observations } = record;
  return { formatVersion, suiteVersion, installation, savedAt: finishedAt, observations };
}

/**
 * The drift of a run from a baseline. Pure. A gap that only one of the two observed is not drift: the other may not have
 * been able to.
 */
export function driftFrom(
  baseline: Pick<Baseline, 'observations'>,
  record: Pick<RunRecord, 'observations'>,
): readonly ClassifiedDrift[] {
  const now = new Map(record.observations.map((one) => [observationKey(one), one]));
  return baseline.observations.flatMap((before) => {
    const after = now.get(observationKey(before));
    return after === undefined ? [] : driftBetween(before, after);
  });
}

/** How many observations of a baseline a run made too: of the others nobody can say whether they changed. Pure. */
export function comparedWith(
  baseline: Pick<Baseline, 'observations'>,
  record: Pick<RunRecord, 'observations'>,
): number {
  const now = new Set(record.observations.map(observationKey));
  return baseline.observations.filter((one) => now.has(observationKey(one))).length;
}

function driftBetween(before: Observation, after: Observation): readonly ClassifiedDrift[] {
  const changes = shapesOf(before, after);
  const effects =
    changes === undefined
      ? featureEffects(before.gap, before.answer, after.answer)
      : changes.map(({ effect }) => effect);
  const effect = gravestOf(effects);
  if (effect === undefined) return [];
  const { gap, endpoint } = before;
  return [
    {
      gap,
      endpoint,
      before: before.answer,
      after: after.answer,
      breaking: effect === 'breaking',
      effect,
      ...(changes === undefined ? {} : { changes }),
    },
  ];
}

function shapesOf(before: Observation, after: Observation): readonly FieldChange[] | undefined {
  return before.shape === undefined || after.shape === undefined
    ? undefined
    : fieldChanges(before.shape, after.shape);
}

const byGravity: readonly Effect[] = ['breaking', 'unclear', 'additive'];

function gravestOf(effects: readonly Effect[]): Effect | undefined {
  return byGravity.find((effect) => effects.includes(effect));
}

function featureEffects(id: string, before: string, after: string): readonly Effect[] {
  const { clientsRely = false, features = 'stated' } = gaps.find((gap) => gap.id === id) ?? {};
  const effects = effectsOf[features](before.split(', '), after.split(', '));
  return clientsRely ? effects : effects.map((effect) => (effect === 'breaking' ? 'unclear' : effect));
}

/** The effects of features that are gone, and of new ones, as if clients relied on them. */
const effectsOf: Readonly<
  Record<Features, (before: readonly string[], after: readonly string[]) => readonly Effect[]>
> = {
  stated: (before, after) => [
    ...(isWithin(before, after) ? [] : (['breaking'] as const)),
    ...(isWithin(after, before) ? [] : (['additive'] as const)),
  ],
  'kinds-seen': (before, after) => {
    if (isWithin(after, before)) return [];
    return before.some((one) => after.includes(one)) ? ['unclear'] : ['breaking'];
  },
  'values-by-kind': (before, after) => {
    const now = new Map(after.map((feature) => [kindOf(feature), valuesOf(feature)]));
    return before.flatMap((feature) => {
      const values = now.get(kindOf(feature));
      return values === undefined ? [] : effectsOf.stated(valuesOf(feature), values);
    });
  },
};

function isWithin(some: readonly string[], others: readonly string[]): boolean {
  return some.every((one) => others.includes(one));
}

function kindOf(feature: string): string {
  return feature.split(' ')[0] ?? feature;
}

function valuesOf(feature: string): readonly string[] {
  return feature.slice(kindOf(feature).length + 1).split('/');
}
