import type { Registry } from 'prom-client';
import { fractionOf } from '../schedule/next-time.ts';
import { makeTurns } from '../turns.ts';
import type { Head } from './exposition.ts';
import { type InstallationMetrics, makeInstallationMetrics } from './installation-metrics.ts';

/**
 * The metrics of many installations, in shards with a registry each. The text of a shard is made again only after a change
 * in one of its installations: a thousand installations have 100,000 series, which take 0.35 s to write out, and few of them
 * change between two scrapes.
 */
export interface Shards {
  /** The metrics of an installation. The text of their shard is made again. */
  readonly of: (installation: string) => InstallationMetrics;
  /** The samples of all shards, each metric family once. Other work goes on in between. */
  readonly families: () => Promise<readonly Family[]>;
  readonly registries: () => readonly Registry[];
}

/** A metric family, with its samples in any number of texts. */
export interface Family {
  readonly head: Head;
  readonly lines: readonly string[];
}

interface Shard {
  readonly metrics: InstallationMetrics;
  /** By name of the family; left out after a change. */
  texts?: Promise<ReadonlyMap<string, ShardFamily>>;
}

interface ShardFamily {
  readonly head: Head;
  readonly lines: string;
}

const mostShards = 250;

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
    registries: () => [...shards.values()].map(({ metrics }) => metrics.registry),
    async families() {
      const heads = new Map<string, Head>();
      const lines = new Map<string, string[]>();
      const pause = makeTurns();
      for (const shard of shards.values()) {
        shard.texts ??= write(shard.metrics);
        for (const [name, family] of await shard.texts) {
          heads.set(name, family.head);
          const all = lines.get(name) ?? [];
          lines.set(name, all);
          if (family.lines !== '') all.push(family.lines);
        }
        await pause();
      }
      return [...heads].map(([name, head]) => ({ head, lines: lines.get(name) ?? [] }));
    },
  };
}

/** The families of a registry, by name. */
export async function write({
  registry,
}: Pick<InstallationMetrics, 'registry'>): Promise<ReadonlyMap<string, ShardFamily>> {
  const texts = new Map<string, ShardFamily>();
  for (const { name } of registry.getMetricsAsArray() as readonly { readonly name: string }[]) {
    const [help = '', type = '', ...rest] = (await registry.getSingleMetricAsString(name)).split('\n');
    texts.set(name, { head: { help, type }, lines: rest.join('\n') });
  }
  return texts;
}
