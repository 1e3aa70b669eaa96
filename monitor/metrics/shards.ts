import { setImmediate } from 'node:timers/promises';
import { fractionOf } from '../schedule/next-time.ts';
import { type InstallationMetrics, makeInstallationMetrics } from './installation-metrics.ts';

/**
 * The metrics of many installations, in shards with a registry each. The text of a shard is made again only after a change
 * in one of its installations: a thousand installations have 100,000 series, which take 0.35 s to write out, and few of them
 * change between two scrapes.
 */
export interface Shards {
  /** The metrics of an installation. The text of their shard is made again. */
  readonly of: (installation: string) => InstallationMetrics;
  /** The exposition text of all shards, each metric family once. Other work goes on in between. */
  readonly text: () => Promise<string>;
}

interface Shard {
  readonly metrics: InstallationMetrics;
  /** By name of the family; left out after a change. */
  texts?: Promise<ReadonlyMap<string, Family>>;
}

interface Family {
  readonly head: string;
  readonly lines: string;
}

const mostShards = 250;
/** After so long without a pause, other work gets its turn. */
const turnMs = 10;

export function makeShards(): Shards {
  const shards = new Map<number, Shard>();
  return {
    of(installation) {
      const number = Math.floor(fractionOf(installation) * mostShards);
      const shard: Shard = shards.get(number) ?? { metrics: makeInstallationMetrics() };
      shards.set(number, shard);
      delete shard.texts;
      return shard.metrics;
    },
    async text() {
      const heads = new Map<string, string>();
      const lines = new Map<string, string[]>();
      let turnEndsMs = performance.now() + turnMs;
      for (const shard of shards.values()) {
        shard.texts ??= write(shard.metrics);
        for (const [name, family] of await shard.texts) {
          heads.set(name, family.head);
          const all = lines.get(name) ?? [];
          lines.set(name, all);
          if (family.lines !== '') all.push(family.lines);
        }
        if (performance.now() < turnEndsMs) continue;
        await setImmediate();
        turnEndsMs = performance.now() + turnMs;
      }
      return [...heads].map(([name, head]) => [head, ...(lines.get(name) ?? [])].join('\n')).join('\n\n');
    },
  };
}

async function write({ registry }: InstallationMetrics): Promise<ReadonlyMap<string, Family>> {
  const texts = new Map<string, Family>();
  for (const { name } of registry.getMetricsAsArray() as readonly { readonly name: string }[]) {
    const [help, type, ...rest] = (await registry.getSingleMetricAsString(name)).split('\n');
    texts.set(name, { head: `${help}\n${type}`, lines: rest.join('\n') });
  }
  return texts;
}
