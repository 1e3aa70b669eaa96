import type { ReceivedAnswer } from './sent.ts';

/** Messages by which services and proxies say that we ask too much; status and headers are open (GAP-THROTTLE-ANSWER). */
const limitWords =
  /too many (concurrent )?requests|(rate.?limit|quota|bandwidth limit)\w*( was| is)? (exceeded|reached)|(exceeded|reached) .{0,30}(rate.?limit|quota)|throttl(ed|ing)|slow down/i;

/** Statuses that mean nothing else: the registered one, and two that services and proxies use in its place. */
const limitStatuses: readonly number[] = [429, 420, 509];

/** A message of this kind is short. */
const longestMessageBytes = 2000;

/** True for a status that says it, for any error that carries Retry-After, and for a 4xx or 503 that says that we ask too much. */
export function asksToSlowDown({ status, headers, body }: ReceivedAnswer): boolean {
  if (limitStatuses.includes(status)) return true;
  if (status < 400) return false;
  if (headers['retry-after'] !== undefined) return true;
  const maySpeak = (status < 500 || status === 503) && body.length <= longestMessageBytes;
  return maySpeak && limitWords.test(messageOf(body.toString('utf8')));
}

/**
 * True for a 503 that does not say why. Proxies answer so to too many requests, and so do services that are down: what
 * the same request is answered a moment later tells the two apart.
 */
export function isUnexplained503({ status, body }: ReceivedAnswer): boolean {
  return status === 503 && !/maintenance/i.test(body.subarray(0, longestMessageBytes).toString('utf8'));
}

/** The message of an error: of JSON only the fields that speak, since others may count what is left. */
function messageOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return String(value);
    const { error, message } = value as { readonly error?: unknown; readonly message?: unknown };
    return [error, message].filter((part) => typeof part === 'string').join(' ');
  } catch {
    return text;
  }
}
