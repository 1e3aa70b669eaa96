/**
 * Inserts lines between two markers with a name in a Markdown file.
 * @throws if the file has no such markers
 */
export function betweenMarkers(text: string, name: string, lines: string): string {
  const [begin, end] = [`<!-- ${name}: written by \`npm run settings\` -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no place between "${begin}" and "${end}".`);
  return `${text.slice(0, from)}${begin}\n\n${lines}\n\n${text.slice(to)}`;
}
