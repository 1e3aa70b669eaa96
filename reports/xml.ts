import XMLBuilder from 'fast-xml-builder';
import { breakCommandsInXml } from './runner-commands.ts';

/**
 * An element: its attributes under names that begin with `@`, its text as `#text`, its children under their names,
 * several of one name as a list. An element with text only is given as that text.
 */
export interface XmlElement {
  readonly [name: string]: string | number | XmlElement | readonly (string | XmlElement)[];
}

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
  // Keeps attributes with the text "true".
  suppressBooleanAttributes: false,
});

/**
 * Writes an XML document. Its content is escaped and free of CI runner commands; the caller must remove characters that
 * XML does not allow.
 */
export function renderXml(name: string, root: XmlElement): string {
  return breakCommandsInXml(
    builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, [name]: root }),
  );
}
