import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { endpoints } from '../../contract/document/endpoints.ts';
import { isObject } from '../../contract/judging/answers.ts';
import { readText, readWhole, whyUnreadable } from '../files.ts';
import { isPublicWord, Secret, shortestSecret } from '../secret.ts';
import { secretsInAddress } from './addresses.ts';
import { BadValue } from './problems.ts';

/** Parsers of single values. Each takes the text of a setting and throws `BadValue` with a sentence. */

/** Any text, unchanged. */
export function anyText(text: string): string {
  return text;
}

/** A parser of texts that match a pattern; surrounding blanks are removed. */
function matching(form: RegExp, otherwise: string): (text: string) => string {
  return (text) => {
    const value = text.trim();
    if (form.test(value)) return value;
    throw new BadValue(otherwise);
  };
}

function listOf<T>(parse: (text: string) => T): (text: string) => readonly T[] {
  return (text) => text.split(',').map(parse);
}

/** A short text on one line, for people to read. */
export const parsePhrase = matching(/^\P{C}{0,200}$/u, 'Write at most 200 characters on one line.');

function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** An address without a trailing slash: the paths of the API are appended to it. */
export function parseBaseUrl(text: string): string {
  const url = webAddress(text);
  if (url === undefined) {
    throw new BadValue(
      'This is not a web address. Write it like https://host.example or https://host.example/some/app.',
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new BadValue('Leave user name and password out of the address.');
  if (url.search !== '' || url.hash !== '')
    throw new BadValue('Leave ? and # and what follows out of the address.');
  const path = withoutSlashesAtEnd(url.pathname);
  if (endsInApiPath(path)) {
    throw new BadValue(
      'This ends in a path of the API. Write the address before /api, as in https://host.example: the API paths are added to it.',
    );
  }
  return url.origin + path;
}

function endsInApiPath(path: string): boolean {
  const [, api, version, resource] = /\/(api)(?:\/(v\d+)(?:\/([a-z_]+)(?:\/[^/]*)?)?)?$/.exec(path) ?? [];
  if (api === undefined) return false;
  // Other addresses may lie below an /api/v1 of a gateway.
  return version === undefined || resource === undefined || resources.has(resource);
}

const resources: ReadonlySet<string> = new Set(endpoints.map(({ resource }) => resource));

/** An address or path without trailing slashes. */
export function withoutSlashesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** A key that fits into a header and a URL. */
export function parseKey(text: string): Secret {
  const key = text.trim();
  if (/[\r\n]/.test(key)) throw new BadValue('The key has a line break in it. Write it on one line.');
  if (/^(?:authorization:\s*)?(?:bearer|token|basic)[\s:=]/i.test(key))
    throw new BadValue('Leave out the scheme, such as Bearer: write the key alone.');
  if (/\s/.test(key))
    throw new BadValue('The key has a space in it. Copy it again from the Storage tab of the profile page.');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new BadValue('The key has characters that no header can carry. Copy it again.');
  if (isPublicWord(key)) throw new BadValue('This is a word that answers contain anyway, not a key.');
  return longEnough('The key', key);
}

/** @throws BadValue if a secret is too short to be hidden */
export function longEnough(what: string, text: string): Secret {
  if (text.length >= shortestSecret) return new Secret(text);
  throw new BadValue(
    `${what} is shorter than ${shortestSecret} characters: it could not be kept out of reports and logs.`,
  );
}

export function parseBoolean(text: string): boolean {
  const values: Readonly<Record<string, boolean>> = { true: true, false: false };
  const value = values[text.trim().toLowerCase()];
  if (value === undefined) throw new BadValue('Write true or false.');
  return value;
}

/**
 * A parser of whole numbers in a range.
 * @param factor converts the written number, such as 1000 from seconds to milliseconds
 */
export function wholeNumber(minimum: number, maximum: number, factor = 1): (text: string) => number {
  const parse = numeric(
    (value) => Number.isInteger(value) && value >= minimum && value <= maximum,
    `Write a whole number from ${minimum} to ${maximum}.`,
  );
  return (text) => parse(text) * factor;
}

function numeric(isValid: (value: number) => boolean, otherwise: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && isValid(value)) return value;
    throw new BadValue(otherwise);
  };
}

export const parseRatio = numeric(
  (value) => value >= 0 && value <= 1,
  'Write a number from 0 to 1, like 0.9.',
);

/** A parser of a pace: requests per second, or `off`. */
export function requestsPerSecond(usual: string): (text: string) => number | 'off' {
  const parse = numeric(
    (value) => value > 0 && value <= 1000,
    `Write requests a second (more than 0, at most 1000; default ${usual}) or off.`,
  );
  return (text) => (text.trim().toLowerCase() === 'off' ? 'off' : parse(text));
}

