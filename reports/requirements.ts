import { requirements } from '../contract/document/requirements.ts';
import { type ReportName, reportFiles } from './formats.ts';

const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));

/** A requirement with its statement and its place in the annotated document, if it has them. */
export type StatedRequirement = ReturnType<typeof stateRequirements>[number];

/**
 * Adds statements and places in the annotated document to requirements, as far as this version has them.
 * @param siblings the reports in the same folder
 */
export function stateRequirements(ids: readonly string[], siblings: readonly ReportName[]) {
  return ids.map((id) => {
    const statement = statements.get(id);
    // A record may come from elsewhere, so only ids on the document page are linked.
    const isPlace = statement !== undefined && siblings.includes('document');
    return { id, statement, url: isPlace ? `${reportFiles.document}#${id}` : undefined };
  });
}
