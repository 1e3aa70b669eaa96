import type { EndpointId } from '../document/endpoints.ts';
import type { RequirementId } from '../document/requirements.ts';
import { exchangePhrase, type Facts, factsOf } from '../facts.ts';
import { limits } from '../limits.ts';
import { type FailureCode, failureSentence, type OpenCode, openMeaning, type Reason } from '../reasons.ts';
import { errorShapeFault, gatewayStatuses, isClientError, isUndecodable } from './answers.ts';
import type { Exchange } from './exchange.ts';

/** From good to bad; `skip` has no rank. */
export type Outcome = 'pass' | 'fail' | 'untestable' | 'skip' | 'error';

/** The result of judging one check. `exchange` is the id of the exchange behind it. */
export interface Judgement {
  readonly outcome: Outcome;
  /** A sentence for an administrator. */
  readonly message: string;
  readonly exchange?: string;
  /** The ids of all exchanges behind a failure, if there are several. */
  readonly restsOn?: readonly string[];
  readonly reason?: Reason;
  /**
   * The decided requirements, if they are not all that the check judges: those that a failure shows to be broken, or
   * that a success shows to be kept.
   */
  readonly requirements?: readonly RequirementId[];
}

/** The result of one check at one endpoint. */
export interface Verdict extends Judgement {
  readonly check: string;
  readonly endpoint: EndpointId;
  readonly requirements: readonly RequirementId[];
}

/**
 * A pass: the request and its answer in one sentence.
 * @param requirements the kept ones, if others remain undecided
 */
export function pass(exchange: Exchange, requirements?: readonly RequirementId[]): Judgement {
  return {
    outcome: 'pass',
    message: cut(`${exchangePhrase(exchange)}.`),
    exchange: exchange.id,
    ...(requirements === undefined ? {} : { requirements }),
  };
}

/** A pass based on several exchanges: their number, and the first of them. */
export function passAll(exchanges: readonly [Exchange, ...Exchange[]]): Judgement {
  const [first, ...more] = exchanges;
  const count = more.length === 0 ? '' : ` So ${more.length === 1 ? 'was' : 'were'} ${more.length} more.`;
  const message = cut(`${exchangePhrase(first)}: as documented.${count}`);
  return { outcome: 'pass', message, exchange: first.id };
}

/**
 * A failure: its sentence is made from its code and facts.
 * @param further facts besides those of the request and its answer
 * @param requirements the broken ones, if other requirements of the check are not
 */
export function fail(
  exchange: Exchange,
  code: FailureCode,
  further: Facts = {},
  requirements?: readonly RequirementId[],
): Judgement {
  const facts = { ...factsOf(exchange), ...further };
  return {
    outcome: 'fail',
    message: cut(failureSentence(exchange.endpoint, code, facts)),
    exchange: exchange.id,
    reason: { code, facts },
    ...(requirements === undefined ? {} : { requirements }),
  };
}

/**
 * A failure shown by the status, or by the missing answer: an outage fails any request.
 * @param code the failure if the status is a documented one
 */
export function failStatus(
  exchange: Exchange,
  requirements?: readonly RequirementId[],
  code: FailureCode = 'undocumented-status',
): Judgement {
  const status = exchange.answer?.status;
  if (status === undefined) return fail(exchange, 'no-answer', {}, requirements);
  if (gatewayStatuses.includes(status)) return fail(exchange, 'gateway-error', {}, requirements);
  if (status >= 500) return fail(exchange, 'server-error', {}, requirements);
  const isDocumented = status === 200 || status === 201 || (status >= 400 && status < 500);
  return fail(exchange, isDocumented ? code : 'undocumented-status', {}, requirements);
}

/** The requirements broken by an error that is not JSON. */
export const brokenWithoutJson = ['SERVICE-6', 'SERVICE-8', 'ERROR-2'] as const;

/**
 * A failure if the body of an error deviates from the documented shape.
 * @param own other broken requirements
 */
export function failShape(exchange: Exchange, own: readonly RequirementId[] = []): Judgement | undefined {
  const { answer } = exchange;
  const fault = errorShapeFault(answer);
  if (answer === undefined || fault === undefined) return undefined;
  if (answer.json.ok) return fail(exchange, 'error-shape', { ...fault }, [...own, 'ERROR-3']);
  const broken: readonly RequirementId[] = [...own, ...brokenWithoutJson];
  return isUndecodable(exchange)
    ? fail(exchange, 'undecodable', {}, broken)
    : fail(exchange, 'error-not-json', { received: answer.json.reason }, broken);
}

const mark = 'it begins with a byte order mark, which JSON that is sent must not have (RFC 8259, 8.1)';

/**
 * A failure if a body is JSON after a byte order mark. Readers may ignore the mark, so the rest is judged as usual.
 * @param own other broken requirements, if it is an error
 */
export function failMark(exchange: Exchange, own: readonly RequirementId[] = []): Judgement | undefined {
  const reading = exchange.answer?.json;
  if (reading?.ok !== true || reading.hasMark !== true) return undefined;
  return isClientError(exchange)
    ? fail(exchange, 'error-not-json', { received: mark }, [...own, ...brokenWithoutJson])
    : fail(exchange, 'not-json', { received: mark }, ['SERVICE-6']);
}

/** @param message a sentence */
export function untestable(
  code: OpenCode,
  message: string,
  facts: Facts = {},
  exchange?: Exchange,
): Judgement {
  return {
    outcome: 'untestable',
    message: cut(message),
    reason: { code, facts },
    ...(exchange === undefined ? {} : { exchange: exchange.id }),
  };
}

/**
 * A problem that another check has reported at the same endpoint.
 * @param check its id
 */
export function explainedBy(check: string): Judgement {
  return untestable('explained', `The check ${check} failed here, which explains this.`, { check });
}

/**
 * An answer that the check cannot judge: the document leaves it open, or another check judges it.
 * @param why a clause
 */
export function leaveOpen(exchange: Exchange, why: string, code: OpenCode = 'left-open'): Judgement {
  const facts = { ...factsOf(exchange), detail: why };
  return untestable(code, `${exchangePhrase(exchange)}: ${why}.`, facts, exchange);
}

/** True for a verdict that its endpoint was not shown to work. */
export function isNotShown({ reason }: Pick<Judgement, 'reason'>): boolean {
  return reason?.code === 'not-shown';
}

export function skip(code: OpenCode, message = openMeaning(code)): Judgement {
  return { outcome: 'skip', message, reason: { code, facts: {} } };
}

/** Truncates a message that quotes an installation. */
function cut(message: string): string {
  const { value } = limits.message;
  return (message.length > value ? `${message.slice(0, value - 1)}…` : message).toWellFormed();
}

/** The key of a check at an endpoint: what identifies a verdict within a run, and in lists of verdicts. */
export function verdictKey({ check, endpoint }: Readonly<Record<'check' | 'endpoint', string>>): string {
  return `${check} ${endpoint}`;
}

type Counted = Pick<Judgement, 'outcome'>;

export type VerdictCounts = Readonly<Record<'all' | 'judged' | 'untestable' | 'notAsked', number>>;

/** How many verdicts were judged, could not be judged, and were not asked for. */
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
