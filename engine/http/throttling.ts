import type { ReceivedAnswer } from './sent.ts';
import type { UnexplainedKind } from './unexplained.ts';

/**
 * Messages with which services and proxies throttle; status and headers are open (GAP-THROTTLE-ANSWER). Each is a pattern
 * of its own, so that its cost can be shown to be linear.
 */
const limitMessages: readonly RegExp[] = [
  /too many (?:concurrent )?requests/i,
  /(?:rate.?limit|quota|bandwidth limit)\w{0,20}(?: was| is)? (?:exceeded|reached)/i,
  /(?:exceeded|reached) .{0,30}(?:rate.?limit|quota)/i,
  /rate exceeded/i,
  /(?:request|connection|concurrency) limit (?:was |is )?(?:exceeded|reached)/i,
  /too many (?:failed |login |failed login )?attempts/i,
  /throttl(?:ed|ing)/i,
  /slow down/i,
];

/** Statuses that always mean throttling: the registered one, and two that services and proxies use instead. */
const limitStatuses: readonly number[] = [429, 420, 509];

/**
 * Other statuses at which Retry-After asks to wait: a limit as a ban, and what is so for the moment alone. With a record that is
 * not there, or a body that is not taken, it is no more than a header: waiting changes nothing.
 */
const waitStatuses: readonly number[] = [401, 403, 408, 409, 423, 425];

/** Statuses that do not say whether something is refused for the moment or for good. */
export const unexplainedStatuses: readonly number[] = [402, 403, 408, 409, 423, 425];

/** Throttling messages are short. */
const longestMessageBytes = 2000;

/**
 * True for a throttling status, an error with Retry-After that waiting may change, and a 4xx or 503 whose message speaks of
 * limits.
 */
export function asksToSlowDown({ status, headers, body }: ReceivedAnswer): boolean {
  if (limitStatuses.includes(status)) return true;
  if (status < 400) return false;
  const maySpeakOfWaiting =
    headers['retry-after'] !== undefined && (status >= 500 || waitStatuses.includes(status));
  // A refusal of the key as the document words it is one, whatever a gateway adds to its headers.
  if (maySpeakOfWaiting) return !(status === 401 && messageOf(textOf(body)) === 'Unauthorized');
  const maySpeak = (status < 500 || status === 503) && body.length <= longestMessageBytes;
  if (!maySpeak) return false;
  const message = messageOf(textOf(body));
  return limitMessages.some((pattern) => pattern.test(message));
}

/**
 * The kind of an answer that does not say why it is none: a 503 without a reason, and a 403 or a status of the moment that does
 * not refuse the key as the document words it. Proxies and firewalls send them for too many requests, and so do services that
 * are down, or that permit something to others alone: repeating the request a moment later distinguishes the two.
 */
export function unexplainedKindOf({ status, body }: ReceivedAnswer): UnexplainedKind | undefined {
  const text = textOf(body);
  if (status === 503) return /maintenance/i.test(text) ? undefined : { name: '503', lasts: 'at its path' };
  const message = messageOf(text);
  if (!unexplainedStatuses.includes(status) || message === 'Unauthorized') return undefined;
  // Words that name a record or count seconds differ in their numbers alone.
  return { name: `${status} ${message.replaceAll(/\d+/g, '0')}`, lasts: 'everywhere' };
}

function textOf(body: Buffer): string {
  return body.subarray(0, longestMessageBytes).toString('utf8');
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
