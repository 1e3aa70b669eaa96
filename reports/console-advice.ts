import type { RunRecord } from '../engine/record/run-record.ts';
import { adviceFor, verdictOf } from './advice.ts';
import type { ConsolePage } from './console-sections.ts';
import type { ShownFinding } from './failures.ts';
import type { Deviations } from './notes.ts';
import { sanitize } from './sanitize.ts';
import { wrap } from './terminal-layout.ts';

/** The last lines of a run on the console, as the report page begins: the number of problems, and what to do first. */
export function adviceLines(
  { width, colours }: ConsolePage,
  record: RunRecord,
  findings: readonly ShownFinding[],
  deviations: Deviations,
): readonly string[] {
  const advice = adviceFor(record, findings, deviations);
  const isBad = advice.some(({ isProblem }) => isProblem);
  const paint = isBad ? colours.red : record.state === 'conforming' ? colours.green : colours.yellow;
  const verdict = colours.bold(paint(verdictOf(record, advice)));
  const [first] = advice;
  if (first === undefined) return [verdict, 'Nothing has to be done.'];
  const more = advice.length > 1 ? ` (and ${advice.length - 1} more to do)` : '';
  // What was found stands above, so what to do is enough where there is a sentence for it.
  const what = first.what === '' ? first.sentence : first.what;
  return [verdict, ...wrap(sanitize(`${first.label}: ${what}${more}`), width)];
}
