import { html } from 'hono/html';
import type { Markup } from './markup.ts';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026 13:05 UTC`, from an ISO text. */
export function fullTime(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()} ${clockTime(iso)} UTC`;
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
  const differenceMs = new Date(iso).getTime() - new Date(now).getTime();
  const amount = roughly(Math.abs(differenceMs));
  const text = amount === undefined ? 'now' : differenceMs < 0 ? `${amount} ago` : `in ${amount}`;
  return html`<time datetime="${iso}">${text}</time>`;
}

/** How long something has lasted: `3 h`. */
export function age(since: string, now: string): Markup {
  const ms = new Date(now).getTime() - new Date(since).getTime();
  return html`<time datetime="${since}">${roughly(Math.max(ms, 0)) ?? 'a moment'}</time>`;
}

function roughly(ms: number): string | undefined {
  const minutes = ms / 60_000;
  if (ms < 5_000) return undefined;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
}

/** `840 ms`, `1.26 s`, `2 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `99.98 %`. Rounded down, so that only what is whole reads 100 %. */
export function percent(ratio: number): string {
  // The small addend keeps 0.57 * 10000, which is 5699.999…, from reading 56.99 %.
  const hundredths = Math.floor(ratio * 10_000 + 1e-6);
  return `${(hundredths / 100).toFixed(hundredths % 100 === 0 ? 0 : 2)} %`;
}

/** An address that may be broken after each slash and dot, and so is broken where it reads best. */
export function breakable(address: string): Markup {
  return html`${address.split(/(?<=[/.])(?=\w)/).map((part) => html`${part}<wbr>`)}`;
}

/** `1 run`, `2 runs`, `1,204 requests`. */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? singular : plural}`;
}
