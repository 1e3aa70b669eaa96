/** What a terminal obeys or does not show: all but line breaks. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** A text of several lines without escapes, invisible characters and bidirectional overrides. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, '\uFFFD');
}
