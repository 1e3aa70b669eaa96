import { isIPv4 } from 'node:net';
import { Secret } from '../secret.ts';

/**
 * The secrets in an address: its password, or a user name without a password, which is then a token. The host may be in
 * the domain of the installation.
 */
export function secretsInAddress(address: Secret): readonly Secret[] {
  if (!URL.canParse(address.reveal())) return [address];
  const { username, password } = new URL(address.reveal());
  const secret = password === '' ? username : password;
  return secret === '' ? [] : [...new Set([decoded(secret), secret])].map((one) => new Secret(one));
}

/** Decodes percent-encoding, if the text is percent-encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A warning about an address whose requests leave this machine unencrypted. */
export function clearTextWarning(
  installation: Readonly<Record<'name' | 'baseUrl', string>>,
): string | undefined {
  const { name, baseUrl } = installation;
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
