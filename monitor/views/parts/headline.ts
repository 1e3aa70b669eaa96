import { stateOf } from '../../../contract/state.ts';
import { pluralize } from '../../../reports/words.ts';
import type { OverviewView } from '../overview-model.ts';
import type { FrameView } from '../view-model.ts';

/** `1 violating, 3 conforming`. */
export function summaryText({ summary }: FrameView): string {
  return summary
    .map(({ state, count: amount }) => `${amount} ${stateOf(state).label.toLowerCase()}`)
    .join(', ');
}

/** The answer to the first question of whoever opens the page. */
export function headline({ frame, paging }: Pick<OverviewView, 'frame' | 'paging'>): string {
  const { total } = paging;
  if (total === 0) return 'No installation yet';
  const inTrouble = frame.summary
    .filter(({ state }) => stateOf(state).isIncident)
    .reduce((sum, { count }) => sum + count, 0);
  const waiting = frame.summary
    .filter(({ state }) => !stateOf(state).isIncident && state !== 'conforming')
    .reduce((sum, { count }) => sum + count, 0);
  if (inTrouble > 0) {
    return total === 1
      ? 'The installation needs attention'
      : `${pluralize(inTrouble, 'installation')} of ${total.toLocaleString('en')} ${inTrouble === 1 ? 'needs' : 'need'} attention`;
  }
  if (waiting > 0)
    return waiting === total
      ? 'Nothing is known to be wrong'
      : `Nothing is known to be wrong; ${waiting} of ${total.toLocaleString('en')} cannot be judged now`;
  return total === 1
    ? 'The installation is conforming'
    : `All ${pluralize(total, 'installation')} are conforming`;
}
