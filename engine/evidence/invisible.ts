/** What no reader sees between two letters: what Unicode lets fonts leave out, and the blank of Braille. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** A text without what no reader sees. It is to be redacted before: letters stand together that stood apart. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
