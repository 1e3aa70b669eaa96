import type { Secret } from './secret.ts';

/** What stands where a secret stood. */
const placeholder = '[key]';

/** So many consecutive characters of a secret are a part that nobody may see. */
const partLength = 8;

export interface Redaction {
  /** Replaces whole secrets, in every usual encoding. Safe on bodies that are judged: nothing else changes. */
  readonly whole: (text: string) => string;
  /** Replaces whole secrets and every run of 8 or more characters of one, in any letter case. For what people read. */
  readonly parts: (text: string) => string;
  /** Applies `parts` to every string in a JSON value. */
  readonly deep: <T>(value: T) => T;
}

/** Makes the redaction of all secrets of an installation. */
export function redactionOf(secrets: readonly Secret[]): Redaction {
  const values = [...new Set(secrets.flatMap((secret) => spellings(secret.reveal())))].filter(
    (one) => one.length > 3,
  );
  const byLength = values.sort((one, other) => other.length - one.length);
  const pieces = new Set(byLength.flatMap((value) => windows(value.toLowerCase())));
  const whole = (text: string): string =>
    byLength.reduce((clean, value) => clean.replaceAll(value, placeholder), text);
  const parts = (text: string): string => hidePieces(whole(text), pieces);
  return { whole, parts, deep: (value) => mapStrings(value, parts) };
}

/** A secret as it stands in plain text, in a URL, in a form, in JSON and in HTML. */
function spellings(value: string): readonly string[] {
  const escapedHtml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ k: value }).toString().slice(2),
    JSON.stringify(value).slice(1, -1),
    escapedHtml,
    Buffer.from(value).toString('base64'),
  ];
}

function windows(value: string): readonly string[] {
  return Array.from({ length: Math.max(0, value.length - partLength + 1) }, (_, start) =>
    value.slice(start, start + partLength),
  );
}

/** Replaces every stretch of text that is covered by pieces of secrets. */
function hidePieces(text: string, pieces: ReadonlySet<string>): string {
  if (pieces.size === 0 || text.length < partLength) return text;
  const lower = text.toLowerCase();
  if (lower.length !== text.length)
    return hidePieces(text.normalize('NFKD').replace(/[^\x20-\x7e\n]/g, '?'), pieces);
  let clean = '';
  let copied = 0;
  let hiddenUntil = -1;
  for (let start = 0; start + partLength <= lower.length; start += 1) {
    if (!pieces.has(lower.slice(start, start + partLength))) continue;
    if (start > hiddenUntil) clean += text.slice(copied, start) + placeholder;
    hiddenUntil = start + partLength;
    copied = hiddenUntil;
  }
  return clean + text.slice(copied);
}

function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapStrings(item, change)]),
  ) as T;
}
