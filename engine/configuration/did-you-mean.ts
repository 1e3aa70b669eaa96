import { distance } from 'fastest-levenshtein';

/** " Did you mean X?" for a misspelt name, or nothing when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Fewer letters begin too many names. */
const shortestBeginning = 4;

/** The known name that a misspelt one most likely stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const same = letters === '' ? undefined : known.find((one) => lettersOf(one) === letters);
  if (same !== undefined) return same;
  const most = Math.max(1, Math.floor(name.length / 3));
  const near = known
    // A name may come from anywhere: one that is much longer than all known ones is not looked at.
    .filter((one) => Math.abs(one.length - name.length) <= most)
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase(), most) }))
    .filter(({ edits }) => edits <= most);
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return near.find(({ edits }) => edits === fewest)?.one ?? longerName(letters, known);
}

/** A name that goes on where another one ends: `auth.nokey` for `auth.no-key-rejected`. */
function longerName(letters: string, known: readonly string[]): string | undefined {
  return letters.length < shortestBeginning
    ? undefined
    : known.find((one) => lettersOf(one).startsWith(letters));
}

/** A name without what is easily forgotten: hyphens, dots, blanks and the letter case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are wrong, missing, too many, or swapped with the next one, which is one slip as well; exact up to `most`. */
function editsBetween(name: string, other: string, most: number): number {
  const apart = distance(name, other);
  // Two letters that are swapped are two edits at most: names further apart are not compared letter by letter.
  if (apart > most + 1) return apart;
  const swapped = [...name.slice(1)].map(
    (letter, at) => name.slice(0, at) + letter + name.slice(at, at + 1) + name.slice(at + 2),
  );
  return Math.min(apart, ...swapped.map((one) => 1 + distance(one, other)));
}
