import {
  type Contradiction,
  contradictions,
  type DocumentSection,
  documentSections,
  sectionOf,
} from '../contract/document-sections.ts';
import { gaps } from '../contract/gaps.ts';
import type { Observation } from '../contract/observe.ts';
import { requirements } from '../contract/requirements.ts';
import { groupBy } from '../engine/group-by.ts';
import { driftFrom } from '../engine/record/baseline.ts';
import { type GapView, gapViewOf, type SinceOf } from './document-gaps.ts';
import { type DocumentVerdict, type JudgedRequirement, judgedRequirement } from './document-requirements.ts';

/** What the annotated document is made from: a run, from a record or from a history. */
export interface DocumentSource {
  readonly verdicts: readonly DocumentVerdict[];
  readonly observations: readonly Observation[];
  /** What the observations are compared with. */
  readonly baseline?:
    | { readonly at?: string | undefined; readonly observations: readonly Observation[] }
    | undefined;
  /** Since when an observation has held. */
  readonly since?: SinceOf | undefined;
}

/** The document with what one run found at each of its statements. */
export interface DocumentView {
  readonly sections: readonly SectionView[];
  readonly contradictions: readonly ContradictionView[];
  readonly counts: DocumentCounts;
  /** When the baseline was saved (ISO 8601); undefined where it is not known, or where there is none. */
  readonly baselineAt?: string;
  readonly hasBaseline: boolean;
}

export interface SectionView extends DocumentSection {
  readonly requirements: readonly RequirementView[];
  readonly gaps: readonly GapView[];
}

export interface RequirementView extends JudgedRequirement {
  /** The contradictions that it is part of. */
  readonly contradictions: readonly string[];
}

export interface ContradictionView extends Contradiction {
  /** What the run observed at its gaps. */
  readonly observed: readonly GapView[];
}

/** Numbers of requirements, and of gaps that answer otherwise than the baseline. */
export interface DocumentCounts {
  readonly all: number;
  readonly broken: number;
  readonly known: number;
  readonly holds: number;
  readonly partly: number;
  readonly unjudged: number;
  /** What no answer of an API can show. */
  readonly unobservable: number;
  /** What the filter for what was not judged shows. */
  readonly notJudged: number;
  /** What the filter for what is broken shows. */
  readonly failing: number;
  readonly changed: number;
}

/** Puts what a run found into the structure of the document. Pure. */
export function documentView({ verdicts, observations, baseline, since }: DocumentSource): DocumentView {
  const drift = baseline === undefined ? [] : driftFrom(baseline, { observations });
  const judged = judgedRequirements(verdicts);
  const seen = { observations, drift, before: baseline?.observations, since };
  const observed = gaps.map((gap) => gapViewOf(gap, seen));
  const sections = documentSections.map((section) => ({
    ...section,
    requirements: judged.filter((one) => sectionOf(one) === section.id),
    gaps: observed.filter((one) => sectionOf(one) === section.id),
  }));
  return {
    sections,
    contradictions: contradictions.map((one) => ({
      ...one,
      observed: observed.filter(({ id, answers }) => one.gaps.includes(id) && answers.length > 0),
    })),
    counts: countsOf(judged, observed),
    hasBaseline: baseline !== undefined,
    ...(baseline?.at === undefined ? {} : { baselineAt: baseline.at }),
  };
}

function judgedRequirements(verdicts: readonly DocumentVerdict[]): readonly RequirementView[] {
  const pairs = verdicts.flatMap((verdict) => verdict.requirements.map((id) => ({ id, verdict })));
  const byRequirement = groupBy(pairs, ({ id }) => id);
  return requirements.map((requirement) => ({
    ...judgedRequirement(
      requirement,
      (byRequirement.get(requirement.id) ?? []).map(({ verdict }) => verdict),
    ),
    contradictions: contradictions
      .filter((one) => one.requirements.includes(requirement.id))
      .map(({ id }) => id),
  }));
}

function countsOf(judged: readonly RequirementView[], observed: readonly GapView[]): DocumentCounts {
  const count = (isMeant: (one: RequirementView) => boolean): number => judged.filter(isMeant).length;
  return {
    all: judged.length,
    broken: count(({ status }) => status === 'broken'),
    known: count(({ status }) => status === 'known'),
    holds: count(({ status }) => status === 'holds'),
    partly: count(({ status }) => status === 'partly'),
    unjudged: count(({ status }) => status === 'unjudged' || status === 'fault'),
    unobservable: count(({ status }) => status === 'unobservable'),
    notJudged: count(({ isUnjudged }) => isUnjudged),
    failing: count(({ isBroken }) => isBroken),
    changed: observed.filter(({ isChanged }) => isChanged).length,
  };
}
