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
  /** It may have held before: nothing earlier is known. */
  readonly isAtLeast: boolean;
}

/** Since when an observation has held, if that is known. */
export type SinceOf = (observation: Pick<Observation, 'gap' | 'endpoint' | 'answer'>) => Since | undefined;

/** What the annotated document is made from: a run, from a record or from a history. */
export interface DocumentSource {
  readonly verdicts: readonly DocumentVerdict[];
  readonly observations: readonly Observation[];
  /** What the observations are compared with. */
  readonly baseline?: { readonly observations: readonly Observation[] } | undefined;
  readonly since?: SinceOf | undefined;
}

/** What the page shows: everything, or only what is broken, was not judged, or changed since the baseline. */
export const documentFilters = ['all', 'broken', 'unjudged', 'changed'] as const;
export type DocumentFilter = (typeof documentFilters)[number];

/** What was said of a requirement at its endpoints. */
interface Said {
  readonly number: (kind: Kind) => number;
  /** " at 2 of 14 endpoints". */
  readonly at: (kind: Kind) => string;
  readonly all: number;
}

/** How each status looks, and how it reads. */
const statuses = {
  broken: { tone: 'bad', words: ({ at }: Said) => `broken${at('fail')}` },
  known: { tone: 'open', words: ({ at }: Said) => `known failure${at('known')}` },
  holds: { tone: 'good', words: ({ at }: Said) => `holds${at('pass')}` },
  partly: {
    tone: 'open',
    words: ({ at, number }: Said) => `holds${at('pass')}, ${number('untestable')} not judged`,
  },
  fault: { tone: 'bad', words: ({ at }: Said) => `the suite broke${at('error')}` },
  unjudged: {
    tone: 'open',
    words({ number, all }: Said) {
      if (all === 0) return 'not part of this run';
      return number('untestable') > 0 ? 'could not be judged' : 'not asked for';
    },
  },
  unobservable: { tone: 'soft', words: () => 'no answer can show it' },
} as const;
export type RequirementStatus = keyof typeof statuses;

/** The document with what one run found at each of its statements. */
export type DocumentView = ReturnType<typeof documentView>;
export type SectionView = DocumentView['sections'][number];
export type ContradictionView = DocumentView['contradictions'][number];

/** Puts what a run found into the structure of the document. Pure. */
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
      /** What the run observed at its gaps. */
      observed: observed.filter(({ id, answers }) => one.gaps.includes(id) && answers.length > 0),
    })),
    /** How many statements each filter shows. */
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

/** A requirement with what a run found. */
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
    /** In the order of the document's endpoints; none if nothing was asked. */
    cells,
    /** What failed, each message once. */
    failures: [...groupBy(failed, ({ message, endpoint }) => message ?? endpoint).values()].flatMap((same) =>
      same.slice(0, 1),
    ),
    /** Why something was not judged, each reason once, the most frequent first. */
    reasons: [...groupBy(unjudged, ({ message = '' }) => message)]
      .filter(([message]) => message !== '')
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([message]) => message),
    /** What shows it apart from `all`. */
    shownBy: filters.flatMap(([filter, isShown]) => (isShown ? filter : [])),
    /** The contradictions that it is part of. */
    contradictions: contradictions
      .filter((one) => one.requirements.some((id) => id === requirement.id))
      .map(({ id }) => id),
  };
}

/** How a requirement did at one endpoint. */
export type RequirementCell = ReturnType<typeof cellsOf>[number];

function cellsOf(verdicts: readonly DocumentVerdict[]) {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const inOrder = new Set<string>([...endpoints.map(({ id }) => id), ...byEndpoint.keys()]);
  return [...inOrder].flatMap((endpoint) => {
    const own = byEndpoint.get(endpoint);
    if (own === undefined) return [];
    const kinds = own.map(kindOf);
    /** The worst of what its checks said there. */
    const kind = worstFirst.find((one) => kinds.includes(one)) ?? 'skip';
    return [{ endpoint, kind, verdicts: own }];
  });
}

function statusOf({ notObservable }: Requirement, number: Said['number'], all: number): RequirementStatus {
  if (number('fail') > 0) return 'broken';
  if (number('error') > 0) return 'fault';
  if (number('known') > 0) return 'known';
  if (number('pass') > 0) return number('untestable') > 0 ? 'partly' : 'holds';
  return notObservable === undefined || all > 0 ? 'unjudged' : 'unobservable';
}

/** How an answer relates to that of the baseline. */
export type Relation = 'same' | 'changed' | 'not-in-baseline';

/** A gap with what this installation answers there. */
export type GapView = ReturnType<typeof gapView>;

/** What some endpoints answer at a gap. */
export type GapAnswer = GapView['answers'][number];

/** Puts a gap together with its observations. */
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
    /** At how many endpoints it was observed. */
    places: own.length,
    /** What changed since the baseline, each change once. */
    changes: driftCauses(drift),
    shownBy,
  };
}
