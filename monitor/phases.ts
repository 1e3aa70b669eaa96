import { isTimed, type Phases } from '../contract/judging/exchange.ts';
import { median } from '../engine/record/statistics.ts';

/** A phase of a request, under each of its names. */
interface Phase {
  /** In the metrics and in the history. */
  readonly label: string;
  /** In a run record. */
  readonly field: Exclude<keyof Phases, 'total'>;
  /** In the metrics of blackbox_exporter. */
  readonly blackbox: string;
}

/** The phases of a request, in their order. */
export const phases = [
  { label: 'dns', field: 'dns', blackbox: 'resolve' },
  { label: 'connect', field: 'connect', blackbox: 'connect' },
  { label: 'tls', field: 'tls', blackbox: 'tls' },
  { label: 'first_byte', field: 'firstByte', blackbox: 'processing' },
  { label: 'transfer', field: 'transfer', blackbox: 'transfer' },
] as const satisfies readonly Phase[];

/** Value of the label `phase`. */
export type PhaseLabel = (typeof phases)[number]['label'];

/** Median milliseconds of a phase over the exchanges in which it was measured; undefined if there are none. */
export function medianOfPhase(
  exchanges: readonly { readonly phasesMs: Phases; readonly lagMs?: number }[],
  { field }: Pick<Phase, 'field'>,
): number | undefined {
  const timed = exchanges.filter(isTimed).map(({ phasesMs }) => phasesMs[field]);
  return median(timed.filter((ms) => ms !== undefined));
}
