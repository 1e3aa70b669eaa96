import type { Request } from 'express';
import type { ActionQuery, RunQuery } from '../history/history.ts';
import { operatorTiers, parseTier } from '../runs/actions.ts';
import { textOf } from './request-fields.ts';

const limits = { default: 50, highest: 200 };
const timeSentence = 'Give times like 2026-03-01T20:00:00Z.';

/** The query of a list of actions, or a sentence that says what is wrong with it. */
export function parseActionQuery({ query }: Request): ActionQuery | string {
  const installation = textOf(query.installation);
  const limit = query.limit === undefined ? limits.default : Number(query.limit);
  const beforeMs = timeOf(query.before);
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.highest) {
    return `Give a limit from 1 to ${limits.highest}.`;
  }
  if (Number.isNaN(beforeMs)) return timeSentence;
  return {
    limit,
    ...(installation === undefined ? {} : { installation }),
    ...(beforeMs === undefined ? {} : { beforeMs }),
  };
}

/** The query of a list of runs, or a sentence that says what is wrong with it. */
export function parseRunQuery(request: Request): RunQuery | string {
  const { query } = request;
  const tierName = textOf(query.tier);
  const tier = parseTier(tierName);
  const sinceMs = timeOf(query.since);
  if (tierName !== undefined && tier === undefined) return `Give a tier: one of ${operatorTiers.join(', ')}.`;
  if (Number.isNaN(sinceMs)) return timeSentence;
  const list = parseActionQuery(request);
  if (typeof list === 'string') return list;
  return {
    ...list,
    ...(tier === undefined ? {} : { tiers: [tier] }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
}

/** NaN for a text that is no time. */
function timeOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : Date.parse(text);
}
