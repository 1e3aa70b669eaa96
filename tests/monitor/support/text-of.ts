/** The text of a page or a part of it, each mark a space, as one line. */
export function textOf(markup: unknown): string {
  return lineOf(String(markup).replaceAll(/<[^>]+>/g, ' '));
}

/** The same, but what marks alone stand between is one word. */
export function wordsOf(markup: unknown): string {
  return lineOf(String(markup).replaceAll(/<[^>]+>/g, ''));
}

function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
