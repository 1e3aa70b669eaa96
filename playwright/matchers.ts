import { expect as base, type ExpectMatcherState, type MatcherReturnType } from '@playwright/test';
import { classify, errorShapeFault, isClientError } from '../contract/judging/answers.ts';
import { kindOf, quote } from '../contract/judging/describe.ts';
import { hasValidKey } from '../contract/judging/request.ts';
import { shapePromise } from '../contract/reasons.ts';
import type { FhirRelease } from '../fhir/index.ts';
import type { ContractName } from '../library/named-check-cases.ts';
import { ContractAnswer } from './contract-answer.ts';
import { plainError, wrapped } from './errors.ts';
import { type ExpectedStatus, isExpectedStatus, statusWords } from './expected-status.ts';
import { redacted, redactedSync, withPlainErrors } from './hidden.ts';
import { judgeContract, judgeFhir } from './judge.ts';
import { watchedMatcher } from './started-work.ts';

/** Options of `toBeFhir`. */
export interface FhirExpectation {
  /** Judges by this release alone; by default by `FHIR_RELEASE`, or by the release that fits. */
  readonly release?: FhirRelease;
}

/** Playwright's `expect` with matchers for answers of an installation and for the contract. */
export const expect = base.extend({
  /** The answer has this status, one of these, or one of this class. */
  toHaveStatus(received: unknown, expected: ExpectedStatus) {
    const answer = answerIn(received, 'toHaveStatus');
    const isMet = isExpectedStatus(answer.status, expected);
    return result(
      this,
      'toHaveStatus',
      isMet,
      answer,
      () => `${answer.answered}; expected ${statusWords(expected)}`,
    );
  },

  /**
   * The request was refused because of its key: with a 4xx if the key is invalid; with one that says so if it is valid.
   */
  toRefuseKey(received: unknown) {
    const answer = answerIn(received, 'toRefuseKey');
    refuseUndocumented(answer, 'toRefuseKey');
    const exchange = ContractAnswer.exchangeOf(answer);
    const isMet = hasValidKey(exchange.request) ? classify(exchange) === 'refusal' : isClientError(exchange);
    return result(
      this,
      'toRefuseKey',
      isMet,
      answer,
      () => `${answer.answered}; the document promises a 4xx answer to a request without a valid key`,
    );
  },

  /** The body is the documented error: a JSON object whose `error` is a string, or this one if given. */
  toBeErrorBody(received: unknown, message?: string) {
    const answer = answerIn(received, 'toBeErrorBody');
    if (message !== undefined && typeof message !== 'string')
      throw plainError(`toBeErrorBody takes the message as a text; it got ${kindOf(message)}.`);
    const fault = errorShapeFault(ContractAnswer.exchangeOf(answer).answer);
    const isOther = fault === undefined && message !== undefined && answer.error !== message;
    const what = (): string => {
      if (fault !== undefined) return `has ${fault.received}; the document promises ${shapePromise}`;
      const said = `says ${quote(answer.error ?? '')}`;
      return isOther ? `${said}; expected ${quote(redactedSync(message))}` : `has an error body and ${said}`;
    };
    return result(this, 'toBeErrorBody', fault === undefined && !isOther, answer, what);
  },

  /** The answer, or any value, is valid FHIR of this type. */
  toBeFhir(received: unknown, type: string, options: FhirExpectation = {}) {
    return watchedMatcher('toBeFhir', beFhir(this, received, type, options));
  },

  /**
   * The installation keeps a requirement (`AUTH-9`), a check or a topic: at every endpoint, or at that of an answer. A
   * check that could not be judged does not pass.
   */
  toKeep(received: unknown, name: ContractName) {
    return watchedMatcher('toKeep', keep(this, received, name));
  },
});

async function beFhir(
  state: ExpectMatcherState,
  received: unknown,
  type: string,
  options: FhirExpectation,
): Promise<MatcherReturnType> {
  const isAnswer = received instanceof ContractAnswer;
  const { isValid, what } = await withPlainErrors(async () => judgeFhir(bodyOf(received), type, options));
  // Unlike an answer, a value from the test itself may contain a key.
  const shown = await redacted(what);
  if (isAnswer) return result(state, 'toBeFhir', isValid, received, () => shown);
  return outcome(state, 'toBeFhir', isValid, `The value (${kindOf(received)}) ${shown}.`);
}

async function keep(state: ExpectMatcherState, received: unknown, name: string): Promise<MatcherReturnType> {
  if (received instanceof ContractAnswer) refuseUndocumented(received, 'toKeep');
  const { isKept, message } = await withPlainErrors(() => judgeContract(received, name));
  return outcome(state, 'toKeep', isKept, message);
}

/** The value to judge as FHIR. A string from the test is a value as well: JSON, not an object. */
function bodyOf(received: unknown): unknown {
  if (received instanceof ContractAnswer) return textIn(received);
  return typeof received === 'string' ? JSON.stringify(received) : received;
}

function answerIn(received: unknown, matcher: string): ContractAnswer {
  if (received instanceof ContractAnswer) return received;
  throw plainError(`${matcher} takes what \`await ask(…)\` gives; it got ${kindOf(received)}.`);
}

/** An unknown path refuses every key: the document promises nothing about it. */
function refuseUndocumented(answer: ContractAnswer, matcher: string): void {
  if (ContractAnswer.isDocumented(answer)) return;
  throw plainError(
    `${matcher} judges what the document promises, and it does not have the path of ${answer.request}.`,
  );
}

/** The body as sent, which shows more than its parsed value. */
function textIn(answer: ContractAnswer): string {
  const { json } = answer;
  return ContractAnswer.exchangeOf(answer).answer.text ?? JSON.stringify(json);
}

/** The result of a matcher for an answer, as a sentence with a command that repeats the request. */
function result(
  state: ExpectMatcherState,
  matcher: string,
  isMet: boolean,
  answer: ContractAnswer,
  what: () => string,
): MatcherReturnType {
  const sentence = `${answer.request} ${what()}.`;
  const body = answer.excerpt === '' ? [] : [`  body: ${quote(answer.excerpt)}`];
  return outcome(state, matcher, isMet, [sentence, ...body, `  repeat: ${answer.curl}`].join('\n'));
}

function outcome(
  { isNot }: ExpectMatcherState,
  matcher: string,
  isMet: boolean,
  message: string,
): MatcherReturnType {
  return {
    name: matcher,
    pass: isMet,
    message: () => wrapped(isNot ? `${message}\n  expected: not.${matcher}` : message),
  };
}