/** An id as a list may show it; it is encoded in the path. */
export const parseId = matching(/^[^?#\p{Cc}]*$/u, 'An id has neither ? nor # and no line break.');

/** The pattern of installation names, as a regular expression's source: they name report folders and label metrics. */
export const installationNamePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$';

/** The same rule for people. */
export const installationNameRule =
  'A name has letters, digits, points, hyphens and underscores, at most 63.';

/** The name of an installation. */
export const parseName = matching(new RegExp(installationNamePattern), installationNameRule);

export const parseParameterName = matching(
  /^[\w.[\]-]+$/,
  'Write the name of a query parameter, like project_id.',
);

/** A parser of a fixed set of words. */
export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text.trim());
    if (found === undefined) throw new BadValue(`Write one of ${words.join(', ')}.`);
    return found;
  };
}

/** The text of a file that a setting names. The name is not repeated: it may be the secret that belongs in the file. */
export function fileText(name: string, directory: string, read: (file: string) => string = readText): string {
  try {
    return read(resolve(directory, name));
  } catch (thrown) {
    throw new BadValue(`The file that it names cannot be read: ${whyUnreadable(thrown)}`);
  }
}

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Header lines `Name: value`, or a JSON object of headers. Values may be secret. */
export function parseHeaders(text: string): Readonly<Record<string, Secret>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = text.trim().startsWith('{') ? jsonPairs(text) : lines.map(linePair);
  return Object.fromEntries(
    pairs.map(([name, value]) => {
      if (!headerName.test(name)) throw new BadValue('A header name has characters that it must not have.');
      if (!/^[\x20-\x7e]*$/.test(value))
        throw new BadValue(`The value of ${name} has characters that no header can carry.`);
      if (name.toLowerCase() === 'authorization') {
        throw new BadValue(
          'Authorization cannot be an extra header: it would authenticate the requests without a key.',
        );
      }
      return [name, new Secret(value)];
    }),
  );
}

function linePair(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new BadValue('Write each header as a line `Name: value`, or all as a JSON object.');
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function jsonPairs(text: string): readonly (readonly [string, string])[] {
  return Object.entries(parseJson(text) as object).map(([name, item]) => {
    if (typeof item !== 'string') throw new BadValue(`The value of ${name} is not a text.`);
    return [name, item] as const;
  });
}

function parseJson(text: string, mistake = 'This is not valid JSON.'): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadValue(mistake);
  }
}

/** The text of a file with a Bundle to import: JSON, of type collection. Its content is up to the administrator. */
export function bundleText(name: string, directory: string): string {
  const text = fileText(name, directory);
  const value = parseJson(text);
  if (isObject(value) && value.resourceType === 'Bundle' && value.type === 'collection') return text;
  throw new BadValue('The file must hold a FHIR Bundle of type collection, as JSON.');
}

/** The address of a proxy; without a scheme it means HTTP, as in other programs. */
export function parseProxy(text: string): Secret {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = webAddress(address);
  if (url === undefined) throw new BadValue('Write the proxy like http://proxy.example:3128.');
  const proxy = new Secret(address);
  if (url.password !== '')
    for (const secret of secretsInAddress(proxy)) longEnough('The password in the address', secret.reveal());
  return proxy;
}

/** Names of headers, separated by commas. */
export const parseHeaderNames = listOf(matching(headerName, 'Write names of headers, separated by commas.'));

const statusText = matching(
  /^[45]\d\d$/,
  'Write statuses from 400 to 599, separated by commas, such as 503.',
);

/** Statuses of errors, separated by commas: 400 to 599. */
export const parseStatuses = listOf((text) => Number(statusText(text)));

/** They become metric labels: each value is a series. */
const mostTags = 20;

/** A group or a tag: a short phrase that labels metrics. */
export const parseTag = matching(
  /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:=/&+'()-]{0,62}$/u,
  "Write at most 63 letters, digits, spaces and . _ : = / & + ' ( ) -, and begin with a letter or digit.",
);

/** Tags as a YAML list, which arrives as JSON, or separated by commas. Duplicates count once. */
export function parseTags(text: string): readonly string[] {
  const given = text.trim().startsWith('[')
    ? (parseJson(text, 'Write tags separated by commas.') as readonly unknown[])
    : text.split(',');
  const tags = [...new Set(given.map((tag) => parseTag(String(tag))))];
  if (tags.length > mostTags) throw new BadValue(`Give at most ${mostTags} tags.`);
  return tags;
}

/**
 * A parser of a PEM file name, which returns the file's text. A file that OpenSSL cannot read is refused here, before
 * it is used.
 */
function pem(what: string, read: (text: string) => unknown): (name: string, directory: string) => string {
  return (name, directory) => {
    // A file that is not text gets the same message.
    const text = fileText(name, directory, (file) => readWhole(file).toString('utf8'));
    try {
      read(text);
    } catch {
      throw new BadValue(`The file ${name} has no ${what} in it that can be read. It must be PEM.`);
    }
    return text;
  };
}

/** The text of a file with at least one certificate; all of them must be readable. */
export const certificateText = pem('certificate', (text) => {
  const [, ...further] = text.split(/(?=-----BEGIN CERTIFICATE-----)/);
  return [text, ...further].map((one) => new X509Certificate(one));
});

const keyText = pem('private key without a passphrase', createPrivateKey);

/** The text of a file with an unencrypted private key. */
export function privateKeyText(name: string, directory: string): Secret {
  return new Secret(keyText(name, directory));
}
