import { closest, distance } from 'fastest-levenshtein';

/** Longer names are no misspelling of a known one. */
const maximumComparedLength = 80;

/** The known name that a misspelt one probably means; undefined if none is near. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > maximumComparedLength || known.length === 0) return undefined;
  const lower = name.toLowerCase();
  const best = known.find((each) => each.toLowerCase() === lower) ?? closest(name, known);
  return best.toLowerCase() === lower || distance(name, best) <= allowedDistance(name) ? best : undefined;
}

/** A third of the letters, and no more than three. */
function allowedDistance(name: string): number {
  return Math.min(3, Math.max(1, Math.ceil(name.length / 3)));
}
