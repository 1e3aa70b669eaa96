/** Numbers that look random and are the same for the same seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** One of a list; undefined of an empty one. */
  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** So many of a list, in another order. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    const left = [...list];
    const chosen: T[] = [];
    while (left.length > 0 && chosen.length < count) chosen.push(...left.splice(this.below(left.length), 1));
    return chosen;
  }
}
