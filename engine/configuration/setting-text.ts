/** A text in Markdown without its marks. */
export function plainText(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** A phrase in Markdown as a plain sentence. A word of code at its beginning stays as it is. */
export function sentenceOf(phrase: string): string {
  return `${plainText(phrase.charAt(0).toUpperCase() + phrase.slice(1))}.`;
}
