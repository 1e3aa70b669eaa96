import picocolors from 'picocolors';
import { stateOf } from '../contract/state.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import { type Deviations, headline, noteSections } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { signs } from './tally.ts';
import { widthOf, wrap } from './terminal-layout.ts';
import { pluralize } from './words.ts';

const indent = '    ';

/** One of several runs, and what it was compared with. */
export interface SummarizedRun {
  readonly record: RunRecord;
  readonly deviations: Deviations;
}

/**
 * The last lines of a check of several installations: how many are in which state, and a line for each.
 * @returns lines that end with a line break
 */
export function renderSummary(
  runs: readonly SummarizedRun[],
  { colour, width }: { readonly colour: boolean; readonly width: number },
): string {
  const colours = picocolors.createColors(colour);
  const states = groupBy(runs, ({ record }) => stateOf(record.state).label.toLowerCase());
  const counts = [...states].map(([label, own]) => `${own.length} ${label}`);
  const longest = Math.max(...runs.map(({ record }) => widthOf(sanitize(record.installation.name))));
  const lines = runs.flatMap(({ record, deviations }) => {
    const name = sanitize(record.installation.name);
    const isGood = record.state === 'conforming' && noteSections(deviations).every((one) => !one.isFailure);
    const start = `${isGood ? signs.pass : signs.fail} ${name}${' '.repeat(longest - widthOf(name))}  `;
    const [first = '', ...more] = wrap(
      `${start}${sanitize(headline(record, deviations))}`,
      width - indent.length,
    );
    return [first, ...more.map((line) => `${indent}${line}`)].map(isGood ? colours.green : colours.red);
  });
  return [
    '',
    colours.bold(`${pluralize(runs.length, 'installation')}: ${counts.join(', ')}`),
    ...lines,
    '',
  ].join('\n');
}
