import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';

/** A YAML or JSON file that people write, with the line numbers of its values. */
export interface YamlFile {
  readonly value: unknown;
  /** The line of the value at a dotted path, or of the nearest value around it: a missing value has no line. */
  readonly lineOf: (where: string) => number;
}

/**
 * A mistake that makes a file unreadable, and its line. The message does not repeat the file's content, which may be
 * secret.
 */
export interface YamlMistake {
  readonly line: number;
  readonly message: string;
}

/** One mistake can invalidate every following line. */
const mostMistakesShown = 5;

/**
 * Parses YAML, which includes JSON, with or without a byte order mark. Its time is linear in the length of the text.
 */
export function parseYaml(text: string): YamlFile | { readonly mistakes: readonly YamlMistake[] } {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  // The library would compare each key with all previous ones.
  const document = parseDocument(text.replace(/^\ufeff/, ''), {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const { offsets, repeated } = placesIn(document);
  const invalid = [
    ...document.errors.map(({ code, pos }) => ({ code, offset: pos[0] })),
    ...repeated.map((offset) => ({ code: 'DUPLICATE_KEY', offset })),
  ].map(({ code, offset }) => ({ line: lineAt(offset), message: `This is not valid YAML (${code}).` }));
  const mistakes = invalid.length > 0 ? invalid : aliasMistakes(document, lineAt);
  if (mistakes.length > 0) return { mistakes: mistakes.slice(0, mostMistakesShown) };
  try {
    const value: unknown = document.toJS();
    const offsetOf = (where: string): number =>
      offsets.get(where) ??
      (where === '' ? 0 : offsetOf(where.slice(0, Math.max(0, where.lastIndexOf('.')))));
    return { value, lineOf: (where) => lineAt(offsetOf(where)) };
  } catch {
    // A few lines can expand beyond any memory; the library counts before it builds.
    return { mistakes: [{ line: 1, message: 'The aliases expand to too much data. Write the values out.' }] };
  }
}

/** The offset of each value in the text, by its dotted path; and each duplicate key of a block. */
function placesIn({ contents }: Document) {
  const offsets = new Map<string, number>();
  const repeated: number[] = [];
  const walk = (node: unknown, where: string): void => {
    if (!isNode(node)) return;
    offsets.set(where, node.range?.[0] ?? 0);
    const within = (step: unknown): string => (where === '' ? String(step) : `${where}.${step}`);
    if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, within(index));
    if (!isMap(node)) return;
    const seen = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      if (seen.has(key.value)) repeated.push(key.range?.[0] ?? 0);
      seen.add(key.value);
      walk(value, within(key.value));
    }
  };
  walk(contents, '');
  return { offsets, repeated };
}

/** The reasons why aliases (`*name`) of a document cannot be resolved. */
function aliasMistakes(document: Document, lineAt: (offset: number) => number): readonly YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  // Otherwise each alias would search the whole document for its anchor.
  const anchors = new Map<string, Node>();
  visit(document, {
    Node(_, node, ancestors) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const meant = anchors.get(node.source);
      if (meant !== undefined && !ancestors.includes(meant)) return;
      const why = meant === undefined ? 'has no anchor before it' : 'contains itself';
      const message = `The alias *${node.source} ${why}. Write the value out.`;
      mistakes.push({ line: lineAt(node.range?.[0] ?? 0), message });
    },
  });
  return mistakes;
}
