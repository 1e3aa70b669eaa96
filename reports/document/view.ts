import { endpoints } from '../../contract/document/endpoints.ts';
import { type Requirement, requirements } from '../../contract/document/requirements.ts';
import { contradictions, documentSections, sectionOf } from '../../contract/document/sections.ts';
import { gaps } from '../../contract/gaps/gaps.ts';
import { type Gap, type Observation, observationKey } from '../../contract/gaps/observe.ts';
import type { Reason } from '../../contract/reasons.ts';
import { groupBy } from '../../engine/group-by.ts';
import { type ClassifiedDrift, driftFrom } from '../../engine/record/baseline.ts';
import type { RecordedVerdict } from '../../engine/record/run-record.ts';
import { driftCauses } from '../drift.ts';
import { type Kind, kindOf, worstFirst } from '../tally.ts';
import { allEndpoints } from '../words.ts';

/** A verdict as the annotated document shows it. */
export interface DocumentVerdict extends Pick<RecordedVerdict, 'check' | 'outcome' | 'known'> {
  readonly endpoint: string;
  readonly requirements: readonly string[];
  readonly message?: string;
  readonly reason?: Pick<Reason, 'code'>;
  /** Since when it has failed (ISO 8601), if that is known. */
  readonly since?: string;
  /** The id of the exchange that shows it, if that is kept. */
  readonly exchange?: string;
}

/** Since when an answer has held. */
export interface Since {
  /** ISO 8601. */
  readonly at: string;
  /** It may have held earlier: no older data is known. */
  readonly isAtLeast: boolean;
}

/** Since when an observation has held, if that is known. */
export type SinceOf = (observation: Pick<Observation, 'gap' | 'endpoint' | 'answer'>) => Since | undefined;

/** The input of the annotated document: a run, from a record or from a history. */
export interface DocumentSource {
  readonly verdicts: readonly DocumentVerdict[];
  readonly observations: readonly Observation[];
  /** The observations to compare with. */
  readonly baseline?: { readonly observations: readonly Observation[] } | undefined;
  readonly since?: SinceOf | undefined;
}

/** The filters of the page: everything, or only what is broken, was not judged, or changed since the baseline. */
export const documentFilters = ['all', 'broken', 'unjudged', 'changed'] as const;
export type DocumentFilter = (typeof documentFilters)[number];

/** The verdicts on a requirement at its endpoints. */
interface VerdictCounts {
  readonly number: (kind: Kind) => number;
  /** " at 2 of 14 endpoints". */
  readonly at: (kind: Kind) => string;
  readonly all: number;
}

/** The look and the words of each status. */
const statuses = {
  broken: { tone: 'bad', words: ({ at }: VerdictCounts) => `broken${at('fail')}` },
  known: { tone: 'open', words: ({ at }: VerdictCounts) => `known failure${at('known')}` },
  holds: { tone: 'good', words: ({ at }: VerdictCounts) => `holds${at('pass')}` },
  partly: {
    tone: 'open',
    words: ({ at, number }: VerdictCounts) => `holds${at('pass')}, ${number('untestable')} not judged`,
  },
  fault: { tone: 'bad', words: ({ at }: VerdictCounts) => `the suite broke${at('error')}` },
  unjudged: {
    tone: 'open',
    words({ number, all }: VerdictCounts) {
      if (all === 0) return 'not part of this run';
      return number('untestable') > 0 ? 'could not be judged' : 'not asked for';
    },
  },
  unobservable: { tone: 'soft', words: () => 'no answer can show it' },
} as const;
export type RequirementStatus = keyof typeof statuses;

/** The document with the results of one run at each of its statements. */
export type DocumentView = ReturnType<typeof documentView>;
export type SectionView = DocumentView['sections'][number];
export type ContradictionView = DocumentView['contradictions'][number];

/** Puts the results of a run into the structure of the document. Pure. */
export function documentView(source: DocumentSource) {
  const { verdicts, observations, baseline } = source;
  const drift = baseline === undefined ? [] : driftFrom(baseline, { observations });
  const judged = requirements.map((requirement) =>
    requirementView(
      requirement,
      verdicts.filter((verdict) => verdict.requirements.includes(requirement.id)),
    ),
  );
  const observed = gaps.map((gap) => gapView(gap, source, drift));
  const count = (filter: DocumentFilter): number =>
    [...judged, ...observed].filter(({ shownBy }) => shownBy.includes(filter)).length;
  return {
    sections: documentSections.map((section) => ({
      ...section,
      requirements: judged.filter((one) => sectionOf(one) === section.id),
      gaps: observed.filter((one) => sectionOf(one) === section.id),
    })),
    contradictions: contradictions.map((one) => ({
      ...one,
      /** The run's observations at its gaps. */
      observed: observed.filter(({ id, answers }) => one.gaps.includes(id) && answers.length > 0),
    })),
    /** The number of statements that each filter shows. */
    shown: {
      all: judged.length,
      broken: count('broken'),
      unjudged: count('unjudged'),
      changed: count('changed'),
    },
    hasBaseline: baseline !== undefined,
  };
}

