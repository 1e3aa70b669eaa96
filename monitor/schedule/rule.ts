import { Cron } from 'croner';
import { BadValue } from '../../engine/configuration/problems.ts';
import { parseDurationMs } from './duration.ts';

/** When something is repeated. `text` is what the configuration says. */
export type Rule =
  | { readonly kind: 'off'; readonly text: string }
  | { readonly kind: 'interval'; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly text: string; readonly timezone: string };

const shortestIntervalMs = 5_000;

/**
 * Reads an interval, a cron expression or `off`.
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
      'Write an interval like 15m, a cron expression like `0 3 * * *` that comes to pass, or off.',
    );
  }
  return { kind: 'cron', text: trimmed, timezone };
}

/** @throws BadValue when no such time zone is known. */
export function parseTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    throw new BadValue('This time zone is not known. Write it like Europe/Berlin or UTC.');
  }
}

/**
 * Reads a moment, as milliseconds. Without an offset it is a time of the zone, never of the machine.
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

/** The first time of a cron expression after `afterMs`; nothing when it never comes or is not one. */
export function nextOfCron(expression: string, timezone: string, afterMs: number): number | undefined {
  try {
    const cron = new Cron(expression, { timezone, paused: true, mode: '5-or-6-parts' });
    return cron.nextRun(new Date(afterMs))?.getTime();
  } catch {
    return undefined;
  }
}
