import { catalogue } from '../../contract/catalogue.ts';
import { gaps } from '../../contract/gaps.ts';
import { requirements } from '../../contract/requirements.ts';
import { wrap } from '../../reports/terminal-layout.ts';

/** Every check, requirement and gap with its name, for a terminal of so many columns. */
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
    'Explain one of them: evidence-contract checks NAME',
    '',
  ].join('\n');
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
