import { isIPv4 } from 'node:net';
import { Secret, shortestSecret } from '../secret.ts';

/**
 * What is secret in an address: its password, or a user name without one, which is a token then. Its host may be in the
 * domain of the installation.
 */
export function secretsInAddress(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { username, password } = new URL(address.reveal());
  const secret = password === '' ? username : password;
  return secret === '' ? [] : [...new Set([decoded(secret), secret])].map((one) => new Secret(one));
}

/**
 * What is secret in the address of a database: its password, wherever it stands. A user name is never a token there: hiding
 * `postgres` would hide half of "PostgreSQL".
 */
export function secretsInDatabaseAddress(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { password, searchParams } = new URL(address.reveal());
  const written = [password, ...searchParams.getAll('password')].filter((one) => one !== '');
  return [...new Set(written.flatMap((one) => [decoded(one), one]))].map((one) => new Secret(one));
}

/** Shorter segments of a path are words rather than tokens. */
const shortestToken = 16;

/** What is secret in the address of a webhook: services put a token into its path or its query. Its host is not. */
export function secretsInWebhook(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { pathname, searchParams } = new URL(address.reveal());
  const segments = pathname.split('/').filter(({ length }) => length >= shortestToken);
  const tokens = [...segments, ...segments.map(decoded), ...searchParams.values()];
  const long = [...new Set(tokens)].filter(({ length }) => length >= shortestSecret);
  return [...secretsInAddress(address), ...long.map((token) => new Secret(token))];
}

/** Undoes percent-encoding where it is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What an administrator should know of an address whose requests leave this machine in clear text. */
export function clearTextWarning({
  name,
  baseUrl,
}: {
  readonly name: string;
  readonly baseUrl: string;
}): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'http:' || isLoopback(hostname)) return undefined;
  return `The key of ${name} travels in clear text: its address begins with http://. Everybody on the way can read it; use https://.`;
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:/.test(host);
}
