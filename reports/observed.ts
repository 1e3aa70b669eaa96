import { gaps } from '../contract/gaps.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RunRecord } from '../engine/record/run-record.ts';

/** A gap, what it means, and how the installation answers at it. */
export interface ObservedGap {
  readonly id: string;
  /** What the document leaves open; the id of a gap that this version does not have. */
  readonly statement: string;
  /** Why the answer matters to a client. */
  readonly matters?: string;
  /** Each answer once, with its endpoints. */
  readonly answers: readonly { readonly answer: string; readonly endpoints: readonly string[] }[];
  /** At how many endpoints it was observed. */
  readonly places: number;
}

/** The observations of a run by gap, in the order of the document's gaps. Pure. */
export function observedGaps({ observations }: Pick<RunRecord, 'observations'>): readonly ObservedGap[] {
  const byGap = groupBy(observations, ({ gap }) => gap);
  const known = gaps.map(({ id }) => id);
  const others = [...byGap.keys()].filter((id) => !known.includes(id));
  return [...known, ...others].flatMap((id) => {
    const own = byGap.get(id) ?? [];
    if (own.length === 0) return [];
    const { statement = id, matters } = gaps.find((gap) => gap.id === id) ?? {};
    const answers = [...groupBy(own, ({ answer }) => answer)].map(([answer, some]) => ({
      answer,
      endpoints: some.map(({ endpoint }) => endpoint),
    }));
    return [{ id, statement, ...(matters === undefined ? {} : { matters }), answers, places: own.length }];
  });
}
