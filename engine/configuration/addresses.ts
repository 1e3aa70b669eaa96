import { isIPv4 } from 'node:net';
import { Secret } from '../secret.ts';

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

/** Undoes percent-encoding where it is one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether requests to an address leave this machine in clear text, so that everybody on the way can read a key. */
export function isClearText(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:/.test(host);
}
