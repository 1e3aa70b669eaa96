import { mock as nodeMock } from 'node:test';

/** A clock that moves only when a test advances it. */
export interface Timers {
  readonly tick: (ms: number) => void;
  readonly restore: () => void;
}

/** Replaces timers and the monotonic clock of this process until they are restored. */
export function mock(): Timers {
  const usual = performance.now.bind(performance);
  let nowMs = 1000;
  nodeMock.timers.enable({ apis: ['setTimeout'] });
  performance.now = () => nowMs;
  return {
    tick(ms) {
      nowMs += ms;
      nodeMock.timers.tick(ms);
    },
    restore() {
      performance.now = usual;
      nodeMock.timers.reset();
    },
  };
}
