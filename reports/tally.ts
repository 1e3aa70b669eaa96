import { catalogue } from '../contract/catalogue.ts';
import { type Topic, topics } from '../contract/check.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';

/** Numbers of verdicts by outcome. Known failures are counted in `known`, not in `fail`. */
export interface Tally {
  readonly pass: number;
  readonly fail: number;
  readonly known: number;
  readonly untestable: number;
  readonly skip: number;
  readonly error: number;
}

const topicOfCheck = new Map<string, Topic>(catalogue.map(({ id, topic }) => [id, topic]));

/** Counts verdicts by outcome, known failures apart. */
export function tallyOf(verdicts: readonly RecordedVerdict[]): Tally {
  const tally = { pass: 0, fail: 0, known: 0, untestable: 0, skip: 0, error: 0 };
  for (const { outcome, known } of verdicts) {
    tally[outcome === 'fail' && known !== undefined ? 'known' : outcome] += 1;
  }
  return tally;
}

/** The topic of a check; for one that this version does not have, the first part of its id. */
export function topicOf(check: string): Topic | undefined {
  return topicOfCheck.get(check) ?? topics.find((topic) => check.startsWith(`${topic}.`));
}

/** One endpoint, with a tally for each topic. */
export interface Row {
  readonly endpoint: string;
  readonly cells: readonly Tally[];
}

/** The endpoints of a run in their order, each with the tally of every topic. */
export function tableOf({ verdicts }: RunRecord): readonly Row[] {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  return [...byEndpoint].map(([endpoint, own]) => ({
    endpoint,
    cells: topics.map((topic) => tallyOf(own.filter(({ check }) => topicOf(check) === topic))),
  }));
}

/** The counts of a cell, each with its sign; empty where the topic has no check. Readable without colour. */
export function marksOf(tally: Tally): readonly { readonly kind: keyof Tally; readonly text: string }[] {
  const bad = (['fail', 'error', 'known', 'untestable'] as const)
    .filter((kind) => tally[kind] > 0)
    .map((kind) => ({ kind, text: `${signs[kind]} ${tally[kind]}` }));
  if (bad.length > 0) return bad;
  if (tally.pass > 0) return [{ kind: 'pass', text: signs.pass }];
  return tally.skip > 0 ? [{ kind: 'skip', text: signs.skip }] : [];
}

export const signs: Readonly<Record<keyof Tally, string>> = {
  pass: '✓',
  fail: '✗',
  known: '~',
  untestable: '?',
  skip: '–',
  error: '!',
};

/** What each sign means. */
export const signWords: Readonly<Record<keyof Tally, string>> = {
  pass: 'holds',
  fail: 'broken',
  known: 'known failure',
  untestable: 'untestable',
  skip: 'skipped',
  error: 'fault of the suite',
};

const kinds = ['pass', 'fail', 'known', 'untestable', 'skip', 'error'] as const;

/** What the signs mean, one entry for each: "✓ holds". */
export const legend: readonly string[] = kinds.map((kind) => `${signs[kind]} ${signWords[kind]}`);
