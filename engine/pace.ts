import PQueue from 'p-queue';
import type { PaceSettings } from './installation.ts';

/** The one budget of requests to an installation: every run and page that asks it shares this. */
export interface Pace {
  /** Runs a request when the budget allows it. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lets nothing start for a while: the installation asked for it. */
  readonly pauseFor: (ms: number) => void;
  /** Waits for large bodies to be read one at a time. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
  /** How many connections make sense. */
  readonly concurrency: number;
}

/** Makes the budget of one installation. */
export function makePace({ perSecond, concurrency }: PaceSettings): Pace {
  const queue = new PQueue({ concurrency, ...rateOf(perSecond) });
  const large = new PQueue({ concurrency: 1 });
  let pausedUntilMs = 0;
  return {
    concurrency,
    run: (work) => queue.add(work),
    oneAtATime: (work) => large.add(work),
    pauseFor(ms) {
      const untilMs = performance.now() + ms;
      if (untilMs <= pausedUntilMs) return;
      pausedUntilMs = untilMs;
      queue.pause();
      setTimeout(() => {
        if (performance.now() + 1 >= pausedUntilMs) queue.start();
      }, ms).unref();
    },
  };
}

function rateOf(perSecond: number | 'off'): { interval?: number; intervalCap?: number } {
  if (perSecond === 'off') return {};
  if (perSecond < 1) return { interval: 1000 / perSecond, intervalCap: 1 };
  return { interval: 1000, intervalCap: Math.floor(perSecond) };
}
