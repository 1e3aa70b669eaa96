import { isObject } from './answers.ts';

/** A body as its scalar leaves: JSON path to value. */
type Leaves = ReadonlyMap<string, unknown>;

/** Field names that identify a user, in the usual spellings: unique ones first, then names. */
const identifyingNames: readonly RegExp[] = [
  /^(id|_id|uuid|guid|user_?id|e_?mail|login|user_?name|sub)$/i,
  /^(name|handle|full_?name|display_?name|first_?name|last_?name)$/i,
];

/** Objects that hold a user's own fields. What another object holds, such as a team or a session, belongs to that. */
const wrapper =
  /^(\$|data|attributes|users?|current_?user|viewer|me|results?|records?|response|payload|_embedded)$/i;

/** What stands in place of an id for whoever asks, by itself or at the end of an address. */
const standIn = /(?:^|[/:])(?:me|self|myself|current|users?|current[-_]?user)\/?$/i;
const mask = /[*•]/;

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
  /** The leaves with the best identifying names among the user's own fields; empty if there are none. */
  readonly identifying: Leaves;
  /** The leaves with any identifying name, wherever they stand: two people may share one of them, but rarely all. */
  readonly named: Leaves;
  /** Whether one of the user's own fields has a name whose value two people cannot share. */
  readonly isUnique: boolean;
}

/** The leaves that are equal in two answers to the same request, which leaves out clocks and counters. */
export function stableLeaves(first: unknown, second: unknown): StableLeaves {
  const before = leavesOf(first);
  const later = leavesOf(second);
  const all = new Map([...before].filter(([path, value]) => later.has(path) && later.get(path) === value));
  const longLists = listsOfSeveral(before);
  const byKind = identifyingNames.map(
    (names) => new Map([...all].filter(([path]) => names.test(lastName(path)))),
  );
  const ownByKind = byKind.map(
    (leaves) =>
      new Map([...leaves].filter(([path, value]) => isOwnField(path, longLists) && !namesNobody(value))),
  );
  return {
    all,
    identifying: ownByKind.find(({ size }) => size > 0) ?? new Map(),
    named: new Map(byKind.flatMap((leaves) => [...leaves])),
    isUnique: (ownByKind[0]?.size ?? 0) > 0,
  };
}

/**
 * The paths that show that another answer is about another user; empty if none does. Without identifying names most
 * leaves must differ, and a name of something else too: a single field may name the server that answered.
 */
export function signsOfAnotherUser(stable: StableLeaves, other: unknown): readonly string[] {
  return signs(stable, leavesOf(other), () => true);
}

/**
 * As `signsOfAnotherUser`, for an answer that may have another form: what it lacks shows nothing, only another value in the
 * same place does.
 */
export function changedSigns(stable: StableLeaves, other: unknown): readonly string[] {
  const others = leavesOf(other);
  return signs(stable, others, (path) => others.has(path));
}

function signs(
  { all, identifying, named }: StableLeaves,
  others: Leaves,
  counts: (path: string) => boolean,
): readonly string[] {
  const differing = (leaves: Leaves): readonly string[] => differencesFrom(leaves, others).filter(counts);
  if (identifying.size > 0) return differing(identifying).filter((path) => !isDisguised(others.get(path)));
  if (named.size > 0 && differing(named).length === 0) return [];
  const most = differing(all);
  return most.length * 2 > all.size ? most : [];
}

/** The paths where another answer differs from the given leaves. */
export function differences(leaves: Leaves, other: unknown): readonly string[] {
  return differencesFrom(leaves, leavesOf(other));
}

function differencesFrom(leaves: Leaves, others: Leaves): readonly string[] {
  return [...leaves].filter(([path, value]) => others.get(path) !== value).map(([path]) => path);
}

function lastName(path: string): string {
  return withoutIndex(path.split('.').at(-1) ?? '');
}

function withoutIndex(name: string): string {
  return name.replace(/\[\d+\]$/, '');
}

/** True at the top, below wrappers, and in a list of one: the entries of a longer list are several things. */
function isOwnField(path: string, longLists: ReadonlySet<string>): boolean {
  const holders = path.split('.').slice(0, -1);
  return holders.every((holder, index) => {
    const name = withoutIndex(holder);
    if (!wrapper.test(name)) return false;
    return name === holder || !longLists.has([...holders.slice(0, index), name].join('.'));
  });
}

/** The paths of the lists that have more than one entry. */
function listsOfSeveral(leaves: Leaves): ReadonlySet<string> {
  const found = [...leaves.keys()].flatMap((path) =>
    [...path.matchAll(/\[1\]/g)].map(({ index }) => path.slice(0, index)),
  );
  return new Set(found);
}

function namesNobody(value: unknown): boolean {
  return value === null || value === '' || typeof value === 'boolean' || isDisguised(value);
}

/** A value that hides who it is, or says no more than that it is whoever asks. */
function isDisguised(value: unknown): boolean {
  return typeof value === 'string' && (mask.test(value) || standIn.test(value));
}
