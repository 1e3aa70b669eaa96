import type { RunRecord } from '../engine/record/run-record.ts';
import { adviceFor, toneOf, verdictOf } from './advice.ts';
import type { ConsolePage } from './console-sections.ts';
import type { ShownFinding } from './failures.ts';
import type { Deviations } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { wrap } from './terminal-layout.ts';

/** So many are printed; the report page has all. */
const mostShown = 5;

/** The last lines of a run on the console, as the report page begins: the number of problems, and what to do. */
export function adviceLines(
  { width, colours }: ConsolePage,
  record: RunRecord,
  findings: readonly ShownFinding[],
  deviations: Deviations,
): readonly string[] {
  const advice = adviceFor(record, findings, deviations);
  const paint = { bad: colours.red, good: colours.green, open: colours.yellow }[toneOf(record, advice)];
  const verdict = colours.bold(paint(verdictOf(record, advice)));
  if (advice.length === 0) return [verdict, 'Nothing has to be done.'];
  // What was found stands above, so what to do is enough if there is a sentence for it.
  const lines = [
    ...new Set(advice.map(({ label, what, sentence }) => `${label}: ${what === '' ? sentence : what}`)),
  ];
  const more = lines.length > mostShown ? [`${lines.length - mostShown} more: see report.html.`] : [];
  return [verdict, ...[...lines.slice(0, mostShown), ...more].flatMap((line) => wrap(sanitize(line), width))];
}
