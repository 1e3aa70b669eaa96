import { endpoints } from '../contract/endpoints.ts';
import type { Reason } from '../contract/reasons.ts';
import type { Requirement } from '../contract/requirements.ts';
import type { Outcome } from '../contract/verdict.ts';
import { groupBy } from '../engine/group-by.ts';
import type { Tally } from './tally.ts';
import { allEndpoints } from './words.ts';

/** A verdict as the annotated document shows it. */
export interface DocumentVerdict {
  readonly check: string;
  readonly endpoint: string;
  readonly outcome: Outcome;
  readonly requirements: readonly string[];
  readonly message?: string | undefined;
  readonly reason?: Pick<Reason, 'code'> | undefined;
  /** Why a failure is expected. */
  readonly known?: string | undefined;
  /** Since when it has failed (ISO 8601), where that is known. */
  readonly since?: string | undefined;
  /** The id of the exchange that shows it, where that is kept. */
  readonly exchange?: string | undefined;
}

/** How a requirement did at one endpoint. */
export interface RequirementCell {
  readonly endpoint: string;
  /** The worst of what its checks said there. */
  readonly kind: keyof Tally;
  readonly verdicts: readonly DocumentVerdict[];
}

export type RequirementStatus =
  | 'broken'
  | 'fault'
  | 'known'
  | 'partly'
  | 'holds'
  | 'unjudged'
  | 'unobservable';

/** A requirement with what a run found. */
export interface JudgedRequirement extends Requirement {
  readonly status: RequirementStatus;
  /** The status in words: "broken at 2 of 14 endpoints". */
  readonly words: string;
  /** In the order of the document's endpoints; none where nothing was asked. */
  readonly cells: readonly RequirementCell[];
  /** What failed, each message once. */
  readonly failures: readonly DocumentVerdict[];
  /** Why something was not judged, each reason once, the most frequent first. */
  readonly reasons: readonly string[];
  readonly isBroken: boolean;
  readonly isUnjudged: boolean;
}

/** From bad to good: the worst says how an endpoint did. */
const order: readonly (keyof Tally)[] = ['fail', 'error', 'known', 'untestable', 'pass', 'skip'];
const notJudgedKinds: readonly (keyof Tally)[] = ['untestable', 'skip', 'error'];

/** Judges a requirement by the verdicts that name it. Pure. */
export function judgedRequirement(
  requirement: Requirement,
  verdicts: readonly DocumentVerdict[],
): JudgedRequirement {
  const cells = cellsOf(verdicts);
  const status = statusOf(requirement, cells);
  const failures = eachMessageOnce(verdicts.filter(({ outcome }) => outcome === 'fail'));
  const unjudged = verdicts.filter(
    ({ outcome, reason }) =>
      notJudgedKinds.includes(outcome) && !(failures.length > 0 && reason?.code === 'explained'),
  );
  return {
    ...requirement,
    status,
    words: wordsOf(status, cells),
    cells,
    failures,
    reasons: [...groupBy(unjudged, ({ message = '' }) => message)]
      .filter(([message]) => message !== '')
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([message]) => message),
    isBroken: status === 'broken' || status === 'known',
    isUnjudged:
      status === 'unjudged' ||
      status === 'fault' ||
      cells.some(({ kind }) => kind === 'untestable' || kind === 'error'),
  };
}

function cellsOf(verdicts: readonly DocumentVerdict[]): readonly RequirementCell[] {
  const byEndpoint = groupBy(verdicts, ({ endpoint }) => endpoint);
  const known = endpoints.map(({ id }): string => id);
  const others = [...byEndpoint.keys()].filter((endpoint) => !known.includes(endpoint));
  return [...known, ...others].flatMap((endpoint) => {
    const own = byEndpoint.get(endpoint);
    if (own === undefined) return [];
    const kinds = own.map(kindOf);
    const kind = order.find((one) => kinds.includes(one)) ?? 'skip';
    return [{ endpoint, kind, verdicts: own }];
  });
}

/** The outcome of a verdict, known failures apart. */
export function kindOf({ outcome, known }: DocumentVerdict): keyof Tally {
  return outcome === 'fail' && known !== undefined ? 'known' : outcome;
}

function statusOf({ notObservable }: Requirement, cells: readonly RequirementCell[]): RequirementStatus {
  const has = (kind: keyof Tally): boolean => cells.some((cell) => cell.kind === kind);
  if (has('fail')) return 'broken';
  if (has('error')) return 'fault';
  if (has('known')) return 'known';
  if (has('pass')) return has('untestable') ? 'partly' : 'holds';
  return notObservable === undefined || cells.length > 0 ? 'unjudged' : 'unobservable';
}

function wordsOf(status: RequirementStatus, cells: readonly RequirementCell[]): string {
  const number = (kind: keyof Tally): number => cells.filter((cell) => cell.kind === kind).length;
  const asked = cells.length - number('skip');
  const at = (kind: keyof Tally): string => placesPhrase(number(kind), asked);
  if (status === 'broken') return `broken${at('fail')}`;
  if (status === 'fault') return `the suite broke${at('error')}`;
  if (status === 'known') return `known failure${at('known')}`;
  if (status === 'holds') return `holds${at('pass')}`;
  if (status === 'partly') return `holds${at('pass')}, ${number('untestable')} not judged`;
  if (status === 'unobservable') return 'no answer can show it';
  if (cells.length === 0) return 'not part of this run';
  return number('untestable') > 0 ? 'could not be judged' : 'not asked for';
}

/** " at 2 of 14 endpoints", " at both endpoints", " at all 14 endpoints"; nothing where there is only one. */
function placesPhrase(number: number, all: number): string {
  if (all < 2) return '';
  if (number < all) return ` at ${number} of ${all} endpoints`;
  return ` at ${allEndpoints(all)}`;
}

function eachMessageOnce(verdicts: readonly DocumentVerdict[]): readonly DocumentVerdict[] {
  return [...groupBy(verdicts, ({ message, endpoint }) => message ?? endpoint).values()].flatMap(([first]) =>
    first === undefined ? [] : [first],
  );
}
