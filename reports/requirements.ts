import { requirements } from '../contract/requirements.ts';
import { type ReportName, reportFiles } from './formats.ts';
import type { StatedRequirement } from './sections.ts';

/** The place of a requirement in the annotated document; nothing if there is none next to the report. */
export type RequirementUrl = (id: string) => string | undefined;

const statements = new Map<string, string>(requirements.map(({ id, statement }) => [id, statement]));

/** @param beside the reports in the same folder */
export function requirementUrls(beside: readonly ReportName[]): RequirementUrl {
  const isThere = beside.includes('document');
  // A record may come from elsewhere, so only ids that the document page has are addresses.
  return (id) => (isThere && statements.has(id) ? `${reportFiles.document}#${id}` : undefined);
}

/** Requirements with their statements and addresses, as far as this version has them. */
export function stateRequirements(
  ids: readonly string[],
  urlOf: RequirementUrl,
): readonly StatedRequirement[] {
  return ids.map((id) => {
    const statement = statements.get(id);
    const url = urlOf(id);
    return {
      id,
      ...(statement === undefined ? {} : { statement }),
      ...(url === undefined ? {} : { url }),
    };
  });
}
