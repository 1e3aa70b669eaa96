import type { History } from '../../history/history.ts';
import type { MonitoredTarget } from '../../runs/monitored-target.ts';

/** What pages read while the store does not answer: the runs that the monitor has in memory, and nothing else. */
export function memoryHistory(history: History, { recent }: Pick<MonitoredTarget, 'recent'>): History {
  const none = async (): Promise<readonly never[]> => [];
  return {
    ...history,
    run: async () => undefined,
    runs: async ({ tiers, sinceMs = 0, limit }) =>
      recent
        .filter((row) => row.startedMs >= sinceMs && (tiers === undefined || tiers.includes(row.tier)))
        .toReversed()
        .slice(0, limit),
    runsWithCells: none,
    observationRuns: none,
    endpointTimes: none,
    neighbours: async () => ({}),
    changes: none,
    notes: none,
    actions: none,
    figures: async () => new Map(),
    days: async () => new Map(),
    latencies: none,
    outbox: { ...history.outbox, list: none },
  };
}
