/**
 * What a run has learnt of answers with status 503 that do not say why: from proxies they mean too many requests, from
 * services that they are down. What the same request is answered a moment later tells the two apart.
 */
export interface BusyMemory {
  /** Whether such an answer at a path shall be waited out once more. */
  readonly isWorthWaiting: (path: string, repetition: number) => boolean;
  /** A request was answered properly after such an answer: here they pass. */
  readonly hasPassed: () => void;
  /** Whether they pass here, and so mean that too much was asked. */
  readonly passes: () => boolean;
}

/** Repetitions before the first one has shown that waiting helps. */
const firstRepetitions = 2;

export function makeBusyMemory(): BusyMemory {
  const down = new Set<string>();
  let passes = false;
  return {
    isWorthWaiting(path, repetition) {
      if (passes) return true;
      if (repetition >= firstRepetitions) down.add(path);
      return !down.has(path);
    },
    hasPassed() {
      passes = true;
    },
    passes: () => passes,
  };
}
