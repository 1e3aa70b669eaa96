import type { EndpointId } from './endpoints.ts';
import { limits } from './limits.ts';
import type { RequirementId } from './requirements.ts';

/** Why nothing is asked of an import that would create something, as a sentence. */
export const unmetImports = 'Imports are not allowed here (ALLOW_IMPORT); they cannot be undone.';

/** From good to bad; `skip` has no rank. */
export type Outcome = 'pass' | 'fail' | 'untestable' | 'skip' | 'error';

/** Why a verdict is no pass, as data. */
export interface Reason {
  /** Permanent. */
  readonly code: 'not-shown';
  readonly facts: Readonly<Record<string, string>>;
}

/** The result of judging one check. `exchange` is the id of the exchange that shows it. */
export interface Judgement {
  readonly outcome: Outcome;
  /** A sentence for an administrator. */
  readonly message: string;
  readonly exchange?: string;
  /** The ids of every exchange on which a failure rests, if those are several. */
  readonly restsOn?: readonly string[];
  readonly reason?: Reason;
  /**
   * The requirements that are decided, where those are not all that the check judges: the ones that a failure shows to be broken,
   * the ones that a success shows to be kept.
   */
  readonly requirements?: readonly RequirementId[];
}

/** The result of one check at one endpoint. */
export interface Verdict extends Judgement {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly requirements: readonly RequirementId[];
}

interface Shown {
  readonly id: string;
}

/** @param requirements those that are kept, where the others of the check are not decided */
export function pass(exchange: Shown, message: string, requirements?: readonly RequirementId[]): Judgement {
  const kept = requirements === undefined ? {} : { requirements };
  return { outcome: 'pass', message: cut(message), exchange: exchange.id, ...kept };
}

/** @param requirements those that are broken, where others of the check are not */
export function fail(exchange: Shown, message: string, requirements?: readonly RequirementId[]): Judgement {
  const broken = requirements === undefined ? {} : { requirements };
  return { outcome: 'fail', message: cut(message), exchange: exchange.id, ...broken };
}

export function untestable(message: string, exchange?: Shown): Judgement {
  return {
    outcome: 'untestable',
    message: cut(message),
    ...(exchange === undefined ? {} : { exchange: exchange.id }),
  };
}

/**
 * An endpoint that was not shown to work: a valid key was sent and never succeeded, and neither a failure nor an empty list
 * explains it.
 */
export function notShown(message: string, exchange?: Shown): Judgement {
  return { ...untestable(message, exchange), reason: { code: 'not-shown', facts: {} } };
}

/** True for a verdict that says that its endpoint was not shown to work. */
export function isNotShown({ reason }: Pick<Judgement, 'reason'>): boolean {
  return reason?.code === 'not-shown';
}

export function skip(message: string): Judgement {
  return { outcome: 'skip', message };
}

/** Bounds a message that quotes an installation. */
function cut(message: string): string {
  const { value } = limits.message;
  return (message.length > value ? `${message.slice(0, value - 1)}…` : message).toWellFormed();
}

/** The key of a check at an endpoint: what identifies a verdict within a run, and in lists of verdicts. */
export function verdictKey({
  check,
  endpoint,
}: {
  readonly check: string;
  readonly endpoint: string;
}): string {
  return `${check} ${endpoint}`;
}

interface Counted {
  readonly outcome: Outcome;
}

/** How many verdicts were judged, could not be judged, and were not asked for. */
export interface VerdictCounts {
  readonly all: number;
  readonly judged: number;
  readonly untestable: number;
  readonly notAsked: number;
}

/** Counts verdicts by what coverage says of them. */
export function countVerdicts(verdicts: readonly Counted[]): VerdictCounts {
  const count = (...outcomes: readonly Outcome[]): number =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    all: verdicts.length,
    judged: count('pass', 'fail'),
    untestable: count('untestable'),
    notAsked: count('skip'),
  };
}

/** The share of the requested checks that could be judged, from 0 to 1; 0 if none could. */
export function coverageOf(verdicts: readonly Counted[]): number {
  const { judged, untestable: untested } = countVerdicts(verdicts);
  return judged === 0 ? 0 : judged / (judged + untested);
}

/** The share of all verdicts that the configuration asked for, from 0 to 1; 0 if there are none. */
export function askedShareOf(verdicts: readonly Counted[]): number {
  const { all, notAsked } = countVerdicts(verdicts);
  return all === 0 ? 0 : (all - notAsked) / all;
}
