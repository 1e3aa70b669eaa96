import { type Alias, type Document, type Node, visit } from 'yaml';

/** A mistake in a YAML document, and where it begins in the text. */
export interface YamlMistake {
  readonly offset: number;
  readonly message: string;
}

/** What keeps the aliases (`*name`) of a document from being replaced by what they stand for. */
export function aliasMistakes(document: Document): readonly YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  const note = (alias: Alias, why: string): void => {
    mistakes.push({ offset: alias.range?.[0] ?? 0, message: `The alias *${alias.source} ${why}` });
  };
  // By itself each alias would look for its anchor in the whole document.
  const anchors = new Map<string, Node>();
  visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_, alias, ancestors) {
      const meant = anchors.get(alias.source);
      if (meant === undefined) note(alias, 'has no anchor before it. Write the value out.');
      else if (ancestors.includes(meant))
        note(alias, 'stands inside what it stands for. Write the value out.');
    },
  });
  if (mistakes.length > 0) return mistakes;
  try {
    document.toJS();
    return [];
  } catch {
    // A few lines can stand for more than any memory holds; the library counts before it builds.
    return [{ offset: 0, message: 'The aliases stand for too much. Write the values out.' }];
  }
}
