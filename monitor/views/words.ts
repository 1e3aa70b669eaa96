import { html } from 'hono/html';
import type { InstallationState } from '../../engine/run/diagnose.ts';
import type { Markup } from './markup.ts';

/** The colour family of a state; it repeats what word and shape say. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'mute';

interface StateWords {
  readonly word: string;
  readonly tone: Tone;
  /** What the state means, as a sentence. */
  readonly meaning: string;
}

export const stateWords: Readonly<Record<InstallationState, StateWords>> = {
  conforming: { word: 'Conforming', tone: 'good', meaning: 'Every requirement that was judged holds.' },
  violating: { word: 'Violating', tone: 'bad', meaning: 'At least one requirement is broken.' },
  throttled: { word: 'Throttled', tone: 'warn', meaning: 'It asks the monitor to slow down.' },
  'key-rejected': { word: 'Key rejected', tone: 'bad', meaning: 'It refuses the configured API key.' },
  unreachable: { word: 'Unreachable', tone: 'bad', meaning: 'No request gets an answer from the service.' },
  maintenance: {
    word: 'Maintenance',
    tone: 'calm',
    meaning: 'It is being worked on; figures leave this out.',
  },
  'not-this-api': { word: 'Not this API', tone: 'bad', meaning: 'Something else answers at its address.' },
  unknown: { word: 'Unknown', tone: 'mute', meaning: 'Nothing has been judged yet.' },
};

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
