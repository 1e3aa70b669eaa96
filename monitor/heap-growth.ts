import { setFlagsFromString } from 'node:v8';

/** The most that the heap may gain between two major collections. */
const mostRoomMb = 160;
/** What remains in the heap after a collection. */
const ownMb = 40;
/** What each installation adds: 0.025 MB in the heap, and more outside of it, for which the heap leaves room. */
const eachMb = 0.04;

/**
 * Lets the heap of this process grow more between two major collections than V8 would. Each of them discards the
 * compiled code of callbacks that are not in use at that moment: as they came every two seconds, compiling the same
 * callbacks again took a quarter of the processor time of a standard run. Affects the whole process, so a library must
 * not call it.
 */
export function allowHeapGrowth(installations: number): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent(installations)}`);
}

/** More room for more installations, within the memory that a monitor may take. Pure. */
export function growthPercent(installations: number): number {
  const roomMb = Math.min(mostRoomMb, ownMb / 2 + installations);
  return Math.round((100 * roomMb) / (ownMb + eachMb * installations));
}
