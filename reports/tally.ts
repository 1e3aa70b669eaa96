import { catalogue } from '../contract/catalogue.ts';
import type { Topic } from '../contract/check.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';
import { groupBy } from './group-by.ts';

/** Numbers of verdicts. `fail` is without the known failures, which stand in `known`. */
export interface Tally {
  readonly pass: number;
  readonly fail: number;
  readonly known: number;
  readonly untestable: number;
  readonly skip: number;
  readonly error: number;
}

/** The subjects of checks, in the order of the columns. */
export const topics: readonly Topic[] = [
  'availability',
  'auth',
  'success',
  'fhir',
  'errors',
  'users',
  'import',
];

const topicOfCheck = new Map<string, Topic>(catalogue.map(({ id, topic }) => [id, topic]));

/** Counts verdicts by what they mean for the run. */
export function tallyOf(verdicts: readonly RecordedVerdict[]): Tally {
  const tally = { pass: 0, fail: 0, known: 0, untestable: 0, skip: 0, error: 0 };
  for (const { outcome, known } of verdicts) {
    tally[outcome === 'fail' && known !== undefined ? 'known' : outcome] += 1;
  }
  return tally;
}

/** The subject of a check; of one that this version does not have, the first part of its id tells it. */
export function topicOf(check: string): Topic | undefined {
  return topicOfCheck.get(check) ?? topics.find((topic) => check.startsWith(`${topic}.`));
}

/** One row of the table endpoint x topic. */
export interface Row {
  readonly endpoint: string;
  readonly cells: readonly Tally[];
}

/** The table of a run: its endpoints in their order, and for each the tally of every topic. */
export function tableOf({ verdicts }: RunRecord): readonly Row[] {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  return [...byEndpoint].map(([endpoint, own]) => ({
    endpoint,
    cells: topics.map((topic) => tallyOf(own.filter(({ check }) => topicOf(check) === topic))),
  }));
}

/** The counts of a cell with the sign of each; empty where nothing was judged. Readable without colour. */
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

/** What the signs mean, for the line below the table. */
export const legend =
  '✓ holds   ✗ broken   ~ known failure   ? untestable   – skipped   ! fault of the suite';
