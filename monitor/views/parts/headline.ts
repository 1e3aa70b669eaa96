import { stateOf } from '../../../contract/state.ts';
import { texts } from '../texts.ts';
import type { FrameView } from '../view-model.ts';

const words = texts.overview;

/** `1 violating, 3 conforming`. */
export function summaryText({ summary }: FrameView): string {
  return summary
    .map(({ state, count: amount }) => `${amount} ${stateOf(state).label.toLowerCase()}`)
    .join(', ');
}

/** The answer to the first question of whoever opens the page. */
export function headline({ summary }: FrameView, total: number): string {
  if (total === 0) return words.noInstallation;
  const inTrouble = summary
    .filter(({ state }) => stateOf(state).isIncident)
    .reduce((sum, { count }) => sum + count, 0);
  const waiting = summary
    .filter(({ state }) => !stateOf(state).isIncident && state !== 'conforming')
    .reduce((sum, { count }) => sum + count, 0);
  if (inTrouble > 0) {
    return total === 1 ? words.oneNeedsAttention : words.needAttention(inTrouble, total);
  }
  if (waiting > 0) return waiting === total ? words.nothingWrong : words.notJudged(waiting, total);
  return total === 1 ? words.oneConforming : words.allConforming(total);
}
