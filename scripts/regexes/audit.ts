import { check } from 'recheck';
import type { AllowedRegex } from './allowed.ts';
import type { FoundRegex } from './collect-patterns.ts';

/** How many audits run at once: each takes a core for a moment. */
const concurrency = 2;
/**
 * Case-insensitive patterns with many words take seconds, and longer on a busy machine. Fuzzing is bounded in steps alone:
 * bounds in time would find more on a faster machine.
 */
const limits = { timeout: 120_000, incubationTimeout: null, attackTimeout: null } as const;

/**
 * Audits regular expressions for a cost that grows faster than the text.
 * @returns a sentence for each that is not linear and not allowed, and for each row of the list that is not needed
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

/** What is wrong with each distinct pattern; those that are linear have no entry. */
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
