import type { Notification } from '../model.ts';

/**
 * One notification of several that wait for the same channel, the oldest first: it reports the newest, compared with the last
 * one reported, and names what came in between. "Down, up, down" within a second would not say what holds now. Pure.
 */
export function mergeOvertaken(first: Notification, later: readonly Notification[]): Notification {
  const newest = later.at(-1);
  if (newest === undefined) return first;
  const before = [first, ...later.slice(0, -1)].filter(({ event }) => event === 'state-change');
  return {
    ...newest,
    event: before.length === 0 ? newest.event : 'state-change',
    from: first.from,
    overtaken: before.map(({ atMs, to }) => ({ atMs, to })),
  };
}
