/** One measurement. A target is told with it; whether it was met is judged by whoever reads the table. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
  readonly ok?: boolean;
  /** Missing the target is a fault whatever the machine: the measurement ends with exit code 1. */
  readonly isPromise?: boolean;
}
