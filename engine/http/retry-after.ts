/** Waits without a usable Retry-After, in milliseconds; there is one repetition for each. */
export const waitsMs: readonly number[] = [1000, 2000, 4000];

/**
 * How long to wait before a request is sent again, in milliseconds. If a requested wait did not help, the next one is
 * at least as long as the default.
 * @param value the Retry-After header: seconds or an HTTP date; anything else counts as missing
 * @param repetition how often this request was sent again before
 * @param serverMs the time of the answer by the server's clock (its Date header), with which the date was made; NaN if
 * unknown
 */
export function waitOf(value: string | undefined, repetition: number, serverMs: number): number {
  const asked = askedMs(value?.trim() ?? '', Number.isNaN(serverMs) ? Date.now() : serverMs);
  const usual = waitsMs[repetition] ?? waitsMs.at(-1) ?? 0;
  if (asked === undefined) return usual;
  return repetition === 0 ? asked : Math.max(asked, usual);
}

function askedMs(text: string, nowMs: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
