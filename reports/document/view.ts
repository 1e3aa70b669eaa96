import {
  type Contradiction,
  contradictions,
  type DocumentSection,
  documentSections,
  sectionOf,
} from '../../contract/document-sections.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { gaps } from '../../contract/gaps.ts';
import { type Gap, type Observation, observationKey } from '../../contract/observe.ts';
import type { Reason } from '../../contract/reasons.ts';
import { type Requirement, requirements } from '../../contract/requirements.ts';
import { groupBy } from '../../engine/group-by.ts';
import { type ClassifiedDrift, driftFrom } from '../../engine/record/baseline.ts';
import type { RecordedVerdict } from '../../engine/record/run-record.ts';
import { type DriftCause, driftCauses } from '../drift.ts';
import { type Kind, kindOf } from '../tally.ts';
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

/** The document with what one run found at each of its statements. */
export interface DocumentView {
  readonly sections: readonly SectionView[];
  readonly contradictions: readonly ContradictionView[];
  /** How many statements each filter shows. */
  readonly shown: Readonly<Record<DocumentFilter, number>>;
  readonly hasBaseline: boolean;
}

export interface SectionView extends DocumentSection {
  readonly requirements: readonly RequirementView[];
  readonly gaps: readonly GapView[];
}

export interface ContradictionView extends Contradiction {
  /** What the run observed at its gaps. */
  readonly observed: readonly GapView[];
}

/** A requirement or a gap, as far as filters are concerned. */
interface Statement {
  /** What shows it apart from `all`. */
  readonly shownBy: readonly DocumentFilter[];
}

/** How a requirement did at one endpoint. */
export interface RequirementCell {
  readonly endpoint: string;
  /** The worst of what its checks said there. */
  readonly kind: Kind;
  readonly verdicts: readonly DocumentVerdict[];
}

/** Places of a requirement by what was said there. */
interface Places {
  readonly number: (kind: Kind) => number;
  /** " at 2 of 14 endpoints". */
  readonly at: (kind: Kind) => string;
  readonly all: number;
}

/** How each status looks, and how it reads. */
const statuses = {
  broken: { tone: 'bad', words: ({ at }: Places) => `broken${at('fail')}` },
  known: { tone: 'open', words: ({ at }: Places) => `known failure${at('known')}` },
  holds: { tone: 'good', words: ({ at }: Places) => `holds${at('pass')}` },
  partly: {
    tone: 'open',
    words: ({ at, number }: Places) => `holds${at('pass')}, ${number('untestable')} not judged`,
  },
  fault: { tone: 'bad', words: ({ at }: Places) => `the suite broke${at('error')}` },
  unjudged: {
    tone: 'open',
    words({ number, all }: Places) {
      if (all === 0) return 'not part of this run';
      return number('untestable') > 0 ? 'could not be judged' : 'not asked for';
    },
  },
  unobservable: { tone: 'soft', words: () => 'no answer can show it' },
} as const;
export type RequirementStatus = keyof typeof statuses;

/** A requirement with what a run found. */
export interface RequirementView extends Requirement, Statement {
  readonly status: RequirementStatus;
  readonly tone: (typeof statuses)[RequirementStatus]['tone'];
  /** The status in words: "broken at 2 of 14 endpoints". */
  readonly words: string;
  /** In the order of the document's endpoints; none if nothing was asked. */
  readonly cells: readonly RequirementCell[];
  /** What failed, each message once. */
  readonly failures: readonly DocumentVerdict[];
  /** Why something was not judged, each reason once, the most frequent first. */
  readonly reasons: readonly string[];
  /** The contradictions that it is part of. */
  readonly contradictions: readonly string[];
}

/** What some endpoints answer at a gap. */
export interface GapAnswer {
  readonly answer: string;
  readonly endpoints: readonly string[];
  readonly since?: Since | undefined;
  /** How it relates to the baseline; nothing without one. */
  readonly relation?: 'same' | 'changed' | 'not-in-baseline' | undefined;
}

/** A gap with what this installation answers there. */
export interface GapView extends Gap, Statement {
  readonly answers: readonly GapAnswer[];
  /** At how many endpoints it was observed. */
  readonly places: number;
  /** What changed since the baseline, each change once. */
  readonly changes: readonly DriftCause[];
}

/** Puts what a run found into the structure of the document. Pure. */
export function documentView(source: DocumentSource): DocumentView {
  const { verdicts, observations, baseline } = source;
  const drift = baseline === undefined ? [] : driftFrom(baseline, { observations });
  const pairs = verdicts.flatMap((verdict) => verdict.requirements.map((id) => ({ id, verdict })));
  const byRequirement = groupBy(pairs, ({ id }): string => id);
  const judged = requirements.map((one) =>
    requirementView(
      one,
      (byRequirement.get(one.id) ?? []).map(({ verdict }) => verdict),
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
      observed: observed.filter(({ id, answers }) => one.gaps.includes(id) && answers.length > 0),
    })),
    shown: {
      all: judged.length,
      broken: count('broken'),
      unjudged: count('unjudged'),
      changed: count('changed'),
    },
    hasBaseline: baseline !== undefined,
  };
}

