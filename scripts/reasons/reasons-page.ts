import { failureCodes, failureRow, openCodes, openMeaning } from '../../contract/reasons.ts';
import { severityIds } from '../../contract/severity.ts';

/** The text of docs/reasons.md. */
export function reasonsPage(): string {
  const failures = severityIds.map((id) => {
    const rows = failureCodes.flatMap((code) => {
      const row = failureRow(code);
      return row?.severity === id ? [`- \`${code}\`: ${row.headline}.`] : [];
    });
    return `### ${id}\n\n${rows.join('\n')}\n`;
  });
  return `# Reasons

Every verdict that is not a pass has a \`reason\` in \`run.json\`: a permanent code, and facts ([schema](../schemas/run.schema.json)).
\`npm run checks -- CODE\` and every report say what developers, operators and administrators can do about it.
\`npm run settings\` writes this page.

## Failures, by [severity](reports.md#findings)

${failures.join('\n')}
## Neither a pass nor a failure

${openCodes.map((code) => `- \`${code}\`: ${openMeaning(code)}`).join('\n')}
`;
}
