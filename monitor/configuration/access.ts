import { readFileSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { longEnough } from '../../engine/configuration/parsers.ts';
import { BadValue } from '../../engine/configuration/problems.ts';
import { Secret } from '../../engine/secret.ts';

/** Parsers of the settings that control access. Each throws `BadValue` with a sentence that does not quote the text. */

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

/** A secret created by another program; `kind` names it in the sentence. */
export function parseSecret(text: string, kind: string): Secret {
  return longEnough(`The ${kind}`, text);
}

/** The number of reverse proxies, or their addresses: the value of Express's `trust proxy`. */
export type TrustProxy = number | readonly string[];

const mostHops = 10;
/** The names of address ranges in Express. */
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

/** Host names under which the monitor may be requested. `*.` at the beginning matches every subdomain. */
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

/** True for names and addresses of the machine itself, including the form in URLs: `[::1]`. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const plain = name.replace(/^::ffff:/, '');
  if (isIPv4(plain)) return plain.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** The rights of a token's holder. An operator may also read. */
const roles = ['read', 'operate'] as const;
export type Role = (typeof roles)[number];

/** A token with the name of its owner. */
export interface NamedToken {
  readonly name: string;
  readonly role: Role;
  readonly token: Secret;
}

/** The names used for holders of single tokens. */
export const namesOfSingleTokens = { read: 'read', operate: 'operator' } as const;

const reserved: readonly string[] = Object.values(namesOfSingleTokens);
const fields: readonly string[] = ['name', 'role', 'token'];
const largestFile = 1_000_000;

/**
 * Reads a file of named tokens: `tokens:`, a list of `name`, `role` and `token`.
 * @throws BadValue with every mistake, which identifies entries by number: a token may have been written in the wrong
 * place
 */
export function readNamedTokens(file: string, directory: string): readonly NamedToken[] {
  const entries = entriesOf(textOf(resolve(directory, file.trim())));
  const mistakes: string[] = [];
  const tokens = entries.flatMap((entry, index) => {
    try {
      return [namedToken(entry)];
    } catch (thrown) {
      if (!(thrown instanceof BadValue)) throw thrown;
      mistakes.push(`Entry ${index + 1}: ${thrown.message}`);
      return [];
    }
  });
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length)
    mistakes.push('Two entries have the same name. Give each person or program its own.');
  if (mistakes.length > 0) throw new BadValue(mistakes.join(' '));
  return tokens;
}

/** The sentence never repeats the file name: a user who mistook the setting wrote a token there. */
function textOf(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new BadValue('The file that it names cannot be read. Check its name and its permissions.');
  }
  if (text.length > largestFile) throw new BadValue('The file that it names is too large for tokens.');
  return text;
}

function entriesOf(text: string): readonly unknown[] {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true });
  // The library's own messages quote the faulty line, which may contain a token.
  const [error] = document.errors;
  if (error !== undefined) throw new BadValue(`The file that it names is not valid YAML (${error.code}).`);
  const contents = objectOf(jsOf(document));
  const { tokens } = contents;
  if (!Array.isArray(tokens) || tokens.length === 0 || Object.keys(contents).length > 1) {
    throw new BadValue(
      'The file that it names needs one list "tokens", whose entries have name, role and token.',
    );
  }
  return tokens;
}

function jsOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch {
    throw new BadValue('The file that it names has an alias that leads nowhere, or too many of them.');
  }
}

function namedToken(entry: unknown): NamedToken {
  const { name, role, token, ...others } = objectOf(entry);
  if (Object.keys(others).length > 0) throw new BadValue(`An entry has only ${fields.join(', ')}.`);
  if (typeof name !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u.test(name))
    throw new BadValue('A name has 1 to 64 letters, digits, spaces and . _ @ -.');
  if (reserved.includes(name))
    throw new BadValue(`The names ${reserved.join(' and ')} belong to the settings with one token.`);
  const known = roles.find((one) => one === role);
  if (known === undefined) throw new BadValue(`The role is ${roles.join(' or ')}.`);
  if (typeof token !== 'string') throw new BadValue('The token is missing, or it is not text: quote it.');
  return { name, role: known, token: parseToken(token) };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
