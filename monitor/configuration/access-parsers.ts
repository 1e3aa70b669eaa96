import { isIP } from 'node:net';
import { longEnough } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';

/** Parsers of the settings that decide who has access. Each throws `BadValue` with a sentence without the text. */

const shortestToken = 12;

export function parseToken(text: string): Secret {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new BadValue('A token has no spaces and only plain ASCII characters.');
  if (token.length < shortestToken) {
    throw new BadValue(`A token needs at least ${shortestToken} characters, so that nobody guesses it.`);
  }
  return new Secret(token);
}

/** A user and a password. */
export function parseBasicAuth(text: string): { readonly user: string; readonly password: Secret } {
  const pair = text.trim();
  const colon = pair.indexOf(':');
  if (colon < 1 || colon === pair.length - 1) throw new BadValue('Write it as user:password.');
  return { user: pair.slice(0, colon), password: parseSecret(pair.slice(colon + 1), 'password') };
}

/** A secret that another program chose; `kind` names it in the sentence. */
export function parseSecret(text: string, kind: string): Secret {
  return longEnough(`The ${kind}`, text);
}

/** How many reverse proxies are passed, or their addresses: what `trust proxy` of Express takes. */
export type TrustProxy = number | readonly string[];

const mostHops = 10;
/** The names that Express gives to ranges of addresses. */
const rangeNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** `none`, a number of proxies, or a list of their addresses and networks. */
export function parseTrustProxy(text: string): TrustProxy {
  const value = text.trim().toLowerCase();
  if (value === 'none') return 0;
  if (/^\d+$/.test(value) && Number(value) <= mostHops) return Number(value);
  const addresses = listed(value);
  if (addresses.length > 0 && addresses.every((one) => rangeNames.includes(one) || isNetwork(one)))
    return addresses;
  throw new BadValue(
    `Write none, the number of proxies in front of the monitor (at most ${mostHops}), or their addresses and networks, like 10.0.0.7, 10.1.0.0/16 (or ${rangeNames.join(', ')}).`,
  );
}

/** Host names by which the monitor may be asked. `*.` at the beginning stands for every name below. */
export function parseAllowedHosts(text: string): readonly string[] {
  const names = listed(text.toLowerCase());
  if (names.length > 0 && names.every((name) => isIP(name) !== 0 || isHostPattern(name))) return names;
  throw new BadValue(
    'Write host names like monitor.internal, *.monitor.example, without scheme, port and path.',
  );
}

function listed(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

function isHostPattern(name: string): boolean {
  const labels = (name.startsWith('*.') ? name.slice(2) : name).split('.');
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function isNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}
