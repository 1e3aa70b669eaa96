import type { Secret } from '../secret.ts';

/** Replaces a secret. */
const placeholder = '[key]';

/** This many consecutive characters of a secret must never be shown. */
const partLength = 8;

/** This many last characters of a piece are compared first: most texts contain none of them, and are skipped quickly. */
const endLength = 4;

/** A shorter secret would match too much ordinary text. */
const minimumLength = 4;

/** The parts of all secrets, in lower case. */
interface Pieces {
  readonly whole: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
}

export interface Redaction {
  /** Replaces whole secrets, in every usual encoding and any letter case. */
  readonly whole: (text: string) => string;
  /** Replaces whole secrets and every run of 8 or more characters of one, in any letter case. For text that is shown. */
  readonly parts: (text: string) => string;
  /** Applies `parts` to every string in a JSON value, field names included. */
  readonly deep: <T>(value: T) => T;
}

/** Makes the redaction of all secrets of an installation. */
export function redactionOf(secrets: readonly Secret[]): Redaction {
  const values = secrets.map((secret) => secret.reveal()).filter(({ length }) => length >= minimumLength);
  const searched = [...new Set([...values, ...values.flatMap(encodings)])].sort(
    (one, other) => other.length - one.length,
  );
  const lowered = searched.map((value) => value.toLowerCase());
  const pieces: Pieces = {
    whole: new Set(lowered.flatMap((value) => windows(value, partLength))),
    ends: new Set(lowered.flatMap((value) => windows(value, endLength))),
  };
  const pattern = new RegExp(searched.map(literally).join('|') || '(?!)', 'gi');
  const whole = (text: string): string => text.replace(pattern, placeholder);
  const parts = (text: string): string => hidePieces(whole(text), pieces);
  return { whole, parts, deep: (value) => mapStrings(value, parts) };
}

/** A secret as encoded in a URL, in a form, in JSON, in HTML, in base64 and in hexadecimal. */
function encodings(value: string): readonly string[] {
  const escapedHtml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [
    encodeURIComponent(value),
    new URLSearchParams({ k: value }).toString().slice(2),
    JSON.stringify(value).slice(1, -1),
    escapedHtml,
    ...base64Of(value),
    Buffer.from(value).toString('hex'),
  ].filter(({ length }) => length >= partLength);
}

/**
 * Base64 encodes three bytes as four characters, so a text within a longer one, such as `Bearer KEY`, has three
 * encodings, depending on its offset. Characters that also hold bits of the neighbours are left out.
 */
function base64Of(value: string): readonly string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
      const own = Math.floor(bytes.length / 3) * 4;
      return bytes.toString(encoding).slice(before === 0 ? 0 : 4, own);
    }),
  );
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function windows(value: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, value.length - length + 1) }, (_, start) =>
    value.slice(start, start + length),
  );
}

/** Replaces every run of text that consists of pieces of secrets. */
function hidePieces(text: string, pieces: Pieces): string {
  if (pieces.whole.size === 0 || text.length < partLength) return text;
  // İ is the one letter that gets longer in lower case, which would shift the positions after it.
  const lower = text.replaceAll('\u0130', 'i').toLowerCase();
  let clean = '';
  let copied = 0;
  let hiddenUntil = -1;
  for (let start = 0; start + partLength <= lower.length; start += 1) {
    const end = start + partLength;
    if (!pieces.ends.has(lower.slice(end - endLength, end))) {
      // No piece contains these last characters, so the next one starts after the first of them.
      start = end - endLength;
      continue;
    }
    if (!pieces.whole.has(lower.slice(start, end))) continue;
    if (start > hiddenUntil) clean += text.slice(copied, start) + placeholder;
    hiddenUntil = end;
    copied = hiddenUntil;
  }
  return clean + text.slice(copied);
}

function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), mapStrings(item, change)]),
  ) as T;
}
