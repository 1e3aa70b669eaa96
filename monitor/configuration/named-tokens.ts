import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { BadValue } from '../../engine/configuration/problems.ts';
import type { Secret } from '../../engine/secret.ts';
import { parseToken } from './access-parsers.ts';

/** What the holder of a token may do. An operator may read, too. */
export const roles = ['read', 'operate'] as const;
export type Role = (typeof roles)[number];

/** A token with the name of its owner. */
export interface NamedToken {
  readonly name: string;
  readonly role: Role;
  readonly token: Secret;
}

/** The names of those who use the settings with one token. */
export const namesOfSingleTokens = { read: 'read', operate: 'operator' } as const;

const reserved: readonly string[] = Object.values(namesOfSingleTokens);
const fields: readonly string[] = ['name', 'role', 'token'];
const largestFile = 1_000_000;

/**
 * Reads a file of named tokens: `tokens:`, a list of `name`, `role` and `token`.
 * @throws BadValue with every mistake, which names entries by their number: a token may stand in the wrong place
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

/** The sentence never repeats the name of the file: a user who mistook the setting wrote a token there. */
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
  // Text of a faulty line, such as a token, stands in the library's own messages.
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
  if (typeof token !== 'string') throw new BadValue('The token is missing, or it is no text: quote it.');
  return { name, role: known, token: parseToken(token) };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
