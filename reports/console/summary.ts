import picocolors from 'picocolors';
import { groupBy } from '../../engine/group-by.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { type Deviations, failingNotes, headline } from '../notes.ts';
import { sanitize } from '../sanitize.ts';
import { signs } from '../tally.ts';
import { pluralize, stateWord } from '../words.ts';
import { widthOf, wrap } from './layout.ts';

/** One of several runs, and its deviations. */
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
  const states = groupBy(runs, ({ record }) => stateWord(record.state));
  const counts = [...states].map(([label, own]) => `${own.length} ${label}`);
  const longest = Math.max(...runs.map(({ record }) => widthOf(sanitize(record.installation.name))));
  const lines = runs.flatMap(({ record, deviations }) => {
    const name = sanitize(record.installation.name);
    const isGood = record.state === 'conforming' && failingNotes(deviations).length === 0;
    const start = `${isGood ? signs.pass : signs.fail} ${name}${' '.repeat(longest - widthOf(name))}  `;
    const text = `${start}${sanitize(headline(record, deviations))}`;
    return wrap(text, width, '', '    ').map(isGood ? colours.green : colours.red);
  });
  const title = `${pluralize(runs.length, 'installation')}: ${counts.join(', ')}`;
  return ['', colours.bold(title), ...lines, ''].join('\n');
}
