import { gaps } from '../../contract/gaps/gaps.ts';
import {
  type Features,
  type FieldShape,
  type Observation,
  observationKey,
  type RecordShape,
} from '../../contract/gaps/observe.ts';
import type { RunRecord } from './run-record.ts';

/** Saved observations of an installation (schemas/baseline.schema.json). */
export interface Baseline
  extends Pick<RunRecord, 'formatVersion' | 'suiteVersion' | 'installation' | 'observations'> {
  readonly savedAt: string;
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
  /** The changes of fields, if the records of both answers are known. */
  readonly changes?: readonly FieldChange[];
}

/** A drift with its effect on clients: `breaking` in both has the same meaning. */
export interface ClassifiedDrift extends Drift {
  readonly effect: Effect;
}

/** Makes a baseline from the observations of a run. */
export function makeBaseline(record: RunRecord): Baseline {
  const { formatVersion, suiteVersion, installation, finishedAt, observations } = record;
  return { formatVersion, suiteVersion, installation, savedAt: finishedAt, observations };
}

/**
 * The drift of a run from a baseline. Pure. A gap that only one of the two observed is not drift: the other may not
 * have been able to observe it.
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

/** The observations of a baseline that a run did not make: they may or may not have changed. Pure. */
export function unobservedIn(
  baseline: Pick<Baseline, 'observations'>,
  record: Pick<RunRecord, 'observations'>,
): readonly Observation[] {
  const now = new Set(record.observations.map(observationKey));
  return baseline.observations.filter((one) => !now.has(observationKey(one)));
}

function driftBetween(before: Observation, after: Observation): readonly ClassifiedDrift[] {
  const { gap, endpoint } = before;
  const areKnown = before.shape !== undefined && after.shape !== undefined;
  const changes = areKnown ? fieldChanges(before.shape, after.shape) : undefined;
  const effects = changes?.map(({ effect }) => effect) ?? featureEffects(gap, before.answer, after.answer);
  const effect = bySeverity.find((one) => effects.includes(one));
  if (effect === undefined) return [];
  const drift = { gap, endpoint, before: before.answer, after: after.answer };
  return [{ ...drift, breaking: effect === 'breaking', effect, ...(changes && { changes }) }];
}

/** The most severe first. */
export const bySeverity: readonly Effect[] = ['breaking', 'unclear', 'additive'];

function featureEffects(id: string, before: string, after: string): readonly Effect[] {
  const { clientsRely = false, features = 'stated' } = gaps.find((gap) => gap.id === id) ?? {};
  const effects = effectsOf[features](before.split(', '), after.split(', '));
  return clientsRely ? effects : effects.map((effect) => (effect === 'breaking' ? 'unclear' : effect));
}

/** The effects of removed and added features, assuming that clients rely on them. */
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

/**
 * The effect of a change on clients. `breaking`: a client that relies on it breaks. `additive`: there is more than
 * before. `unclear`: it differs, and may or may not matter to a client.
 */
export type Effect = 'breaking' | 'additive' | 'unclear';

/** A change of a field of the records at an endpoint. */
export interface FieldChange {
  readonly kind: 'gone' | 'renamed' | 'type' | 'new';
  readonly field: string;
  readonly effect: Effect;
  /** For a renamed field: its current name. For a changed type: the types before, and now. */
  readonly from?: string;
  readonly to?: string;
}

/**
 * How the fields of records changed. Pure. Fields that only some records have vary with the sample: a field is gone or
 * new only if every record on one side has it and none on the other. A missing field counts as renamed if exactly one
 * new field has the same values. Between different records only the types are compared.
 */
export function fieldChanges(before: RecordShape, after: RecordShape): readonly FieldChange[] {
  const gone = onlyIn(before, after);
  const added = onlyIn(after, before);
  const renamed = gone.flatMap((field) => {
    const same = added.filter(({ values }) => values !== undefined && values === field.values);
    const isOne = same.length === 1 && gone.filter(({ values }) => values === field.values).length === 1;
    return isOne ? same.map((to) => ({ from: field, to })) : [];
  });
  const types = before.fields.flatMap((field) => {
    const other = after.fields.find(({ name }) => name === field.name);
    return other === undefined ? [] : typeChange(field, other);
  });
  // The fields of a different record say nothing about those of this one.
  if (before.id !== undefined && after.id !== undefined && before.id !== after.id) return types;
  const lost = gone.filter((field) => !renamed.some(({ from }) => from === field));
  const found = added.filter((field) => !renamed.some(({ to }) => to === field));
  return [
    ...renamed.map(
      ({ from, to }) => ({ kind: 'renamed', field: from.name, to: to.name, effect: 'breaking' }) as const,
    ),
    ...lost.map(({ name }) => ({ kind: 'gone', field: name, effect: 'breaking' }) as const),
    ...types,
    ...found.map(({ name }) => ({ kind: 'new', field: name, effect: 'additive' }) as const),
  ];
}

/** The fields that every record of one side has, and none of the other. */
function onlyIn(one: RecordShape, other: RecordShape): readonly FieldShape[] {
  const names = new Set(other.fields.map(({ name }) => name));
  return one.fields.filter(({ name, seen }) => seen === one.records && !names.has(name));
}

function typeChange(field: FieldShape, other: FieldShape): readonly FieldChange[] {
  const more = other.types.filter((type) => !field.types.includes(type));
  if (field.types.length === 0 || more.length === 0) return [];
  const types = { from: field.types.join(' or '), to: other.types.join(' or ') };
  const effect = more.length === other.types.length ? 'breaking' : 'unclear';
  return [{ kind: 'type', field: field.name, ...types, effect }];
}
