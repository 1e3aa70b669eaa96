import { topics } from '../../contract/check.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { sanitize } from '../sanitize.ts';
import { type Kind, legend, marksOf, type Tally, tableOf } from '../tally.ts';
import { alignColumns, widthOf, wrap } from './layout.ts';
import type { Colours, ConsolePage } from './sections.ts';

/** Endpoints by topics, with a legend. If the terminal is too narrow for a table, a list of endpoints. */
export function tableLines(record: RunRecord, { width, colours }: ConsolePage): readonly string[] {
  const rows = tableOf(record).map(({ endpoint, cells }) => ({
    name: sanitize(endpoint),
    cells: cells.map((tally) => cellText(tally, colours)),
  }));
  if (rows.length === 0) return [];
  const head = ['Endpoint', ...topics].map(colours.bold);
  const table = alignColumns([head, ...rows.map(({ name, cells }) => [name, ...cells])]);
  // Each endpoint, with the topics that it has checks of on the next line.
  const list = rows.flatMap(({ name, cells }) => {
    const marks = topics.flatMap((topic, index) => {
      const text = cells[index] ?? '';
      return text === '' ? [] : [`${topic} ${text}`.replaceAll(' ', '\u00a0')];
    });
    return [name, ...wrap(marks.join(' '), width, '  ')].map((line) => line.replaceAll('\u00a0', ' '));
  });
  const fits = table.every((line) => widthOf(line) <= width);
  return [...(fits ? table : list), ...wrap(legend.join('   '), width).map(colours.dim)];
}

function cellText(tally: Tally, colours: Colours): string {
  const paints: Readonly<Record<Kind, (text: string) => string>> = {
    pass: colours.green,
    fail: colours.red,
    error: colours.red,
    known: colours.yellow,
    untestable: colours.yellow,
    skip: colours.dim,
  };
  return marksOf(tally)
    .map(({ kind, text }) => paints[kind](text))
    .join(' ');
}
