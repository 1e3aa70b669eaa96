import { topics } from '../contract/check.ts';
import type { RunRecord } from '../engine/record/run-record.ts';
import type { Colours } from './console-sections.ts';
import { sanitize } from './sanitize.ts';
import { legend, marksOf, type Row, type Tally, tableOf } from './tally.ts';
import { alignColumns, widthOf, wrap } from './terminal-layout.ts';

type Paint = (kind: keyof Tally, text: string) => string;

/** Endpoints by topics, with a legend. Where the terminal is too narrow for a table, a list of endpoints. */
export function renderTable(record: RunRecord, width: number, colours: Colours): readonly string[] {
  const rows = tableOf(record);
  if (rows.length === 0) return [];
  const paint = painter(colours);
  const table = tableLines(rows, paint, colours);
  const fits = table.every((line) => widthOf(line) <= width);
  const lines = fits ? table : narrowLines(rows, paint, width);
  return [...lines, ...wrap(legend.join('   '), width).map((line) => colours.dim(line))];
}

function painter(colours: Colours): Paint {
  const paints: Readonly<Record<keyof Tally, (text: string) => string>> = {
    pass: colours.green,
    fail: colours.red,
    error: colours.red,
    known: colours.yellow,
    untestable: colours.yellow,
    skip: colours.dim,
  };
  return (kind, text) => paints[kind](text);
}

function tableLines(rows: readonly Row[], paint: Paint, colours: Colours): readonly string[] {
  const head = ['Endpoint', ...topics].map((name) => colours.bold(name));
  const body = rows.map(({ endpoint, cells }) => [
    sanitize(endpoint),
    ...cells.map((tally) => cellText(tally, paint)),
  ]);
  return alignColumns([head, ...body]);
}

/** Each endpoint with the topics that it has checks of on the next line. */
function narrowLines(rows: readonly Row[], paint: Paint, width: number): readonly string[] {
  return rows.flatMap(({ endpoint, cells }) => {
    const marks = topics.flatMap((topic, index) => {
      const tally = cells[index];
      const text = tally === undefined ? '' : cellText(tally, paint);
      return text === '' ? [] : [`${topic}\u00a0${text.replaceAll(' ', '\u00a0')}`];
    });
    return [sanitize(endpoint), ...wrap(marks.join(' '), width, '  ')].map((line) =>
      line.replaceAll('\u00a0', ' '),
    );
  });
}

function cellText(tally: Tally, paint: Paint): string {
  return marksOf(tally)
    .map(({ kind, text }) => paint(kind, text))
    .join(' ');
}
