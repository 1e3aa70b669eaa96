import { distance } from 'fastest-levenshtein';

/** " Did you mean X?" for a misspelt name, or an empty text if no known name is close. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Many names share a shorter prefix. */
const shortestBeginning = 4;

/** The known name that a misspelt one most likely stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const same = letters === '' ? undefined : known.find((one) => lettersOf(one) === letters);
  if (same !== undefined) return same;
  const most = Math.max(1, Math.floor(name.length / 3));
  const near = known
    // A name may come from anywhere: one that is much longer than all known ones is not compared.
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase(), most) }))
    .filter(({ edits }) => edits <= most);
  const nearest = near.toSorted((one, other) => one.edits - other.edits)[0]?.one;
  if (nearest !== undefined || letters.length < shortestBeginning) return nearest;
  // `auth.no-key-rejected` for `auth.nokey`.
  return known.find((one) => lettersOf(one).startsWith(letters));
}

/** A name without what is easily forgotten: hyphens, dots, blanks and upper case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The number of wrong, missing, extra or transposed letters; a transposition counts as one. Exact up to `most`. */
function editsBetween(name: string, other: string, most: number): number {
  const apart = distance(name, other);
  // A transposition is at most two edits: names further apart are not compared letter by letter.
  if (apart > most + 1) return apart;
  const swapped = [...name.slice(1)].map(
    (letter, at) => name.slice(0, at) + letter + name.slice(at, at + 1) + name.slice(at + 2),
  );
  return Math.min(apart, ...swapped.map((one) => 1 + distance(one, other)));
}
