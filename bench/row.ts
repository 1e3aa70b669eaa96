/** One measurement. Its target is shown with it; the reader of the table judges whether it was met. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
  readonly ok?: boolean;
  /** Missing the target is a fault on any machine: the measurement ends with exit code 1. */
  readonly isPromise?: boolean;
}

/** A measurement with an upper limit, if one is given. */
export function measured(name: string, value: number, unit: string, most?: number): BenchRow {
  return most === undefined
    ? { name, value, unit }
    : { name, value, unit, target: `<= ${Number(most.toPrecision(3))}`, ok: value <= most };
}

/** Marks a measurement as a promise on any machine. */
export function promised(row: BenchRow): BenchRow {
  return { ...row, isPromise: true };
}
