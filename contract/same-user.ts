import { isObject } from './answers.ts';

/** A body as its scalar leaves: JSON path to value. */
type Leaves = ReadonlyMap<string, unknown>;

/** Field names that identify a user, in the usual spellings: unique ones first, then names. */
const identifyingNames: readonly RegExp[] = [
  /^(id|_id|uuid|guid|user_?id|e_?mail|login|user_?name|sub)$/i,
  /^(name|handle|full_?name|display_?name|first_?name|last_?name)$/i,
];

/** Limits on the depth and number of leaves: a user record is small, and a hostile one must not cost much. */
const maximumDepth = 12;
const maximumLeaves = 5000;

/** Collects the scalar leaves of a JSON value, level by level; a number equals its text. */
export function leavesOf(value: unknown): Leaves {
  const leaves = new Map<string, unknown>();
  let level: (readonly [string, unknown])[] = [['$', value]];
  for (let depth = 0; depth < maximumDepth && level.length > 0; depth += 1) {
    const next: (readonly [string, unknown])[] = [];
    for (const [path, item] of level) {
      if (leaves.size >= maximumLeaves) return leaves;
      if (Array.isArray(item))
        item.forEach((child, index) => {
          next.push([`${path}[${index}]`, child]);
        });
      else if (isObject(item))
        for (const [name, child] of Object.entries(item)) next.push([`${path}.${name}`, child]);
      else leaves.set(path, typeof item === 'number' ? String(item) : item);
    }
    level = next;
  }
  return leaves;
}

export interface StableLeaves {
  readonly all: Leaves;
  /** The leaves with the best identifying names in the record; empty if it has none. */
  readonly identifying: Leaves;
  /** The leaves with any identifying name: two people may share one of them, but rarely all. */
  readonly named: Leaves;
  /** Whether one of them has a name whose value two people cannot share. */
  readonly isUnique: boolean;
}

/** The leaves that are equal in two answers to the same request, which leaves out clocks and counters. */
export function stableLeaves(first: unknown, second: unknown): StableLeaves {
  const later = leavesOf(second);
  const all = new Map(
    [...leavesOf(first)].filter(([path, value]) => later.has(path) && later.get(path) === value),
  );
  const byKind = identifyingNames.map(
    (names) => new Map([...all].filter(([path]) => names.test(lastName(path)))),
  );
  return {
    all,
    identifying: byKind.find(({ size }) => size > 0) ?? new Map(),
    named: new Map(byKind.flatMap((leaves) => [...leaves])),
    isUnique: (byKind[0]?.size ?? 0) > 0,
  };
}

/**
 * The paths that show that another answer is about another user; empty if none does. Without identifying names most
 * leaves must differ: a single field may name the server that answered.
 */
export function signsOfAnotherUser({ all, identifying }: StableLeaves, other: unknown): readonly string[] {
  if (identifying.size > 0) return differences(identifying, other);
  const differing = differences(all, other);
  return differing.length * 2 > all.size ? differing : [];
}

/** The paths where another answer differs from the given leaves. */
export function differences(leaves: Leaves, other: unknown): readonly string[] {
  const others = leavesOf(other);
  return [...leaves].filter(([path, value]) => others.get(path) !== value).map(([path]) => path);
}

function lastName(path: string): string {
  return (path.split('.').at(-1) ?? '').replace(/\[\d+\]$/, '');
}
