import { SaxesParser, type SaxesTagNS } from 'saxes';
import { printable } from '../element-path.ts';
import { type IssueCollector, quoted } from '../issue-collector.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
const xml = 'http://www.w3.org/XML/1998/namespace';
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** Rule txt-1: HTML 4.0 chapters 7-11 (without section 4 of chapter 9) and 15, links and images. */
const allowedElements = new Set(
  `a abbr acronym address b bdo big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4
  h5 h6 hr i img kbd li map area ol p pre q samp small span strong sub sup table tbody td tfoot
  th thead tr tt ul u s strike var`.split(/\s+/),
);
const commonAttributes = new Set(
  'id class style title lang xml:lang dir accesskey tabindex xmlns'.split(' '),
);
const alignment = ['align', 'char', 'charoff', 'valign'];
const cellAttributes = [
  ...'abbr axis headers scope rowspan colspan nowrap bgcolor width height'.split(' '),
  ...alignment,
];
const attributesByElement: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'name', 'rel', 'rev', 'charset', 'hreflang', 'type', 'shape', 'coords', 'target'],
  area: ['shape', 'coords', 'href', 'nohref', 'alt'],
  blockquote: ['cite'],
  br: ['clear'],
  caption: ['align'],
  col: ['span', 'width', ...alignment],
  colgroup: ['span', 'width', ...alignment],
  div: ['align'],
  h1: ['align'],
  h2: ['align'],
  h3: ['align'],
  h4: ['align'],
  h5: ['align'],
  h6: ['align'],
  hr: ['align', 'noshade', 'size', 'width'],
  img: 'src alt longdesc height width usemap ismap align border hspace vspace name'.split(' '),
  li: ['value', 'type'],
  map: ['name'],
  ol: ['start', 'type', 'compact'],
  p: ['align'],
  pre: ['width', 'xml:space'],
  q: ['cite'],
  table: ['summary', 'width', 'border', 'frame', 'rules', 'cellspacing', 'cellpadding', 'align', 'bgcolor'],
  tbody: alignment,
  td: cellAttributes,
  tfoot: alignment,
  th: cellAttributes,
  thead: alignment,
  tr: [...alignment, 'bgcolor'],
  ul: ['type', 'compact'],
};

/** Reads each narrative of a resource once, although the resource may be tried in several releases. */
export type NarrativeReader = (text: string) => Narrative;

/** A reader that keeps what it has read. */
export function narrativeReader(): NarrativeReader {
  const known = new Map<string, Narrative>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier) return earlier;
    const found = readNarrative(text);
    known.set(text, found);
    return found;
  };
}

/**
 * Validates a narrative: well-formed XML whose root is `div` in the XHTML namespace (level primitive-format), with
 * allowed elements and attributes only (txt-1) and with some content (txt-2).
 */
export function validateNarrative(text: string, read: NarrativeReader, collector: IssueCollector): void {
  const found = read(text);
  if (found.xhtmlError)
    collector.error('primitive-format', `The narrative is not XHTML: ${found.xhtmlError}`);
  else if (found.forbidden) collector.broken('txt-1', found.forbidden);
  else if (!found.hasContent) collector.broken('txt-2', 'The narrative has no text and no image.');
}

const maximumNesting = 200;

/** Most narratives nest less. */
const shallowNesting = 16;

/** Thrown to stop the parser: what follows an error adds nothing, and each of thousands would cost a stack trace. */
class NotXhtml extends Error {}

/** What is wrong with a narrative. */
export interface Narrative {
  xhtmlError?: string | undefined;
  forbidden?: string | undefined;
  hasContent: boolean;
}

function readNarrative(text: string): Narrative {
  const found: Narrative = { hasContent: false };
  const parser = new SaxesParser({ xmlns: true, position: true, fragment: false });
  let depth = 0;
  parser.on('error', (error) => {
    const advice = /undefined entity/.test(error.message)
      ? ' XML knows five named characters, not those of HTML: write the character itself, or &#160; for &nbsp;.'
      : '';
    throw new NotXhtml(`${quoted(error.message)}.${advice}`);
  });
  parser.on('doctype', () => {
    throw new NotXhtml('a document type declaration is not allowed.');
  });
  parser.on('opentag', (tag) => {
    if (depth === 0 && (tag.local !== 'div' || tag.uri !== xhtml)) {
      const found = wrongNamespaceOf(tag);
      throw new NotXhtml(
        `the root must be <div xmlns="${xhtml}">, ${found === undefined ? `not ${named(tag)}` : `but ${found}`}.`,
      );
    }
    depth += 1;
    if (depth > shallowNesting) shortenSearch(tag);
    if (depth > maximumNesting)
      throw new NotXhtml(`its elements are nested deeper than ${maximumNesting} levels.`);
    if (tag.local === 'img') found.hasContent = true;
    found.forbidden ??= findForbidden(tag);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.on('text', (part) => {
    if (depth > 0 && part.trim() !== '') found.hasContent = true;
  });
  parser.on('cdata', (part) => {
    if (part.trim() !== '') found.hasContent = true;
  });
  try {
    parser.write(text).close();
  } catch (thrown) {
    if (!(thrown instanceof NotXhtml)) throw thrown;
    found.xhtmlError = thrown.message;
  }
  return found;
}

/**
 * The parser looks for each prefix in all open elements, from the innermost on; so that 200 of them cost no more than
 * one, it finds the usual prefixes in the innermost.
 */
function shortenSearch({ ns, prefix, uri }: SaxesTagNS): void {
  ns[prefix] ??= uri;
  ns.xml ??= xml;
  ns.xmlns ??= xmlns;
}

function named(tag: SaxesTagNS): string {
  return `<${printable(tag.name, 40)}>`;
}

/** A clause; undefined if the element is of XHTML, as all of a narrative. */
function wrongNamespaceOf(tag: SaxesTagNS): string | undefined {
  if (tag.uri === xhtml) return undefined;
  return tag.uri === ''
    ? `${named(tag)} has no namespace`
    : `the namespace of ${named(tag)} is ${quoted(tag.uri)}`;
}

function findForbidden(tag: SaxesTagNS): string | undefined {
  const wrongNamespace = wrongNamespaceOf(tag);
  if (wrongNamespace !== undefined) return `In a narrative all elements are XHTML, but ${wrongNamespace}.`;
  if (!allowedElements.has(tag.local)) return `The element ${named(tag)} is not allowed in a narrative.`;
  const own = Object.hasOwn(attributesByElement, tag.local) ? (attributesByElement[tag.local] ?? []) : [];
  for (const [name, attribute] of Object.entries(tag.attributes)) {
    if (attribute.prefix === 'xmlns' || commonAttributes.has(name) || own.includes(name)) {
      if (/^\s*javascript:/i.test(attribute.value))
        return `A script in the attribute ${name} is not allowed in a narrative.`;
      continue;
    }
    return `The attribute ${quoted(name)} of <${tag.local}> is not allowed in a narrative.`;
  }
  return undefined;
}
