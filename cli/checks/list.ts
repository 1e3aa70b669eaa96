import { isChosen } from '../../application/selection.ts';
import { allCheckCases, catalogue } from '../../contract/checks/catalogue.ts';
import { type Requirement, requirements } from '../../contract/document/requirements.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { failureCodes, failureRow, openCodes, openMeaning } from '../../contract/reasons.ts';
import { wrap } from '../../reports/console/layout.ts';

const explainOne = 'Explain one of them: evidence-contract checks NAME';

/** Lists every check, requirement, gap and reason code by name, for a terminal of this many columns. */
export function listEverything(width: number): string {
  const parts: readonly (readonly [title: string, rows: Rows])[] = [
    ['Checks', catalogue.map(({ id, title }) => [id, title])],
    ['Requirements', requirements.map(statementOf)],
    ['Gaps: what the document leaves open', gaps.map(statementOf)],
    [
      'Reasons: why a verdict is not a pass',
      [
        ...failureCodes.map((code) => [code, failureRow(code)?.headline ?? ''] as const),
        ...openCodes.map((code) => [code, openMeaning(code)] as const),
      ],
    ],
  ];
  return [...parts.flatMap(([title, rows]) => section(title, rows, width)), explainOne, ''].join('\n');
}

type Rows = readonly (readonly [name: string, text: string])[];

function statementOf({
  id,
  section,
  statement,
}: Pick<Requirement, 'id' | 'section' | 'statement'>): Rows[number] {
  return [id, `(section ${section}) ${statement}`];
}

/**
 * Lists the checks that a name given to `--only` selects, such as a topic or an endpoint, for a terminal of this many
 * columns.
 * @returns undefined if it selects none
 */
export function listChecksOf(name: string, width: number): string | undefined {
  const chosen = new Set(allCheckCases.filter((one) => isChosen(one, name)).map(({ check }) => check));
  if (chosen.size === 0) return undefined;
  const rows = [...chosen].map(({ id, title }) => [id, title] as const);
  const heading = `${name}: ${rows.length} ${rows.length === 1 ? 'check' : 'checks'}`;
  return [...section(heading, rows, width), explainOne, ''].join('\n');
}

function section(title: string, rows: Rows, width: number): readonly string[] {
  const widest = Math.max(...rows.map(([id]) => id.length));
  const indent = ' '.repeat(widest + 4);
  return [title, ...rows.flatMap(([id, text]) => wrap(text, width, `  ${id.padEnd(widest)}  `, indent)), ''];
}
