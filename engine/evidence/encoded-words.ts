import { makeSieve } from './pattern-finder.ts';

/** Says whether a word may be base64 or hexadecimal of a secret, or of a part of one. */
export type MayHold = (word: string) => boolean;

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Values = valuesOf([base64Letters, base64Letters.replace('+/', '-_')]);
const hexadecimalValues = valuesOf(['0123456789abcdef', '0123456789ABCDEF']);

/** Of eight bytes in a row at least six are two groups of three, wherever base64 begins. */
const bytesInGroup = 3;
const group = 0xff_ff_ff;
/** The bit of each byte in which capital letters differ from small ones. */
const anyCase = 0x20_20_20;

/**
 * Makes the test that spares nearly all words from being decoded: it looks for two groups of three bytes of a secret in a row.
 * @param spellings every way in which a secret may be written within base64 or hexadecimal
 */
export function makeMayHold(spellings: readonly string[]): MayHold {
  const groups = new Set<number>();
  for (const spelling of spellings) {
    const bytes = Buffer.from(spelling);
    for (let at = 0; at + bytesInGroup <= bytes.length; at += 1)
      groups.add(bytes.readUIntBE(at, bytesInGroup) | anyCase);
  }
  const mayBe = makeSieve(groups);
  const holds = (word: string, values: Int8Array, bitsEach: 4 | 6): boolean => {
    const twoInARow = 1 | (1 << (24 / bitsEach));
    let latest = 0;
    let seen = 0;
    for (let at = 0; at < word.length; at += 1) {
      const value = values[word.charCodeAt(at)] ?? -1;
      latest = ((latest << bitsEach) | value) & group;
      seen = (seen << 1) | (value >= 0 && mayBe(latest | anyCase) ? 1 : 0);
      if ((seen & twoInARow) === twoInARow) return true;
    }
    return false;
  };
  return (word) => holds(word, base64Values, 6) || holds(word, hexadecimalValues, 4);
}

function valuesOf(alphabets: readonly string[]): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const letters of alphabets)
    for (let value = 0; value < letters.length; value += 1) values[letters.charCodeAt(value)] = value;
  return values;
}
