import { isChosen } from '../../application/selection.ts';
import { allCheckCases, catalogue } from '../../contract/checks/catalogue.ts';
import { requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { failureCodes, failureRow, openCodes, openMeaning } from '../../contract/reasons.ts';
import { wrap } from '../../reports/console/layout.ts';

const explainOne = 'Explain one of them: evidence-contract checks NAME';

/** Every check, requirement, gap and code of a reason with its name, for a terminal of this many columns. */
export function listEverything(width: number): string {
  return [
    ...section(
      'Checks',
      catalogue.map(({ id, title }) => [id, title]),
      width,
    ),
    ...section(
      'Requirements',
      requirements.map(({ id, section, statement }) => [id, `(section ${section}) ${statement}`]),
      width,
    ),
    ...section(
      'Gaps: what the document leaves open',
      gaps.map(({ id, section, statement }) => [id, `(section ${section}) ${statement}`]),
      width,
    ),
    ...section(
      'Reasons: why a verdict is no pass',
      [
        ...failureCodes.map((code) => [code, failureRow(code)?.headline ?? ''] as const),
        ...openCodes.map((code) => [code, openMeaning(code)] as const),
      ],
      width,
    ),
    explainOne,
    '',
  ].join('\n');
}

/**
 * The checks that a name of `--only` stands for, such as a topic or an endpoint, for a terminal of this many columns.
 * @returns undefined if it stands for none
 */
export function listChecksOf(name: string, width: number): string | undefined {
  const chosen = new Set(allCheckCases.filter((one) => isChosen(one, name)).map(({ check }) => check));
  if (chosen.size === 0) return undefined;
  const rows = [...chosen].map(({ id, title }) => [id, title] as const);
  const heading = `${name}: ${rows.length} ${rows.length === 1 ? 'check' : 'checks'}`;
  return [...section(heading, rows, width), explainOne, ''].join('\n');
}

function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
): readonly string[] {
  const widest = Math.max(...rows.map(([id]) => id.length));
  const indent = ' '.repeat(widest + 4);
  return [title, ...rows.flatMap(([id, text]) => wrap(text, width, `  ${id.padEnd(widest)}  `, indent)), ''];
}
