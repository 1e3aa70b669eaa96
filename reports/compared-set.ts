import { isStillBroken } from './comparison.ts';
import type { Comparison, Tone } from './comparison-model.ts';
import { type ComparisonView, type MomentText, viewOf } from './comparison-view.ts';
import { pluralize } from './words.ts';

/** What was compared: one installation, or those of two folders. */
export interface ComparedSet {
  readonly comparisons: readonly Comparison[];
  /** Installations that were checked on one side alone. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/** Several comparisons in words. */
export interface SetView {
  /** Missing where there is one installation, which says it itself. */
  readonly verdict?: string;
  readonly tone: Tone;
  readonly notes: readonly string[];
  readonly views: readonly ComparisonView[];
}

/** Puts everything that was compared in words, the worst installation first; `moment` as for `viewOf`. */
export function setViewOf({ comparisons, onlyBefore, onlyAfter }: ComparedSet, moment?: MomentText): SetView {
  const views = comparisons
    .map((one) => viewOf(one, moment))
    .toSorted((one, other) => rank(one) - rank(other));
  const notes = [
    ...onlyBefore.map((name) => `${name} was checked before and not after: it could not be compared.`),
    ...onlyAfter.map((name) => `${name} was not checked before: there is nothing to compare it with.`),
  ];
  const tone = views[0]?.tone ?? 'open';
  if (views.length === 1 && notes.length === 0) return { tone, notes, views };
  const bad = views.filter(({ tone }) => tone === 'bad').length;
  const all = pluralize(views.length, 'installation');
  const nothing = comparisons.some(isStillBroken) ? 'Nothing new broke' : 'Nothing broke';
  const verdict =
    bad === 0 ? `${nothing} at ${all}.` : `Something broke, or may break clients, at ${bad} of ${all}.`;
  return { verdict, tone, notes, views };
}

const tones: readonly Tone[] = ['bad', 'open', 'good'];

function rank({ tone }: ComparisonView): number {
  return tones.indexOf(tone);
}
