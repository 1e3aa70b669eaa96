import { requirements } from '../contract/document/requirements.ts';
import { type ReportName, reportFiles } from './formats.ts';

const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));

/** A requirement with its statement and its place in the annotated document, as far as there are any. */
export type StatedRequirement = ReturnType<typeof stateRequirements>[number];

/**
 * Requirements with their statements and their places in the annotated document, as far as this version has them.
 * @param siblings the reports in the same folder
 */
export function stateRequirements(ids: readonly string[], siblings: readonly ReportName[]) {
  return ids.map((id) => {
    const statement = statements.get(id);
    // A record may come from elsewhere, so only ids that the document page has are addresses.
    const isPlace = statement !== undefined && siblings.includes('document');
    return { id, statement, url: isPlace ? `${reportFiles.document}#${id}` : undefined };
  });
}
