import { closest, distance } from 'fastest-levenshtein';

/** " Did you mean X?" for a misspelt name, or nothing when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The known name that a misspelt one most likely stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase());
  const near = same ?? closest(name, [...known]);
  return distance(name.toLowerCase(), near.toLowerCase()) <= Math.max(1, Math.floor(name.length / 3))
    ? near
    : undefined;
}
