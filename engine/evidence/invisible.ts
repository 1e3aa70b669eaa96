/** What no reader sees between two letters: what Unicode lets fonts leave out, and the blank of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Places of invisible characters in a text. */
export function invisibleRuns(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(invisible)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }));
}

/** A text without what no reader sees. It is to be redacted before: letters stand together that stood apart. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
