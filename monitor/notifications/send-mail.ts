import type { Mail } from '../channels/channel.ts';
import { isLoopback } from '../configuration/loopback.ts';
import type { SendResult } from './send-result.ts';

const idleMs = 10_000;
const missingPackage =
  'E-mail needs the package nodemailer, which is not installed here. Install the optional packages too, or nodemailer by itself.';

/** Hands a message to a mail server. Nodemailer is loaded by the first one. */
export async function sendMail(mail: Mail, signal: AbortSignal): Promise<SendResult> {
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

/** Nodemailer takes its options from the query. A password is never sent in clear text to another machine. */
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

/** Without the answer of the server, which may repeat a user name. */
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
