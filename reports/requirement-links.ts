import { requirements } from '../contract/requirements.ts';
import { type ReportName, reportFiles } from './report-files.ts';

/** The place of a requirement in the annotated document; nothing where none lies beside the report. */
export type RequirementUrl = (id: string) => string | undefined;

const known: ReadonlySet<string> = new Set(requirements.map(({ id }) => id));

/** @param beside the reports in the same folder */
export function requirementUrls(beside: readonly ReportName[]): RequirementUrl {
  const isThere = beside.includes('document');
  // A record may come from elsewhere, so only ids that the document page has are addresses.
  return (id) => (isThere && known.has(id) ? `${reportFiles.document}#${id}` : undefined);
}
