import { type CountsAs, states } from '../../contract/state.ts';

/** How uptime is counted, for the pages: one sentence for each way in which the table of states counts a run. */
export const uptimeRule = [
  'Uptime is the share of scheduled runs, of any tier, in which the installation answered as this API and accepted the key.',
  `Runs with the state ${labelsOf('up')} count as up.`,
  `Runs with the state ${labelsOf('down')} count as down.`,
  'A run that fails is re-checked at once, and counts by what the re-check finds.',
  `Runs with the state ${labelsOf('excluded')} do not count, nor do runs in a maintenance window, runs that were cut short and runs that were started by hand.`,
  'Figures start at the full hour.',
].join(' ');

/** What follows it where several locations watch. */
export const agreedUptimeRule =
  'Several locations watch this installation: each run counts by the state on which they agreed when it ended.';

/** The labels of the states that count so, as they read within a sentence. */
function labelsOf(countsAs: CountsAs): string {
  const labels = states
    .filter((state) => state.countsAs === countsAs)
    .map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1));
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}
