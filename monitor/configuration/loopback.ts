import { isIPv4 } from 'node:net';

/** True for the names and addresses that reach nothing but the machine itself, in the form of a URL too: `[::1]`. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const plain = name.replace(/^::ffff:/, '');
  if (isIPv4(plain)) return plain.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}
