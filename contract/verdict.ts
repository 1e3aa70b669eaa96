import type { EndpointId } from './endpoints.ts';
import { limits } from './limits.ts';
import type { RequirementId } from './requirements.ts';

/** From good to bad; `skip` has no rank. */
export type Outcome = 'pass' | 'fail' | 'untestable' | 'skip' | 'error';

/** The result of judging one check. `exchange` is the id of the exchange that shows it. */
export interface Judgement {
  readonly outcome: Outcome;
  /** A sentence for an administrator. */
  readonly message: string;
  readonly exchange?: string;
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

/** The share of the requested checks that could be judged, from 0 to 1; 0 if none could. */
export function coverageOf(verdicts: readonly { readonly outcome: Outcome }[]): number {
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').length;
  const untested = verdicts.filter(({ outcome }) => outcome === 'untestable').length;
  return judged === 0 ? 0 : judged / (judged + untested);
}
