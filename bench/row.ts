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
