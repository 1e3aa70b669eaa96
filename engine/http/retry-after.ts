/** Waits without a usable Retry-After, by the number of throttled answers so far. */
const backoffMs: readonly number[] = [1000, 2000, 4000, 8000];

/** A shorter wait that did not help is not asked for again. */
const shortestMs = 1000;

/**
 * How long to wait before the next attempt, in milliseconds.
 * @param value the Retry-After header: seconds or an HTTP date; anything else counts as missing
 * @param attempt how often this request was throttled before
 */
export function waitOf(value: string | undefined, attempt: number, nowMs: number): number {
  const asked = askedMs(value?.trim() ?? '', nowMs);
  if (asked === undefined) return backoffAt(attempt);
  return asked >= shortestMs || attempt === 0 ? asked : backoffAt(attempt - 1);
}

function backoffAt(attempt: number): number {
  return backoffMs[Math.min(attempt, backoffMs.length - 1)] ?? 8000;
}

function askedMs(text: string, nowMs: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
