import type { ReceivedAnswer } from './sent.ts';

/** Messages with which services and proxies throttle; status and headers are open (GAP-THROTTLE-ANSWER). */
const limitWords =
  /too many (concurrent )?requests|(rate.?limit|quota|bandwidth limit)\w*( was| is)? (exceeded|reached)|(exceeded|reached) .{0,30}(rate.?limit|quota)|throttl(ed|ing)|slow down/i;

/** Statuses that always mean throttling: the registered one, and two that services and proxies use instead. */
const limitStatuses: readonly number[] = [429, 420, 509];

/** Throttling messages are short. */
const longestMessageBytes = 2000;

/** True for a throttling status, any error with Retry-After, and a 4xx or 503 whose message speaks of limits. */
export function asksToSlowDown({ status, headers, body }: ReceivedAnswer): boolean {
  if (limitStatuses.includes(status)) return true;
  if (status < 400) return false;
  if (headers['retry-after'] !== undefined) return true;
  const maySpeak = (status < 500 || status === 503) && body.length <= longestMessageBytes;
  return maySpeak && limitWords.test(messageOf(body.toString('utf8')));
}

/**
 * True for a 503 without a reason. Proxies send it for too many requests, and so do services that are down: repeating
 * the request a moment later distinguishes the two.
 */
export function isUnexplained503({ status, body }: ReceivedAnswer): boolean {
  return status === 503 && !/maintenance/i.test(body.subarray(0, longestMessageBytes).toString('utf8'));
}

/** The message of an error. Of JSON only `error` and `message`: other fields may show the remaining quota. */
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
