import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { duration, roughDuration } from '../../../reports/words.ts';
import type { FailureEvidence } from '../../model.ts';
import { texts } from './texts.ts';

/** A day of UTC, which has no clock that is set. */
export const dayMs = 86_400_000;

const words = texts.times;
/** A moment nearer than this is shown as now. */
const nowMs = 5_000;

/** `21 Nov 2026 13:05 UTC`, from an ISO text. */
export function fullTime(iso: string, clock = clockTime(iso)): string {
  return words.full(shortDay(iso), new Date(iso).getUTCFullYear(), clock);
}

/** `21 Nov`, from an ISO text or its date, in UTC. */
export function shortDay(iso: string): string {
  return words.day(new Date(iso).getUTCDate(), monthName(iso));
}

/** `Nov`, from an ISO text or its date, in UTC. */
export function monthName(iso: string): string {
  return words.months[new Date(iso).getUTCMonth()] ?? '';
}

/** `13:05`, from an ISO text, in UTC. */
export function clockTime(iso: string): string {
  return new Date(iso).toISOString().slice(11, 16);
}

/** A moment in full. A script shows what has `data-clock` by the reader's clock, if the reader chose so. */
export function moment(iso: string): Markup {
  return html`<time datetime="${iso}" data-clock="full">${fullTime(iso)}</time>`;
}

/** A moment to the second, for tables. */
export function exactMoment(iso: string): Markup {
  const clock = new Date(iso).toISOString().slice(11, 19);
  return html`<time datetime="${iso}" data-clock="exact">${fullTime(iso, clock)}</time>`;
}

/** The time of day, if the day is clear. */
export function clockMoment(iso: string): Markup {
  return html`<time datetime="${iso}" data-clock="short">${clockTime(iso)}</time>`;
}

/** The time of day with its zone. */
export function zonedClock(iso: string): Markup {
  return html`<time datetime="${iso}" data-clock="zoned">${words.zoned(clockTime(iso))}</time>`;
}

/** A moment by its distance from `now`: `3 min ago`, `in 12 min`. */
export function distance(iso: string, now: string): Markup {
  const differenceMs = Date.parse(iso) - Date.parse(now);
  const amount = roughDuration(Math.abs(differenceMs));
  const text =
    Math.abs(differenceMs) < nowMs ? words.now : differenceMs < 0 ? words.ago(amount) : words.ahead(amount);
  return html`<time datetime="${iso}">${text}</time>`;
}

/** How long something has lasted: `3 h`. */
export function age(since: string, now: string): Markup {
  const ms = Date.parse(now) - Date.parse(since);
  return html`<time datetime="${since}">${ms < nowMs ? words.aMoment : roughDuration(ms)}</time>`;
}

/** How long a request took, and how much of that the monitor was too busy to take the answer. */
export function tookText({ totalMs, lagMs }: Pick<FailureEvidence, 'totalMs' | 'lagMs'>): string {
  const whole = duration(totalMs);
  return lagMs === undefined ? whole : texts.common.tookWhileBusy(whole, duration(lagMs));
}

/** How long something has lasted, as a phrase: `for 3 h`. */
export function lastedFor(since: string, now: string): Markup {
  return words.for(age(since, now));
}

/** A moment as the ISO text that views hold. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same, if the moment is known. */
export function isoIfKnown(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : iso(ms);
}

/** The date of a moment, in UTC. */
export function dateOf(ms: number): string {
  return iso(ms).slice(0, 10);
}
