import { topicOf, topics } from '../contract/checks/check.ts';
import type { Outcome } from '../contract/judging/verdict.ts';
import { groupBy } from '../engine/group-by.ts';
import type { RecordedVerdict, RunRecord } from '../engine/record/run-record.ts';

/** An outcome, with known failures separate. */
export type Kind = Outcome | 'known';

/** Numbers of verdicts by outcome. Known failures are counted in `known`, not in `fail`. */
export type Tally = Readonly<Record<Kind, number>>;

/** The outcome of a verdict, with known failures separate. */
export function kindOf({ outcome, known }: Pick<RecordedVerdict, 'outcome' | 'known'>): Kind {
  return outcome === 'fail' && known !== undefined ? 'known' : outcome;
}

/** Counts verdicts by outcome, with known failures separate. */
export function tallyOf(verdicts: readonly RecordedVerdict[]): Tally {
  const tally = { pass: 0, fail: 0, known: 0, untestable: 0, skip: 0, error: 0 };
  for (const verdict of verdicts) tally[kindOf(verdict)] += 1;
  return tally;
}

/** True if one cause obstructed the whole run: then reports show the cause alone. */
export function isExplainedByCause({ cause, verdicts }: RunRecord): boolean {
  return (
    cause !== undefined &&
    verdicts.every(({ outcome, reason }) => outcome === 'skip' || reason?.code === 'obstructed')
  );
}

/** The messages of an outcome's verdicts, each with the verdicts that have it, the most frequent first. */
export function reasonsOf(verdicts: readonly RecordedVerdict[], outcome: Outcome) {
  const own = verdicts.filter((verdict) => verdict.outcome === outcome);
  return [...groupBy(own, ({ message }) => message)]
    .map(([message, some]) => ({ message, verdicts: some }))
    .toSorted((one, other) => other.verdicts.length - one.verdicts.length);
}

/** More checks or endpoints than this are counted instead of listed. */
const mostListed = 6;

/** The checks and endpoints of verdicts, grouped by check or by endpoint, whichever is shorter. */
export function placesOf(verdicts: readonly RecordedVerdict[]): string {
  const listed = (own: readonly RecordedVerdict[], of: 'check' | 'endpoint'): string =>
    own.length > mostListed ? `${own.length} ${of}s` : own.map((verdict) => verdict[of]).join(', ');
  const byCheck = groupBy(verdicts, ({ check }) => check);
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const places =
    byEndpoint.size < byCheck.size
      ? [...byEndpoint].map(([endpoint, own]) => `${endpoint}: ${listed(own, 'check')}`)
      : [...byCheck].map(([check, own]) => `${check} at ${listed(own, 'endpoint')}`);
  return places.join('; ');
}

/** The endpoints of a run in their order, each with the marks of every topic. */
export function tableOf({ verdicts }: RunRecord) {
  return [...groupBy(verdicts, ({ endpoint }) => endpoint)].map(([endpoint, own]) => ({
    endpoint,
    cells: topics.map((topic) => ({
      topic,
      marks: marksOf(tallyOf(own.filter(({ check }) => topicOf(check) === topic))),
    })),
  }));
}

/** From bad to good. */
export const worstFirst: readonly Kind[] = ['fail', 'error', 'known', 'untestable', 'pass', 'skip'];

/** A count with its sign. */
export interface Mark {
  readonly kind: Kind;
  readonly count: number;
  readonly text: string;
}

/** The counts of a cell; empty if the topic has no check. Readable without colour. */
function marksOf(tally: Tally): readonly Mark[] {
  const marks = worstFirst
    .filter((kind) => tally[kind] > 0)
    .map((kind) => ({ kind, count: tally[kind], text: `${signs[kind]} ${tally[kind]}` }));
  const bad = marks.filter(({ kind }) => kind !== 'pass' && kind !== 'skip');
  // One sign stands for everything that passed or was skipped.
  return bad.length > 0 ? bad : marks.slice(0, 1).map((mark) => ({ ...mark, text: signs[mark.kind] }));
}

export const signs = { pass: '✓', fail: '✗', known: '~', untestable: '?', skip: '–', error: '!' } as const;

/** What each sign means. */
export const signWords = {
  pass: 'holds',
  fail: 'broken',
  known: 'known failure',
  untestable: 'untestable',
  skip: 'skipped',
  error: 'fault of the suite',
} as const;

/** What the signs mean, one entry for each: "✓ holds". */
export const legend = (Object.keys(signs) as readonly Kind[]).map(
  (kind) => `${signs[kind]} ${signWords[kind]}`,
);
