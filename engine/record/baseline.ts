import { gaps } from '../../contract/gaps.ts';
import type { Observation } from '../../contract/observe.ts';
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
export function driftFrom(baseline: Pick<Baseline, 'observations'>, record: RunRecord): readonly Drift[] {
  const now = new Map(record.observations.map((one) => [placeOf(one), one.answer]));
  return baseline.observations.flatMap((observation) => {
    const { gap, endpoint, answer: before } = observation;
    const after = now.get(placeOf(observation));
    if (after === undefined) return [];
    const gone = goneFeatures(before, after);
    const isSame = gone.length === 0 && goneFeatures(after, before).length === 0;
    return isSame ? [] : [{ gap, endpoint, before, after, breaking: gone.length > 0 && clientsRelyOn(gap) }];
  });
}

/** A drift as a sentence for an administrator. */
export function driftSentence({ gap, endpoint, before, after, breaking }: Drift): string {
  const gone = goneFeatures(before, after).join(', ');
  const change = `it answered "${before}" and now answers "${after}"`;
  return breaking
    ? `${endpoint} no longer shows "${gone}", on which clients may rely (${gap}): ${change}.`
    : `${endpoint} changed where the document leaves it open (${gap}): ${change}.`;
}

function goneFeatures(before: string, after: string): readonly string[] {
  const kept = new Set(after.split(', '));
  return before.split(', ').filter((feature) => !kept.has(feature));
}

function clientsRelyOn(id: string): boolean {
  return gaps.some((gap) => gap.id === id && gap.clientsRely === true);
}

function placeOf({ gap, endpoint }: Observation): string {
  return `${gap} ${endpoint}`;
}
