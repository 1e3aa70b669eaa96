import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { BadValue } from '../../engine/configuration/problems.ts';

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a duration such as `90m`.
 * @throws BadValue
 */
export function parseDurationMs(text: string): number {
  const [, number, unit] = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(text.trim()) ?? [];
  const unitMs = unitsMs[unit ?? ''];
  if (number === undefined || unitMs === undefined) {
    throw new BadValue('Write a duration as a number and a unit (s, m, h, d), like 90m.');
  }
  return Number(number) * unitMs;
}

/** A rule of repetition. `text` is the configured text. */
export type Rule =
  | { readonly kind: 'off'; readonly text: string }
  | { readonly kind: 'interval'; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly text: string; readonly timezone: string };

const shortestIntervalMs = 5_000;

/**
 * Parses an interval, a cron expression or `off`.
 * @throws BadValue
 */
export function parseRule(text: string, timezone: string): Rule {
  const trimmed = text.trim();
  if (trimmed === 'off') return { kind: 'off', text: trimmed };
  if (/^\d+[a-z]*$/.test(trimmed)) {
    const everyMs = parseDurationMs(trimmed);
    if (everyMs < shortestIntervalMs)
      throw new BadValue(`Write an interval of at least ${shortestIntervalMs / 1000} s.`);
    return { kind: 'interval', text: trimmed, everyMs };
  }
  if (nextOfCron(trimmed, timezone, Date.UTC(2026, 0, 1)) === undefined) {
    throw new BadValue(
      'Write an interval like 15m, a cron expression like `0 3 * * *` that matches some date, or off.',
    );
  }
  return { kind: 'cron', text: trimmed, timezone };
}

/** @throws BadValue if the time zone is unknown */
export function parseTimezone(text: string): string {
  // The default for each of thousands of installations.
  if (text.trim() === 'UTC') return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    throw new BadValue('This time zone is not known. Write it like Europe/Berlin or UTC.');
  }
}

/**
 * Parses a moment to milliseconds. Without an offset it is a time in the zone, never in that of the machine.
 * @throws BadValue
 */
export function parseTime(text: string, timezone: string): number {
  const trimmed = text.trim();
  const isLocal = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(trimmed);
  const seconds = trimmed.length === 'yyyy-mm-ddThh:mm'.length ? ':00' : '';
  const ms = isLocal ? nextOfCron(`${trimmed}${seconds}`, timezone, 0) : Date.parse(trimmed);
  if (ms === undefined || Number.isNaN(ms) || !/T/.test(trimmed))
    throw new BadValue('Write times like 2026-03-01T20:00:00Z, or 2026-03-01T20:00 in the time zone.');
  return ms;
}

/** The first time of a cron expression after `afterMs`; undefined if it never comes or is invalid. */
export function nextOfCron(expression: string, timezone: string, afterMs: number): number | undefined {
  try {
    const cron = new Cron(expression, { timezone, paused: true, mode: '5-or-6-parts' });
    return cron.nextRun(new Date(afterMs))?.getTime();
  } catch {
    return undefined;
  }
}

/** Cron times are spread over this period, so that installations with the same expression do not start together. */
const cronSpreadMs = 10_000;

/**
 * The first time of a rule that is later than `afterMs`. Pure. The times of an interval are its multiples since 1970,
 * shifted by a fraction derived from `seed`: they never drift, are the same after a restart, and differ between
 * installations.
 * @param seed the seed of the jitter, such as installation and tier
 * @returns undefined if the rule is off or has no further time
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

/** The number of a rule's times in (`fromMs`, `toMs`], counted up to 10,000, and the last of them. */
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

/** The number of cron times to examine: enough for workdays with a weekend in between. */
const mostGaps = 8;

/** The longest of the next few intervals between times of a rule; 0 if it is off. Pure. */
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

/** A number from 0 (included) to 1 (excluded), always the same for the same text. */
export function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
