import { createHash } from 'node:crypto';
import { nextOfCron, type Rule } from './rule.ts';

/** Cron times are spread over this much, so that installations with the same expression do not start together. */
const cronSpreadMs = 10_000;

/**
 * The first time of a rule that is later than `afterMs`. Pure.
 *
 * The times of an interval are multiples of it since 1970, shifted by a fraction of it that is derived from `seed`: they
 * never drift, are the same after a restart, and differ between installations.
 *
 * @param seed what the jitter is derived from, such as installation and tier
 * @returns nothing when the rule is off or has no further time
 */
export function nextTime(rule: Rule, seed: string, afterMs: number): number | undefined {
  if (rule.kind === 'off') return undefined;
  if (rule.kind === 'interval') {
    const offsetMs = Math.floor(fractionOf(seed) * rule.everyMs);
    const ticks = Math.floor((afterMs - offsetMs) / rule.everyMs) + 1;
    return ticks * rule.everyMs + offsetMs;
  }
  const offsetMs = Math.floor(fractionOf(seed) * cronSpreadMs);
  const next = nextOfCron(rule.text, rule.timezone, afterMs - offsetMs);
  return next === undefined ? undefined : next + offsetMs;
}

/** How many times of a rule lie in (`fromMs`, `toMs`], counted up to 10,000, and the last of them. */
export function timesBetween(
  rule: Rule,
  seed: string,
  fromMs: number,
  toMs: number,
): { readonly count: number; readonly lastMs?: number } {
  if (rule.kind === 'interval') {
    const count = Math.max(0, Math.floor((toMs - fromMs) / rule.everyMs));
    return count === 0 ? { count } : { count, lastMs: fromMs + count * rule.everyMs };
  }
  let count = 0;
  let lastMs: number | undefined;
  let next = nextTime(rule, seed, fromMs);
  while (next !== undefined && next <= toMs && count < 10_000) {
    count += 1;
    lastMs = next;
    next = nextTime(rule, seed, next);
  }
  return lastMs === undefined ? { count } : { count, lastMs };
}

/** More times of a cron expression are not looked at: a week of workdays has its weekend among them. */
const mostGaps = 8;

/** How long it takes from one time of a rule to the next, the longest of the next few; 0 if it is off. Pure. */
export function longestGapMs(rule: Rule, nowMs: number): number {
  if (rule.kind === 'off') return 0;
  if (rule.kind === 'interval') return rule.everyMs;
  let longest = 0;
  let last = nextOfCron(rule.text, rule.timezone, nowMs);
  for (let count = 0; count < mostGaps && last !== undefined; count += 1) {
    const next = nextOfCron(rule.text, rule.timezone, last);
    if (next !== undefined) longest = Math.max(longest, next - last);
    last = next;
  }
  return longest;
}

/** A number from 0 (included) to 1 (excluded), the same each time for the same text. */
export function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
