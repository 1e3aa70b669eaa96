import { html } from 'hono/html';
import type { Markup } from '../../../reports/markup.ts';
import { roughDuration } from '../../../reports/words.ts';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A moment nearer than this is shown as now. */
const nowMs = 5_000;

/** `21 Nov 2026 13:05 UTC`, from an ISO text. */
export function fullTime(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()} ${clockTime(iso)} UTC`;
}

/** `21 Nov`, from an ISO text or its date, in UTC. */
export function shortDay(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`;
}

/** `13:05`, from an ISO text, in UTC. */
export function clockTime(iso: string): string {
  return new Date(iso).toISOString().slice(11, 16);
}

/** A moment in full, readable by machines too. */
export function moment(iso: string): Markup {
  return html`<time datetime="${iso}">${fullTime(iso)}</time>`;
}

/** A moment by its distance from `now`: `3 min ago`, `in 12 min`. */
export function distance(iso: string, now: string): Markup {
  const differenceMs = Date.parse(iso) - Date.parse(now);
  const amount = roughDuration(Math.abs(differenceMs));
  const text = Math.abs(differenceMs) < nowMs ? 'now' : differenceMs < 0 ? `${amount} ago` : `in ${amount}`;
  return html`<time datetime="${iso}">${text}</time>`;
}

/** How long something has lasted: `3 h`. */
export function age(since: string, now: string): Markup {
  const ms = Date.parse(now) - Date.parse(since);
  return html`<time datetime="${since}">${ms < nowMs ? 'a moment' : roughDuration(ms)}</time>`;
}
