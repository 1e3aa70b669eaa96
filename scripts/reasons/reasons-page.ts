import { failureCodes, failureRow, openCodes, openMeaning } from '../../contract/reasons.ts';
import { severityIds } from '../../contract/severity.ts';

/** The text of docs/reasons.md. */
export function reasonsPage(): string {
  const failures = severityIds.flatMap((id) =>
    failureCodes.flatMap((code) => {
      const row = failureRow(code);
      return row?.severity === id ? [`| \`${code}\` | ${id} | ${row.headline} |`] : [];
    }),
  );
  return `# Reasons

Every verdict that is not a pass has a \`reason\` in \`run.json\`: a permanent code, and facts ([schema](../schemas/run.schema.json)).
\`npm run checks -- CODE\` and every report say what developers, operators and administrators can do about it.
\`npm run settings\` writes this page.

## Failures

| code | [severity](reports.md#findings) | what is wrong |
| --- | --- | --- |
${failures.join('\n')}

## Neither a pass nor a failure

| code | meaning |
| --- | --- |
${openCodes.map((code) => `| \`${code}\` | ${openMeaning(code)} |`).join('\n')}
`;
}
