import type { LatencyStepView } from '../response-times-model.ts';
import { iso } from './iso.ts';

/** So many usual distances without a run are a gap: a run may be late, or one have failed to begin. */
const mostDistances = 2.5;

/**
 * An empty step where none was made for long, so that no line is drawn across a time of which nothing is known. Pure.
 * @param steps oldest first
 */
export function withGaps(steps: readonly LatencyStepView[], stepMs: number): readonly LatencyStepView[] {
  const times = steps.map(({ at }) => Date.parse(at));
  const distances = times.slice(1).map((ms, index) => ms - (times[index] ?? ms));
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? stepMs;
  return steps.flatMap((step, index) => {
    const distance = distances[index - 1] ?? 0;
    if (distance <= mostDistances * usual) return [step];
    const at = iso((times[index - 1] ?? 0) + Math.max(stepMs, usual));
    return [{ at, runs: 0, down: 0, bad: 0 }, step];
  });
}