/** From bad to good: the worst says how an endpoint did. */
const worstFirst: readonly Kind[] = ['fail', 'error', 'known', 'untestable', 'pass', 'skip'];
const notJudgedKinds: readonly Kind[] = ['untestable', 'skip', 'error'];

/** Judges a requirement by the verdicts that name it. */
function requirementView(requirement: Requirement, verdicts: readonly DocumentVerdict[]): RequirementView {
  const cells = cellsOf(verdicts);
  const status = statusOf(requirement, cells);
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail');
  const byMessage = groupBy(failed, ({ message, endpoint }) => message ?? endpoint);
  const unjudged = verdicts.filter(
    ({ outcome, reason }) =>
      notJudgedKinds.includes(outcome) && !(failed.length > 0 && reason?.code === 'explained'),
  );
  return {
    ...requirement,
    status,
    tone: statuses[status].tone,
    words: wordsOf(status, cells),
    cells,
    failures: [...byMessage.values()].flatMap((same) => same.slice(0, 1)),
    reasons: [...groupBy(unjudged, ({ message = '' }) => message)]
      .filter(([message]) => message !== '')
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([message]) => message),
    shownBy: [
      ...(status === 'broken' || status === 'known' ? (['broken'] as const) : []),
      ...(status === 'unjudged' || cells.some(({ kind }) => kind === 'untestable' || kind === 'error')
        ? (['unjudged'] as const)
        : []),
    ],
    contradictions: contradictions
      .filter((one) => one.requirements.some((id) => id === requirement.id))
      .map(({ id }) => id),
  };
}

function cellsOf(verdicts: readonly DocumentVerdict[]): readonly RequirementCell[] {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const inOrder = new Set<string>([...endpoints.map(({ id }) => id), ...byEndpoint.keys()]);
  return [...inOrder].flatMap((endpoint) => {
    const own = byEndpoint.get(endpoint);
    if (own === undefined) return [];
    const kinds = own.map(kindOf);
    const kind = worstFirst.find((one) => kinds.includes(one)) ?? 'skip';
    return [{ endpoint, kind, verdicts: own }];
  });
}

function statusOf({ notObservable }: Requirement, cells: readonly RequirementCell[]): RequirementStatus {
  const has = (kind: Kind): boolean => cells.some((cell) => cell.kind === kind);
  if (has('fail')) return 'broken';
  if (has('error')) return 'fault';
  if (has('known')) return 'known';
  if (has('pass')) return has('untestable') ? 'partly' : 'holds';
  return notObservable === undefined || cells.length > 0 ? 'unjudged' : 'unobservable';
}

function wordsOf(status: RequirementStatus, cells: readonly RequirementCell[]): string {
  const number = (kind: Kind): number => cells.filter((cell) => cell.kind === kind).length;
  const asked = cells.length - number('skip');
  const at = (kind: Kind): string => {
    if (asked < 2) return '';
    return ` at ${number(kind) < asked ? `${number(kind)} of ${asked} endpoints` : allEndpoints(asked)}`;
  };
  return statuses[status].words({ number, at, all: cells.length });
}

/** Puts a gap together with its observations. */
function gapView(
  gap: Gap,
  { observations, baseline, since }: DocumentSource,
  allDrift: readonly ClassifiedDrift[],
): GapView {
  const own = observations.filter((one) => one.gap === gap.id);
  const drift = allDrift.filter((one) => one.gap === gap.id);
  const saved = baseline === undefined ? undefined : new Set(baseline.observations.map(observationKey));
  const changed = new Set(drift.map(observationKey));
  const relationOf = (key: string): GapAnswer['relation'] => {
    if (saved === undefined) return undefined;
    if (changed.has(key)) return 'changed';
    return saved.has(key) ? 'same' : 'not-in-baseline';
  };
  const placed = own.map((observation) => {
    const { answer, endpoint } = observation;
    return {
      endpoint,
      same: { answer, since: since?.(observation), relation: relationOf(observationKey(observation)) },
    };
  });
  const groups = [...groupBy(placed, ({ same }) => JSON.stringify(same)).values()];
  return {
    ...gap,
    answers: groups.flatMap((group) =>
      group.slice(0, 1).map(({ same }) => ({ ...same, endpoints: group.map(({ endpoint }) => endpoint) })),
    ),
    places: own.length,
    changes: driftCauses(drift),
    shownBy: drift.length > 0 ? ['changed'] : [],
  };
}
