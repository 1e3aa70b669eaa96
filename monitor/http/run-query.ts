import type { Request } from 'express';
import type { History } from '../history/history.ts';
import { operatorTiers, parseTier } from '../runs/actions.ts';
import { textOf } from './request-fields.ts';

type RunQuery = Parameters<History['runs']>[0];

const limits = { default: 50, highest: 200 };

/** The query of a list of runs, or a sentence that says what is wrong with it. */
export function parseRunQuery({ query }: Request): RunQuery | string {
  const installation = textOf(query.installation);
  const tierName = textOf(query.tier);
  const tier = parseTier(tierName);
  const limit = query.limit === undefined ? limits.default : Number(query.limit);
  const sinceMs = timeOf(query.since);
  const beforeMs = timeOf(query.before);
  if (tierName !== undefined && tier === undefined) return `Give a tier: one of ${operatorTiers.join(', ')}.`;
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.highest) {
    return `Give a limit from 1 to ${limits.highest}.`;
  }
  if (Number.isNaN(sinceMs) || Number.isNaN(beforeMs)) return 'Give times like 2026-03-01T20:00:00Z.';
  return {
    limit,
    ...(installation === undefined ? {} : { installation }),
    ...(tier === undefined ? {} : { tiers: [tier] }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
  };
}

/** NaN for a text that is no time. */
function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : Date.parse(text);
}
