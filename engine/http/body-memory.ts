/** The memory that large bodies may take, shared by everything that reads bodies. */
export interface BodyMemory {
  /** The most bytes of one body, whatever its installation allows. */
  readonly maximumBytes: number;
  /** Waits until there is room for a large body. Call the returned function when the body is no longer needed. */
  readonly reserve: (signal: AbortSignal) => Promise<() => void>;
}
