import type { Sent } from './client.ts';

/** Messages by which services and proxies say that we ask too much; status and headers are open (GAP-THROTTLE-ANSWER). */
const limitWords =
  /too many requests|rate.?limit\w*( was| is)? (exceeded|reached)|(exceeded|reached) .{0,30}rate.?limit|throttl(ed|ing)|slow down/i;

/** A message of this kind is short. */
const longestMessageBytes = 2000;

/** True for 429, for any error that carries Retry-After, and for a 4xx or 503 that says that we ask too much. */
export function asksToSlowDown({ status, headers, body }: NonNullable<Sent['answer']>): boolean {
  if (status === 429) return true;
  if (status < 400) return false;
  if (headers['retry-after'] !== undefined) return true;
  const maySpeak = (status < 500 || status === 503) && body.length <= longestMessageBytes;
  return maySpeak && limitWords.test(messageOf(body.toString('utf8')));
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
