import type { VerdictCounts } from '../../../contract/verdict.ts';
import type { VerdictTotals } from '../../model.ts';

/** The totals of a run as what its coverage counts. */
export function countsOf({ pass, fail, untestable, skip, error }: VerdictTotals): VerdictCounts {
  return {
    all: pass + fail + untestable + skip + error,
    judged: pass + fail,
    untestable,
    notAsked: skip,
  };
}
