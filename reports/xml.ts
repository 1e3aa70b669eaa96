import XMLBuilder from 'fast-xml-builder';
import { breakCommandsInXml } from './runner-commands.ts';

/**
 * An element: its attributes by names that begin with `@`, its text as `#text`, its children by their names, several of one
 * name as a list. An element that holds text alone is the text.
 */
export interface XmlElement {
  readonly [name: string]: string | number | XmlElement | readonly (string | XmlElement)[];
}

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
  // An attribute with the text "true" is to keep it.
  suppressBooleanAttributes: false,
});

/**
 * Writes an XML document. What it holds is escaped, and no command to a runner of pipelines; characters that XML has no place
 * for are the caller's to remove.
 */
export function renderXml(name: string, root: XmlElement): string {
  return breakCommandsInXml(
    builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, [name]: root }),
  );
}
