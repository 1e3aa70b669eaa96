import { check } from 'recheck';
import type { AllowedRegex } from './allowed.ts';
import type { FoundRegex } from './collect-patterns.ts';

/** The number of parallel audits: each takes a core for a moment. */
const concurrency = 2;
/**
 * Case-insensitive patterns with many words take seconds, and longer on a busy machine. Fuzzing is limited by steps
 * only: time limits would make the result depend on the machine.
 */
const limits = { timeout: 120_000, incubationTimeout: null, attackTimeout: null } as const;

/**
 * Finds regular expressions whose cost grows faster than their input.
 * @returns a sentence for each one that is neither linear nor allowed, and for each unnecessary row of the list
 */
export async function auditRegexes(
  found: readonly FoundRegex[],
  allowed: readonly AllowedRegex[],
): Promise<readonly string[]> {
  const needed = new Set<AllowedRegex>();
  const problems: string[] = [];
  const verdicts = await verdictsOf(found);
  for (const regex of found) {
    const verdict = regex.isConstant
      ? verdicts.get(keyOf(regex))
      : 'it is made at run time, so nobody can audit it';
    if (verdict === undefined) continue;
    const row = allowed.find(({ file, source }) => file === regex.file && source === regex.source);
    if (row === undefined) problems.push(`${regex.file}:${regex.line}: /${regex.source}/: ${verdict}.`);
    else needed.add(row);
  }
  const stale = allowed.filter((row) => !needed.has(row));
  return [
    ...problems,
    ...stale.map(
      ({ file, source }) =>
        `${file}: /${source}/ is on the list of allowed ones without need. Remove the row.`,
    ),
  ];
}

/** The problem of each distinct pattern; linear ones have no entry. */
async function verdictsOf(found: readonly FoundRegex[]): Promise<ReadonlyMap<string, string>> {
  const distinct = [
    ...new Map(found.filter((regex) => regex.isConstant).map((regex) => [keyOf(regex), regex])),
  ];
  const verdicts = new Map<string, string>();
  const next = async (): Promise<void> => {
    const taken = distinct.pop();
    if (taken === undefined) return;
    const [key, regex] = taken;
    const verdict = await verdictOf(regex);
    if (verdict !== undefined) verdicts.set(key, verdict);
    await next();
  };
  await Promise.all(Array.from({ length: concurrency }, next));
  return verdicts;
}

async function verdictOf({ source, flags }: FoundRegex): Promise<string | undefined> {
  const diagnostics = await check(source, flags, limits);
  switch (diagnostics.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `its cost is ${diagnostics.complexity.summary}, with ${diagnostics.attack.pattern}`;
    case 'unknown':
      return `the audit came to no end (${diagnostics.error.kind})`;
  }
}

function keyOf({ source, flags }: FoundRegex): string {
  return `${flags}/${source}`;
}
