const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An element to find in a JSON text. */
export interface SoughtElement {
  /** Property names and positions, from the root. */
  readonly steps: readonly (string | number)[];
  /** The last step is a choice element without its type: `value` is found at `valueString`. */
  readonly isChoice: boolean;
}

/** What leads to the elements that are sought, so that all are found in one pass. */
interface Node {
  readonly parent: Node | undefined;
  readonly children: Map<string | number, Node>;
  /** Names of choice elements below. */
  readonly choices: string[];
  offset: number | undefined;
  /** Found under its own name. */
  isExact: boolean;
}

/**
 * Where elements stand in a JSON text: at the quotation mark of their name, or where the item of an array begins. An
 * element that is missing is found where the nearest one around it is; the id and the extensions of a primitive are found
 * in its companion (`_name`). Takes one pass over the text.
 *
 * @param text valid JSON without duplicate properties: what `readJson` has read
 */
export function elementOffsets(text: string, sought: readonly SoughtElement[]): number[] {
  const root = makeNode(undefined);
  const nodes = sought.map((element) => nodeOf(root, element));
  new Finder(text).find(root);
  return nodes.map((node) => {
    for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
      if (at.offset !== undefined) return at.offset;
    }
    return 0;
  });
}

function makeNode(parent: Node | undefined): Node {
  return { parent, children: new Map(), choices: [], offset: undefined, isExact: false };
}

function nodeOf(root: Node, { steps, isChoice }: SoughtElement): Node {
  let node = root;
  for (const step of steps) {
    const child: Node = node.children.get(step) ?? makeNode(node);
    node.children.set(step, child);
    node = child;
  }
  const last = steps.at(-1);
  if (isChoice && typeof last === 'string') node.parent?.choices.push(last);
  return node;
}

class Finder {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  find(root: Node): void {
    this.skipSpace();
    place(root, this.at, true);
    this.follow([root], true);
  }

  /** @param isExact all names so far are the elements' own */
  private follow(nodes: readonly Node[], isExact: boolean): void {
    const code = this.text.charCodeAt(this.at);
    const isLeaf = nodes.every(({ children }) => children.size === 0);
    if (isLeaf || (code !== openBrace && code !== openBracket)) this.skipValue();
    else if (code === openBrace) this.followObject(nodes, isExact);
    else this.followArray(nodes, isExact);
  }

  private followObject(nodes: readonly Node[], isExact: boolean): void {
    this.at += 1;
    for (;;) {
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === comma) {
        this.at += 1;
        continue;
      }
      if (code !== quote) break;
      const offset = this.at;
      const name = this.readName();
      const named = place(childrenOf(nodes, name), offset, isExact);
      const companions = name.startsWith('_') ? place(childrenOf(nodes, name.slice(1)), offset, false) : [];
      for (const node of nodes) placeChoices(node, name, offset);
      const inner = [...named, ...companions];
      if (inner.length === 0) this.skipValue();
      else this.follow(inner, isExact && companions.length === 0);
    }
    this.at += 1;
  }

  private followArray(nodes: readonly Node[], isExact: boolean): void {
    this.at += 1;
    for (let index = 0; ; ) {
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === closeBracket || this.at >= this.text.length) break;
      if (code === comma) {
        this.at += 1;
        index += 1;
        continue;
      }
      const inner = place(childrenOf(nodes, index), this.at, isExact);
      if (inner.length === 0) this.skipValue();
      else this.follow(inner, isExact);
    }
    this.at += 1;
  }

  /** Reads a property name, and goes to its value. */
  private readName(): string {
    const start = this.at;
    this.skipString();
    const name = this.text.slice(start + 1, this.at - 1);
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === colon) this.at += 1;
    this.skipSpace();
    return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at += 1;
    }
  }

  private skipString(): void {
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === backslash) this.at += 1;
      else if (code === quote) break;
    }
    this.at += 1;
  }

  private skipValue(): void {
    let depth = 0;
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at);
      if (code === quote) {
        this.skipString();
        if (depth === 0) return;
        continue;
      }
      const closes = code === closeBrace || code === closeBracket;
      // What ends a number or a literal belongs to what it stands in.
      if (depth === 0 && (closes || code === comma)) return;
      this.at += 1;
      if (code === openBrace || code === openBracket) depth += 1;
      else if (closes) {
        depth -= 1;
        if (depth === 0) return;
      }
    }
  }
}

function childrenOf(nodes: readonly Node[], step: string | number): Node[] {
  return nodes.flatMap((node) => node.children.get(step) ?? []);
}

function place(nodes: Node[] | Node, offset: number, isExact: boolean): Node[] {
  const list = Array.isArray(nodes) ? nodes : [nodes];
  for (const node of list) {
    if (node.offset !== undefined && (node.isExact || !isExact)) continue;
    node.offset = offset;
    node.isExact = isExact;
  }
  return list;
}

function placeChoices(node: Node, name: string, offset: number): void {
  for (const choice of node.choices) {
    if (name.startsWith(choice) && /^[A-Z]/.test(name.slice(choice.length)))
      place(childrenOf([node], choice), offset, false);
  }
}
