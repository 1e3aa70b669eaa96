import { visitPlaces } from './read-json.ts';

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
 * The positions of elements in a JSON text: the quotation mark of their name, or the beginning of an item of an array. An
 * element that is missing is found where the nearest one around it is; the id and the extensions of a primitive are found
 * in its companion (`_name`). Reads the text once more.
 *
 * @param text valid JSON without duplicate properties: what `readJson` has read
 */
export function elementOffsets(text: string, sought: readonly SoughtElement[]): number[] {
  const root = makeNode(undefined);
  const nodes = sought.map((element) => nodeOf(root, element));
  visitPlaces(text, (steps, offset) => placeAt(root, steps, offset));
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

/** Notes an element at these steps, under the names in the text. */
function placeAt(root: Node, steps: readonly (string | number)[], offset: number): void {
  if (steps.length === 0) place([root], offset, true);
  let nodes: readonly Node[] = [root];
  // All names so far are the elements' own.
  let isExact = true;
  for (const [index, step] of steps.entries()) {
    const named = childrenOf(nodes, step);
    const isCompanion = typeof step === 'string' && step.startsWith('_');
    const companions = isCompanion ? childrenOf(nodes, step.slice(1)) : [];
    if (index === steps.length - 1) {
      place(named, offset, isExact);
      place(companions, offset, false);
      if (typeof step === 'string') for (const node of nodes) placeChoices(node, step, offset);
      return;
    }
    isExact &&= companions.length === 0;
    nodes = [...named, ...companions];
    if (nodes.length === 0) return;
  }
}

function childrenOf(nodes: readonly Node[], step: string | number): Node[] {
  return nodes.flatMap((node) => node.children.get(step) ?? []);
}

function place(nodes: readonly Node[], offset: number, isExact: boolean): void {
  for (const node of nodes) {
    if (node.offset !== undefined && (node.isExact || !isExact)) continue;
    node.offset = offset;
    node.isExact = isExact;
  }
}

function placeChoices(node: Node, name: string, offset: number): void {
  for (const choice of node.choices) {
    if (name.startsWith(choice) && /^[A-Z]/.test(name.slice(choice.length)))
      place(childrenOf([node], choice), offset, false);
  }
}
