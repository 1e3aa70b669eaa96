import picocolors from 'picocolors';
import type { RunRecord } from '../engine/record/run-record.ts';
import { placesOf } from './reasons.ts';
import { type Remedy, remediesOf } from './remedies.ts';
import { sanitize } from './sanitize.ts';
import { tallyOf } from './tally.ts';
import { wrap } from './terminal-layout.ts';
import { coveragePercent, pluralize } from './words.ts';

interface TextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/**
 * Why a run did not judge everything, and what to do about it, the most effective first, for a terminal.
 * @returns lines that end with a line break
 */
export function renderRemedies(record: RunRecord, { colour, width }: TextOptions): string {
  const colours = picocolors.createColors(colour);
  const { pass, fail, untestable, known } = tallyOf(record.verdicts);
  const judged = pass + fail + known;
  const remedies = remediesOf(record);
  const counted = remedies.filter(({ gain }) => gain > 0);
  const optional = remedies.filter(({ gain }) => gain === 0);
  const heading = `Coverage of ${sanitize(record.installation.name)}: ${coveragePercent(record.coverage)} (${judged} of ${pluralize(judged + untestable, 'check')} judged)`;
  const item = (remedy: Remedy, index: number): readonly string[] => {
    const { advice, verdicts, gain } = remedy;
    const percent = gain > 0 ? `, coverage +${coveragePercent(gain)}` : '';
    return [
      ...hanging(`${index + 1}. ${sanitize(advice)}`, width),
      ...hanging(`   ${colours.green(`+${pluralize(verdicts.length, 'check')}${percent}`)}`, width),
      ...hanging(`   ${sanitize(placesOf(verdicts))}`, width).map((line) => colours.dim(line)),
    ];
  };
  const section = (title: string, some: readonly Remedy[]): readonly string[] =>
    some.length === 0 ? [] : ['', colours.bold(title), ...some.flatMap(item)];
  return `${[
    colours.bold(heading),
    ...(counted.length === 0 ? ['Everything that the configuration asks for was judged.'] : []),
    ...section('What would let it judge more, the most effective first', counted),
    ...section('What it could judge beyond that', optional),
  ].join('\n')}\n`;
}

function hanging(text: string, width: number): readonly string[] {
  const indent = '   ';
  const [first = '', ...more] = wrap(text.trimStart(), width - indent.length);
  const start = text.length - text.trimStart().length;
  return [`${' '.repeat(start)}${first}`, ...more.map((line) => `${indent}${line}`)];
}
