import { readingsFor } from './readings.ts';
import { foldCase, partLength, secretSpellings } from './secret-patterns.ts';

/** Of each part that must not be shown at least six bytes stand whole in its base64, so that two windows in a row are in them. */
const windowBytes = 5;
const windowStep = 2;

const base64Run = /[\w+/-]{10,}/g;
const hexadecimalRun = /[\da-f]{16,}/gi;

/** Finds the secrets that a text may hold a part of: some too many, and none too few. */
export type HeldSecrets = (text: string) => readonly string[];

/**
 * Looks up short texts among thousands of secrets. The patterns of so many take seconds to make; a text is short, so that it is
 * the text that is decoded, and looked up by a few of its bytes.
 */
export function makeHeldSecrets(secrets: readonly string[]): HeldSecrets {
  // Of these not a part is hidden, but the whole, of which no window may stand in a text.
  const short = secrets.filter(({ length }) => length < partLength);
  const byWindow = new Map<string, string[]>();
  for (const secret of secrets) {
    if (secret.length < partLength) continue;
    for (const window of new Set(secretSpellings(secret).flatMap(windowsOf))) {
      const alike = byWindow.get(window);
      if (alike === undefined) byWindow.set(window, [secret]);
      else alike.push(secret);
    }
  }
  const readings = readingsFor(secrets);
  return (text) => {
    const held = new Set(short);
    readings(text, partLength, (view) => {
      for (const bytes of bytesIn(view.text))
        for (let start = 0; start + windowBytes <= bytes.length; start += 1)
          for (const secret of byWindow.get(bytes.slice(start, start + windowBytes)) ?? []) held.add(secret);
    });
    return [...held];
  };
}

function windowsOf(spelling: string): readonly string[] {
  const bytes = bytesOf(Buffer.from(spelling));
  const count = Math.ceil((bytes.length - windowBytes + 1) / windowStep);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    bytes.slice(index * windowStep, index * windowStep + windowBytes),
  );
}

/** What a text holds as it is, and what its words stand for where they are base64 or hexadecimal, from wherever it begins. */
function bytesIn(text: string): readonly string[] {
  return [
    bytesOf(Buffer.from(foldCase(text))),
    ...(text.match(base64Run) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((start) => bytesOf(Buffer.from(run.slice(start), 'base64'))),
    ),
    ...(text.match(hexadecimalRun) ?? []).flatMap((run) =>
      [0, 1].map((start) => bytesOf(Buffer.from(run.slice(start), 'hex'))),
    ),
  ];
}

/** A character for each byte, in lower case where it is a letter of ASCII. */
function bytesOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
