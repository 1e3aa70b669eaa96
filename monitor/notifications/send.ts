import { waitOf } from '../../engine/http/retry-after.ts';
import { userAgent } from '../../engine/version.ts';
import type { HttpRequest, Mail, Outgoing } from '../channels/channel.ts';
import { isLoopback } from '../configuration/access.ts';

/** The receiver's answer to one attempt. Reasons are sentences without an address, which may contain a token. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It refuses this message, although it may accept others. */
      readonly isRefused?: true;
      /** The requested wait. */
      readonly waitMs?: number;
    };

/** Makes one attempt. Never rejects. */
export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<SendResult>;

/** An attempt ends long before its lease does. */
const timeoutMs = 10_000;
const mailTimeoutMs = 30_000;
/** The receiver parsed the message, and reports that it is invalid. */
const refusals: readonly number[] = [400, 413, 415, 422];
const longestWaitMs = 3_600_000;

/** @param limitMs how long the receiver may take to answer */
export async function send(
  outgoing: Outgoing,
  signal: AbortSignal,
  limitMs = outgoing.kind === 'mail' ? mailTimeoutMs : timeoutMs,
): ReturnType<Send> {
  // Not AbortSignal.any: Node 20 may collect a time limit that nothing else refers to, and it never ends.
  const limit = new AbortController();
  const end = (): void => limit.abort(signal.reason);
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), limitMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return outgoing.kind === 'mail'
      ? await sendMail(outgoing, limit.signal)
      : await post(outgoing, limit.signal);
  } catch (thrown) {
    return { ok: false, reason: reasonOf(thrown, limitMs) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function post({ url, headers, body }: HttpRequest, signal: AbortSignal): Promise<SendResult> {
  const response = await fetch(url, {
    method: 'POST',
    // A redirect would send the message, and perhaps a token, to another address.
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
    ...(retryAfter === null
      ? {}
      : {
          waitMs: Math.min(
            longestWaitMs,
            waitOf(retryAfter, 0, Date.parse(response.headers.get('date') ?? '')),
          ),
        }),
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

const idleMs = 10_000;
const missingPackage =
  'E-mail needs the package nodemailer, which is not installed here. Install the optional packages too, or nodemailer by itself.';

/** Passes a message to a mail server. Nodemailer is loaded on first use. */
async function sendMail(mail: Mail, signal: AbortSignal): Promise<SendResult> {
  const nodemailer = await import('nodemailer').catch(() => undefined);
  if (nodemailer === undefined) return { ok: false, reason: missingPackage };
  const transport = nodemailer.createTransport(withLimits(mail.server));
  const stop = (): void => transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { from, to, subject, text, messageId, references } = mail;
    await Promise.race([
      transport.sendMail({
        from,
        to: [...to],
        subject,
        text,
        messageId,
        references,
        headers: { 'auto-submitted': 'auto-generated' },
      }),
      aborted(signal),
    ]);
    return { ok: true };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    return refusalOf(thrown);
  } finally {
    signal.removeEventListener('abort', stop);
    transport.close();
  }
}

/** Nodemailer takes its options from the query. A password is never sent unencrypted to another machine. */
function withLimits(server: string): string {
  const url = new URL(server);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(idleMs));
  const isOpen = url.protocol === 'smtp:' && url.username !== '' && !isLoopback(url.hostname);
  if (isOpen && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Leaves out the server's answer, which may repeat a user name. */
function refusalOf(thrown: unknown): SendResult {
  const { code, responseCode } = thrown as { code?: unknown; responseCode?: unknown };
  const known = [code, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number');
  const why = known.length === 0 ? '' : ` (${known.join(', ')})`;
  const isMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500;
  return {
    ok: false,
    reason: `The mail server did not take the message${why}.`,
    ...(isMessage && isPermanent ? { isRefused: true } : {}),
  };
}
