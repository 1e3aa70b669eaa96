import { InvalidArgumentError } from 'commander';
import type { RunScope } from '../contract/scope.ts';
import { UsageError } from './report-error.ts';

/** One of several runs that share the work. */
export interface Shard {
  /** From 1. */
  readonly current: number;
  readonly total: number;
}

/** Reads what `--shard` takes: "2/3". */
export function parseShard(text: string): Shard {
  const [, current = 0, total = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  if (current === 0 || current > total) throw new InvalidArgumentError('Write 2/3 for the second of three.');
  return { current, total };
}

/**
 * The part of a scope that a shard has: all of an endpoint is in one, so that each asks for its own.
 * @throws UsageError if there are fewer endpoints than shards
 */
export function shardOf(scope: RunScope, { current, total }: Shard): RunScope {
  const all = [...new Set(scope.checkCases.map(({ endpoint }) => endpoint.id))];
  const own = all.filter((_, index) => index % total === current - 1);
  if (own.length === 0)
    throw new UsageError(
      `--shard: nothing is left for ${current}/${total}: there are ${all.length} endpoints.`,
    );
  const isOwn = ({ endpoint }: RunScope['checkCases'][number] | RunScope['gapCases'][number]): boolean =>
    own.includes(endpoint.id);
  return { ...scope, checkCases: scope.checkCases.filter(isOwn), gapCases: scope.gapCases.filter(isOwn) };
}
