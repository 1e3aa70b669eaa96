import { waitOf } from '../../engine/http/retry-after.ts';
import { userAgent } from '../../engine/version.ts';
import type { HttpRequest, Outgoing } from '../channels/channel.ts';
import { sendMail } from './send-mail.ts';
import type { SendResult } from './send-result.ts';

/** Makes one attempt. Never rejects. */
export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<SendResult>;

/** An attempt ends long before its lease does. */
const timeoutMs = 10_000;
const mailTimeoutMs = 30_000;
/** The receiver read the message, and says that it is wrong. */
const refusals: readonly number[] = [400, 413, 415, 422];
const longestWaitMs = 3_600_000;

export const send: Send = async (outgoing, signal) => {
  const limitMs = outgoing.kind === 'mail' ? mailTimeoutMs : timeoutMs;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return outgoing.kind === 'mail' ? await sendMail(outgoing, limited) : await post(outgoing, limited);
  } catch (thrown) {
    return { ok: false, reason: reasonOf(thrown, limitMs) };
  }
};

async function post({ url, headers, body }: HttpRequest, signal: AbortSignal): Promise<SendResult> {
  const response = await fetch(url, {
    method: 'POST',
    // A redirect would take the message, and perhaps a token, to another address.
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
    body: JSON.stringify(body),
    signal,
  });
  await response.body?.cancel();
  if (response.ok) return { ok: true };
  const { status } = response;
  const retryAfter = response.headers.get('retry-after');
  return {
    ok: false,
    reason: `The receiver answered with status ${status}.`,
    ...(refusals.includes(status) ? { isRefused: true } : {}),
    ...(retryAfter === null ? {} : { waitMs: Math.min(longestWaitMs, waitOf(retryAfter, 0, Date.now())) }),
  };
}

function reasonOf(thrown: unknown, limitMs: number): string {
  const { name, cause, code } = thrown as { name?: string; cause?: { code?: string }; code?: string };
  if (name === 'TimeoutError') return `The receiver did not answer within ${limitMs / 1000} s.`;
  const known = cause?.code ?? (typeof code === 'string' ? code : undefined);
  return known === undefined
    ? 'The receiver cannot be reached.'
    : `The receiver cannot be reached (${known}).`;
}
