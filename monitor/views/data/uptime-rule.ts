import { type CountsAs, states } from '../../../contract/state.ts';
import { texts } from '../texts.ts';

const words = texts.uptime;

/** How uptime is counted, for the pages: by how the table of states counts a run. */
export const uptimeRule = words.rule(labelsOf('up'), labelsOf('down'), labelsOf('excluded'));

/** The rule where several locations watch. */
export const agreedUptimeRule = words.agreed(uptimeRule);

/** The labels of the states that count so, as they read within a sentence. */
function labelsOf(countsAs: CountsAs): string {
  const labels = states
    .filter((state) => state.countsAs === countsAs)
    .map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1));
  return words.anyOf(labels);
}