const notJudgedKinds: readonly Kind[] = ['untestable', 'skip', 'error'];

/** A requirement with the results of a run. */
export type RequirementView = ReturnType<typeof requirementView>;

/** Judges a requirement by the verdicts that name it. */
function requirementView(requirement: Requirement, verdicts: readonly DocumentVerdict[]) {
  const cells = cellsOf(verdicts);
  const number = (kind: Kind): number => cells.filter((cell) => cell.kind === kind).length;
  const asked = cells.length - number('skip');
  const at = (kind: Kind): string => {
    if (asked < 2) return '';
    return ` at ${number(kind) < asked ? `${number(kind)} of ${asked} endpoints` : allEndpoints(asked)}`;
  };
  const status = statusOf(requirement, number, cells.length);
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail');
  const unjudged = verdicts.filter(
    ({ outcome, reason }) =>
      notJudgedKinds.includes(outcome) && !(failed.length > 0 && reason?.code === 'explained'),
  );
  const isUnjudged = status === 'unjudged' || number('untestable') + number('error') > 0;
  const filters: readonly (readonly [DocumentFilter, boolean])[] = [
    ['broken', status === 'broken' || status === 'known'],
    ['unjudged', isUnjudged],
  ];
  return {
    ...requirement,
    status,
    tone: statuses[status].tone,
    /** The status in words: "broken at 2 of 14 endpoints". */
    words: statuses[status].words({ number, at, all: cells.length }),
    /** In the order of the document's endpoints; empty if none was judged. */
    cells,
    /** The failures, each message once. */
    failures: [...groupBy(failed, ({ message, endpoint }) => message ?? endpoint).values()].flatMap((same) =>
      same.slice(0, 1),
    ),
    /** The reasons for verdicts that were not judged, each once, the most frequent first. */
    reasons: [...groupBy(unjudged, ({ message = '' }) => message)]
      .filter(([message]) => message !== '')
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([message]) => message),
    /** The filters that show it besides `all`. */
    shownBy: filters.flatMap(([filter, isShown]) => (isShown ? filter : [])),
    /** The contradictions it is part of. */
    contradictions: contradictions
      .filter((one) => one.requirements.some((id) => id === requirement.id))
      .map(({ id }) => id),
  };
}

/** The result of a requirement at one endpoint. */
export type RequirementCell = ReturnType<typeof cellsOf>[number];

function cellsOf(verdicts: readonly DocumentVerdict[]) {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const inOrder = new Set<string>([...endpoints.map(({ id }) => id), ...byEndpoint.keys()]);
  return [...inOrder].flatMap((endpoint) => {
    const own = byEndpoint.get(endpoint);
    if (own === undefined) return [];
    const kinds = own.map(kindOf);
    /** The worst outcome of its checks there. */
    const kind = worstFirst.find((one) => kinds.includes(one)) ?? 'skip';
    return [{ endpoint, kind, verdicts: own }];
  });
}

function statusOf(
  { notObservable }: Requirement,
  number: VerdictCounts['number'],
  all: number,
): RequirementStatus {
  if (number('fail') > 0) return 'broken';
  if (number('error') > 0) return 'fault';
  if (number('known') > 0) return 'known';
  if (number('pass') > 0) return number('untestable') > 0 ? 'partly' : 'holds';
  return notObservable === undefined || all > 0 ? 'unjudged' : 'unobservable';
}

/** The relation of an answer to that of the baseline. */
export type Relation = 'same' | 'changed' | 'not-in-baseline';

/** A gap with this installation's answers. */
export type GapView = ReturnType<typeof gapView>;

/** The answer of some endpoints at a gap. */
export type GapAnswer = GapView['answers'][number];

/** Combines a gap with its observations. */
function gapView(
  gap: Gap,
  { observations, baseline, since }: DocumentSource,
  allDrift: readonly ClassifiedDrift[],
) {
  const own = observations.filter((one) => one.gap === gap.id);
  const drift = allDrift.filter((one) => one.gap === gap.id);
  const saved = baseline && new Set(baseline.observations.map(observationKey));
  const changed = new Set(drift.map(observationKey));
  const relationOf = (key: string): Relation =>
    changed.has(key) ? 'changed' : saved?.has(key) ? 'same' : 'not-in-baseline';
  const placed = own.map((one) => ({
    endpoint: one.endpoint,
    answer: one.answer,
    since: since?.(one),
    relation: saved && relationOf(observationKey(one)),
  }));
  const shownBy: readonly DocumentFilter[] = drift.length > 0 ? ['changed'] : [];
  const groups = groupBy(placed, ({ endpoint: _, ...same }) => JSON.stringify(same));
  return {
    ...gap,
    answers: [...groups.values()].flatMap((group) =>
      group.slice(0, 1).map((one) => ({ ...one, endpoints: group.map(({ endpoint }) => endpoint) })),
    ),
    /** The number of endpoints where it was observed. */
    places: own.length,
    /** The changes since the baseline, without duplicates. */
    changes: driftCauses(drift),
    shownBy,
  };
}
